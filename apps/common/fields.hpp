// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "apps/common/wire.hpp"
#include "src/host/plugin_host.hpp"

namespace plugsmith::wire {

/// Attributes to [{"name", "type", "length", "data"}] and back.
Json fields_json(const std::vector<host::FieldValue>& fields);
std::vector<host::FieldValue> fields_from(const Json& list);

}  // namespace plugsmith::wire
