// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <yaml-cpp/yaml.h>

#include <string>
#include <vector>

namespace plugsmith::spec {

/// The documents of a YAML text. Throws what yaml-cpp throws; also for a text at which yaml-cpp
/// (seen with 0.7) does not move on, so that YAML::LoadAll never returns: ", {}" and ":" below it.
std::vector<YAML::Node> load_documents(const std::string& text);

}  // namespace plugsmith::spec
