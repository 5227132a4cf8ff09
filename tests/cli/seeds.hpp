// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace plugsmith::test {

/// One way to break a rule: a fault that a fixture is asked for, and its twin, which does the same
/// rightly.
struct Seed {
  const char* fault;      ///< begins with the rule: "CK33 twice"
  const char* message;    ///< a part of the finding's message
  const char* twin = "";  ///< the fault's name of the repaired form; "": the fault switched off
  std::vector<std::string> arguments = on_usual_input();  ///< of check, for both
  const char* library = nullptr;                          ///< null: seeded_plugin
  const char* twin_library = nullptr;                     ///< null: the same

  std::string rule() const { return std::string(fault).substr(0, 4); }
  static std::vector<std::string> on_usual_input();
};

/// Those of IPluginV3 and of libraries.
const std::vector<Seed>& v3_seeds();

}  // namespace plugsmith::test
