// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/port_lines.hpp"

namespace plugsmith::trt {
namespace {

const char* kind_text(const PortInfo& port) {
  switch (port.kind) {
    case PortKind::kIn: return "in";
    case PortKind::kOptionalIn: return "optional_in";
    case PortKind::kInOut:
      return port.alias == Alias::kRequired ? "inout_required" : "inout_preferred";
    case PortKind::kHostInput: return "host_input";
    case PortKind::kOut: return "out";
    case PortKind::kSizeOut: return "size_out";
  }
  return "unknown";
}

std::string rank_text(RankRule rank) {
  const std::string low = std::to_string(rank.min);
  return rank.min == rank.max ? low : low + ".." + std::to_string(rank.max);
}

bool takes(const FormatTableView& table, int row, int port, DataType type) {
  const PortRule& rule = table.rule(row, port);
  if (rule.same_type_as != nullptr) {
    return takes(table, row, table.index_of(rule.same_type_as), type);
  }
  return rule.set.formats[static_cast<int>(type)] != 0;
}

std::string types_text(const FormatTableView& table, int port) {
  std::string text;
  for (int i = 0; i < kDataTypeCount; ++i) {
    const auto type = static_cast<DataType>(i);
    bool taken = false;
    for (int row = 0; row < table.rows(); ++row) taken = taken || takes(table, row, port, type);
    if (taken) text += (text.empty() ? "" : ",") + std::string(to_string(type));
  }
  return text;
}

std::string domain_text(const ValueDomain& domain) {
  if (!domain.is_set) return "-";
  const IndexBound& bound = domain.high;
  std::string high = std::to_string(bound.value);
  if (bound.port != nullptr) high = std::string(bound.port) + "[" + high + "]";
  if (bound.times_axis >= 0) high += "[" + std::to_string(bound.times_axis) + "]";
  return std::to_string(domain.low) + ".." + high;
}

std::string formats_text(const FormatSet& set) {
  std::string text;
  for (int i = 0; i < kDataTypeCount * kTensorFormatCount; ++i) {
    const auto type = static_cast<DataType>(i / kTensorFormatCount);
    const auto format = static_cast<TensorFormat>(i % kTensorFormatCount);
    if (!set.contains(type, format)) continue;
    text += (text.empty() ? "" : ",") + std::string(to_string(type)) + ":" + to_string(format);
  }
  return text;
}

std::string rule_text(const PortRule& rule) {
  if (rule.same_type_as == nullptr) return formats_text(rule.set);
  std::string formats;
  for (int i = 0; i < kTensorFormatCount; ++i) {
    if ((rule.own_formats >> i & 1U) == 0) continue;
    formats += (formats.empty() ? ":" : ",") + std::string(to_string(static_cast<TensorFormat>(i)));
  }
  return "=" + std::string(rule.same_type_as) + formats;
}

}  // namespace

std::string port_lines(const FormatTableView& table) {
  std::string text;
  for (int i = 0; i < table.ports(); ++i) {
    const PortInfo& port = table.port(i);
    text += std::string(port.name) + " " + kind_text(port) + " " + rank_text(port.rank) + " " +
            types_text(table, i) + " " + domain_text(port.domain) + "\n";
  }
  for (int row = 0; row < table.rows(); ++row) {
    for (int i = 0; i < table.ports(); ++i) {
      text += "row " + std::to_string(row) + " " + table.port(i).name + " " +
              rule_text(table.rule(row, i)) + "\n";
    }
  }
  return text;
}

}  // namespace plugsmith::trt
