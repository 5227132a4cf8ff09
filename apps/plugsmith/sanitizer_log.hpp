// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// The text that NVIDIA's compute-sanitizer writes, as its manual shows it. Versions differ in where
// they put the kernel's name ("at 0x150 in K(int*)", "at K(int *)+0x150 in k.cu:7").

namespace plugsmith::cli {

/// One report.
struct SanitizerReport {
  std::string kind;           ///< "invalid __global__ write of size 4 bytes"
  std::string kernel;         ///< empty: a call of the host
  std::string place;          ///< "k.cu:7", where the library has line numbers
  std::string thread, block;  ///< "(1,0,0)"
  std::string address;        ///< "0x7f..."
  std::int64_t size = 0;      ///< of the access, in bytes; 0: not told
  std::string details;        ///< what else it says of the address, or the other access of a race
  bool is_warning = false;

  /// Reports of the same are one finding.
  std::string signature() const { return kind + " in " + kernel; }
  /// One sentence.
  std::string text() const;
};

struct SanitizerLog {
  std::vector<SanitizerReport> reports;
  std::vector<std::string> problems;  ///< what it says of itself
  bool is_complete = false;           ///< it ends with a summary
};

SanitizerLog parse_sanitizer_log(std::string_view text);

}  // namespace plugsmith::cli
