// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "nlohmann/json.hpp"

namespace plugsmith::test {

/// Whether the table in docs/nvidia-findings.md tells of this rule for this creator.
inline bool is_known_of_nvidia(const std::string& creator, const std::string& rule) {
  std::ifstream page(std::string(DOCS) + "/nvidia-findings.md");
  const std::string column = " | " + rule + " | ";
  for (std::string line; std::getline(page, line);) {
    const auto end = line.find(column);
    if (end == std::string::npos) continue;
    const std::string names = ", " + line.substr(2, end - 2);
    // "Name", "Name 2" and "Name (10.15)", not "NameDynamic".
    for (auto at = names.find(", " + creator); at != std::string::npos;
         at = names.find(", " + creator, at + 1)) {
      const auto behind = at + 2 + creator.size();
      if (behind == names.size() || names[behind] == ',' || names[behind] == ' ') return true;
    }
  }
  return false;
}

/// Without a GPU each error finding of a report is one that the table tells of.
inline void expect_known_errors_only(const nlohmann::json& report) {
  if (std::filesystem::exists("/dev/nvidiactl")) return;
  for (const auto& op : report.at("ops")) {
    for (const auto& finding : op.at("findings")) {
      if (finding.at("severity") != "error") continue;
      EXPECT_TRUE(is_known_of_nvidia(op.at("name"), finding.at("rule")))
          << op.at("name") << finding.dump(1);
    }
  }
}

}  // namespace plugsmith::test
