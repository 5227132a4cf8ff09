// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "plugsmith/status.hpp"

namespace plugsmith {

/// A shared library whose functions all do the same: call what the variable kStandInHandler points
/// to with their own name and `told_library`.
struct StandInImage {
  struct Function {
    std::string name;
    std::string version;  ///< one of `versions`, or empty
  };
  std::string soname;              ///< empty: none
  std::string told_library;        ///< what the handler is told
  std::set<std::string> versions;  ///< that it defines
  std::vector<Function> functions;
};

/// The type of the variable: the handler does not return.
using StandInHandler = void (*)(const char* symbol, const char* library);
inline constexpr char kStandInHandler[] = "plugsmithStandInHandler";

/// The bytes of that library, ready for dlopen. Unsupported on machines other than x86-64.
Result<std::string> write_stand_in(const StandInImage& image);

}  // namespace plugsmith
