// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "plugsmith/formats.hpp"

namespace plugsmith {
inline namespace v1 {
namespace {

bool port_accepts(const FormatTableView& table, int row, int port, const TypeFormat* chosen) {
  const PortRule& rule = table.rule(row, port);
  const TypeFormat& mine = chosen[port];
  if (rule.same_type_as == nullptr) return rule.set.contains(mine.type, mine.format);
  const TypeFormat& other = chosen[table.index_of(rule.same_type_as)];
  if (mine.type != other.type) return false;
  if (rule.own_formats == 0) return mine.format == other.format;
  return (rule.own_formats >> static_cast<int>(mine.format) & 1U) != 0;
}

bool takes_type(const PortRule& rule, DataType type) {
  return rule.set.formats[static_cast<int>(type)] != 0;
}

bool input_types_fit(const FormatTableView& table, int row, const DataType* in) {
  for (int port = 0; port < table.inputs(); ++port) {
    const PortRule& rule = table.rule(row, port);
    const bool fits = rule.same_type_as != nullptr
                          ? in[port] == in[table.index_of(rule.same_type_as)]
                          : takes_type(rule, in[port]);
    if (!fits) return false;
  }
  return true;
}

DataType first_type(const PortRule& rule) {
  for (int type = 0; type < kDataTypeCount; ++type) {
    if (takes_type(rule, static_cast<DataType>(type))) return static_cast<DataType>(type);
  }
  return DataType::kFloat;
}

std::string types_text(const PortRule& rule) {
  if (rule.same_type_as != nullptr) return std::string("as ") + rule.same_type_as;
  std::string text;
  for (int type = 0; type < kDataTypeCount; ++type) {
    if (!takes_type(rule, static_cast<DataType>(type))) continue;
    if (!text.empty()) text += ", ";
    text += to_string(static_cast<DataType>(type));
  }
  return text;
}

}  // namespace

int FormatTableView::inputs() const {
  int count = 0;
  while (count < ports && port(count).kind == PortKind::kIn) ++count;
  return count;
}

int FormatTableView::index_of(std::string_view name) const {
  for (int i = 0; i < ports; ++i) {
    if (port(i).name == name.data() || port(i).name == name) return i;
  }
  return -1;
}

bool accepts(const FormatTableView& table, const TypeFormat* chosen, int pos) {
  for (int row = 0; row < table.rows; ++row) {
    int port = 0;
    while (port <= pos && port_accepts(table, row, port, chosen)) ++port;
    if (port > pos) return true;
  }
  return false;
}

bool output_types(const FormatTableView& table, const DataType* in, DataType* out) {
  const int inputs = table.inputs();
  for (int row = 0; row < table.rows; ++row) {
    if (!input_types_fit(table, row, in)) continue;
    for (int port = inputs; port < table.ports; ++port) {
      const PortRule& rule = table.rule(row, port);
      const int other = rule.same_type_as != nullptr ? table.index_of(rule.same_type_as) : -1;
      DataType& type = out[port - inputs];
      if (other < 0) {
        type = first_type(rule);
      } else {
        type = other < inputs ? in[other] : out[other - inputs];
      }
    }
    return true;
  }
  return false;
}

std::string describe(const FormatTableView& table) {
  std::string text;
  for (int row = 0; row < table.rows; ++row) {
    if (row > 0) text += " | ";
    for (int port = 0; port < table.ports; ++port) {
      if (port > 0) text += "; ";
      text += std::string(table.port(port).name) + ": " + types_text(table.rule(row, port));
    }
  }
  return text;
}

}  // namespace v1
}  // namespace plugsmith
