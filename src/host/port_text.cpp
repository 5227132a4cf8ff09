// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/port_text.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace plugsmith::host {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(separator, start), text.size());
    parts.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

template <class T>
bool parse_number(std::string_view text, T& value) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end;
}

bool is_kind(std::string_view text) {
  for (const char* kind : {"in", "optional_in", "inout_required", "inout_preferred", "host_input",
                           "out", "size_out"}) {
    if (text == kind) return true;
  }
  return false;
}

bool parse_rank(std::string_view text, PortDescription& port) {
  const std::size_t dots = text.find("..");
  if (!parse_number(text.substr(0, dots), port.min_rank)) return false;
  port.max_rank = port.min_rank;
  return dots == std::string_view::npos || parse_number(text.substr(dots + 2), port.max_rank);
}

bool parse_types(std::string_view text, PortDescription& port) {
  for (const std::string_view name : split(text, ',')) {
    const auto type = data_type_from(name);
    if (!type) return false;
    port.types.push_back(*type);
  }
  return true;
}

bool parse_domain(std::string_view text, PortDescription& port) {
  if (text == "-") return true;
  const std::size_t dots = text.find("..");
  PortDomain& domain = port.domain.emplace();
  if (dots == std::string_view::npos || !parse_number(text.substr(0, dots), domain.low)) {
    return false;
  }
  std::string_view high = text.substr(dots + 2);
  const std::size_t bracket = high.find('[');
  if (bracket == std::string_view::npos) return parse_number(high, domain.high);
  domain.high_port = high.substr(0, bracket);
  high.remove_prefix(bracket + 1);
  if (domain.high_port.empty() || !high.ends_with(']')) return false;
  high.remove_suffix(1);
  const std::size_t second = high.find("][");
  if (second != std::string_view::npos) {
    if (!parse_number(high.substr(second + 2), domain.times_axis) || domain.times_axis < 0) {
      return false;
    }
    high = high.substr(0, second);
  }
  return parse_number(high, domain.high) && domain.high >= 0;
}

// Only `plugsmith eject` reads these.
bool is_format_row(std::string_view line) {
  return line.substr(0, 4) == "row " && std::count(line.begin(), line.end(), ' ') == 3;
}

bool parse_line(std::string_view line, PortDescription& port) {
  const auto words = split(line, ' ');
  if (words.size() != 5 || words[0].empty() || !is_kind(words[1])) return false;
  port.name = words[0];
  port.kind = words[1];
  return parse_rank(words[2], port) && parse_types(words[3], port) && parse_domain(words[4], port);
}

}  // namespace

Result<std::vector<PortDescription>> parse_ports(const std::string& text) {
  std::vector<PortDescription> ports;
  for (const std::string_view line : split(text, '\n')) {
    if (line.empty() || is_format_row(line)) continue;
    PortDescription& port = ports.emplace_back();
    if (parse_line(line, port)) continue;
    std::string shown("\"");
    shown += line;
    return invalid_argument(shown + "\" is no port; must be NAME KIND RANK TYPES DOMAIN");
  }
  return ports;
}

}  // namespace plugsmith::host
