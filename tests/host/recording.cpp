// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/host/recording.hpp"

#include <fstream>

namespace plugsmith::testing {

Result<std::vector<std::string>> read_recording(const std::string& file) {
  std::ifstream input(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(input, line);) lines.push_back(line);
  if (lines.empty()) return invalid_argument(file + ": cannot be read, or is empty");
  return lines;
}

}  // namespace plugsmith::testing
