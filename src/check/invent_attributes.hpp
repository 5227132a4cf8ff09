// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "src/check/forked.hpp"
#include "src/check/invent.hpp"
#include "src/check/subject.hpp"

namespace plugsmith::check {

inline constexpr std::size_t kMostInvented = 3;

/// Sets of attributes that createPlugin takes.
struct InventedAttributes {
  std::vector<std::vector<host::FieldValue>> sets;
  std::string log;                ///< what the plugin logged when it refused the last
  std::optional<ForkedEnd> died;  ///< how createPlugin ended a process, if it did
};

/// Tries values for all fields together, in forked copies of this process: which field a refusal
/// names takes another value, else all do.
InventedAttributes invent_attributes(const Subject& subject);

}  // namespace plugsmith::check
