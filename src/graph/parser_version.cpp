// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <charconv>

#include "src/graph/node_mapping.hpp"

namespace plugsmith::graph {

Result<ParserVersion> parse_parser_version(const std::string& text) {
  ParserVersion version{0, 0};
  int patch = 0;
  int* const parts[] = {&version.major_version, &version.minor_version, &patch};
  const char* at = text.data();
  const char* const end = at + text.size();
  bool is_number = !text.empty();
  for (std::size_t i = 0; is_number && at != end; ++i) {
    if (i > 0 && *at++ != '.') is_number = false;
    const auto read = i < 3 ? std::from_chars(at, end, *parts[i])
                            : std::from_chars_result{at, std::errc::invalid_argument};
    is_number = is_number && read.ec == std::errc() && *at != '-';
    at = read.ptr;
  }
  if (!is_number || version.major_version < 7 || version.major_version > 99) {
    return invalid_argument(fmt::format(
        "\"{}\" is no TensorRT version; give major.minor, 7.0 or later, e.g. 10.16", text));
  }
  return version;
}

std::string to_string(const ParserVersion& version) {
  return fmt::format("{}.{}", version.major_version, version.minor_version);
}

}  // namespace plugsmith::graph
