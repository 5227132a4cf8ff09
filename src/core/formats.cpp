// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "plugsmith/formats.hpp"

namespace plugsmith {
inline namespace v1 {
namespace {

// Position of a port in TensorRT's list: device inputs, then outputs.
int position_of(const FormatTableView& table, int port, int inputs) {
  const int input = table.input_position(port);
  return input >= 0 ? input : inputs + table.output_position(port);
}

bool rule_accepts(const FormatTableView& table, const PortRule& rule, const TypeFormat& mine,
                  const TypeFormat* chosen, int inputs) {
  if (rule.same_type_as == nullptr) return rule.set.contains(mine.type, mine.format);
  const TypeFormat& other = chosen[position_of(table, table.index_of(rule.same_type_as), inputs)];
  if (mine.type != other.type) return false;
  if (rule.own_formats == 0) return mine.format == other.format;
  return (rule.own_formats >> static_cast<int>(mine.format) & 1U) != 0;
}

bool position_accepts(const FormatTableView& table, int row, int pos, const TypeFormat* chosen,
                      int inputs) {
  if (pos < inputs) {
    return rule_accepts(table, table.rule(row, table.port_of_input(pos)), chosen[pos], chosen,
                        inputs);
  }
  const int port = table.port_of_output(pos - inputs);
  const int aliased = table.input_position(port);
  if (aliased >= 0) {
    return chosen[pos].type == chosen[aliased].type && chosen[pos].format == chosen[aliased].format;
  }
  return rule_accepts(table, table.rule(row, port), chosen[pos], chosen, inputs);
}

bool takes_type(const PortRule& rule, DataType type) {
  return rule.set.formats[static_cast<int>(type)] != 0;
}

bool input_types_fit(const FormatTableView& table, int row, const std::vector<DataType>& in) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    const PortRule& rule = table.rule(row, table.port_of_input(static_cast<int>(i)));
    const bool fits = rule.same_type_as != nullptr
                          ? in[i] == in[static_cast<std::size_t>(
                                         table.input_position(table.index_of(rule.same_type_as)))]
                          : takes_type(rule, in[i]);
    if (!fits) return false;
  }
  return true;
}

bool in_force(const RowSelection& rows, int row) {
  return rows.empty() || rows[static_cast<std::size_t>(row)];
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

FormatTableView::FormatTableView(const PortRule* rules, int rows, int ports)
    : rules_(rules), rows_(rows), ports_(ports) {
  input_positions_.fill(-1);
  host_positions_.fill(-1);
  output_positions_.fill(-1);
  for (int i = 0; i < ports_; ++i) {
    const auto index = static_cast<std::size_t>(i);
    const auto small = static_cast<std::int8_t>(i);
    if (port(i).is_device_input()) {
      input_positions_[index] = static_cast<std::int8_t>(inputs_);
      input_ports_[static_cast<std::size_t>(inputs_++)] = small;
      if (port(i).kind != PortKind::kOptionalIn) required_inputs_ = inputs_;
    }
    if (port(i).kind == PortKind::kHostInput) {
      host_positions_[index] = static_cast<std::int8_t>(host_inputs_++);
    }
    if (port(i).is_output()) {
      output_positions_[index] = static_cast<std::int8_t>(outputs_);
      output_ports_[static_cast<std::size_t>(outputs_++)] = small;
    }
  }
}

int FormatTableView::index_of(std::string_view name) const {
  for (int i = 0; i < ports_; ++i) {
    if (port(i).name == name.data() || port(i).name == name) return i;
  }
  return -1;
}

int FormatTableView::alias_position(int output) const {
  const int index = port_of_output(output);
  const char* input = port(index).alias_of;
  return input_position(input == nullptr ? index : index_of(input));
}

std::int64_t storage_bytes(TypeFormat layout, const Shape& shape) {
  const FormatLayout format = layout_of(layout.format);
  const std::int64_t channels = format.padded ? shape[-format.channel_axis_from_end] : 0;
  if (channels == 0 || shape.rank() < format.min_rank) return bytes_of(layout.type, shape.volume());
  const std::int64_t padded = (channels + format.vector - 1) / format.vector * format.vector;
  return bytes_of(layout.type, shape.volume() / channels * padded);
}

bool accepts(const FormatTableView& table, const TypeFormat* chosen, int pos, int inputs,
             const RowSelection& rows) {
  for (int row = 0; row < table.rows(); ++row) {
    if (!in_force(rows, row)) continue;
    int at = 0;
    while (at <= pos && position_accepts(table, row, at, chosen, inputs)) ++at;
    if (at > pos) return true;
  }
  return false;
}

bool output_types(const FormatTableView& table, const std::vector<DataType>& in, DataType* out,
                  const RowSelection& rows) {
  for (int row = 0; row < table.rows(); ++row) {
    if (!in_force(rows, row) || !input_types_fit(table, row, in)) continue;
    for (int i = 0; i < table.outputs(); ++i) {
      const int port = table.port_of_output(i);
      const PortRule& rule = table.rule(row, port);
      const int source = rule.same_type_as != nullptr ? table.index_of(rule.same_type_as) : port;
      const int input = table.input_position(source);
      if (input >= 0) {
        out[i] = in[static_cast<std::size_t>(input)];
      } else {
        out[i] = source == port ? first_type(rule) : out[table.output_position(source)];
      }
    }
    return true;
  }
  return false;
}

std::string describe(const FormatTableView& table) {
  std::string text;
  for (int row = 0; row < table.rows(); ++row) {
    if (row > 0) text += " | ";
    for (int port = 0; port < table.ports(); ++port) {
      if (port > 0) text += "; ";
      text += std::string(table.port(port).name) + ": " + types_text(table.rule(row, port));
    }
  }
  return text;
}

}  // namespace v1
}  // namespace plugsmith
