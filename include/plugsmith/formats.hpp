// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "plugsmith/ports.hpp"

namespace plugsmith {
inline namespace v1 {

/// One group of a format table: a rule for each port, inputs first, in the op's order.
template <std::size_t N>
struct FormatRow {
  PortRule rules[N];
};

/// Which type and format combinations an op accepts: those that satisfy all rules of at least one
/// row.
template <std::size_t Rows, std::size_t N>
struct FormatTable {
  FormatRow<N> rows[Rows];
};

/// A row: `row(x = any(f32, f16) * linear, y = same(x))`.
template <class... Rules>
constexpr FormatRow<sizeof...(Rules)> row(Rules... rules) {
  return {{rules...}};
}

/// The table: every row names the same ports in the same order.
template <std::size_t N, class... Rows>
constexpr FormatTable<1 + sizeof...(Rows), N> formats(FormatRow<N> first, Rows... rest) {
  return {{first, rest...}};
}

/// Most ports an op can have.
inline constexpr int kMaxPorts = 32;

/// The table without its template, and where its ports stand among TensorRT's inputs and outputs:
/// device inputs, shape inputs and outputs are counted apart, each in the order of the row; an
/// InOut is both a device input and an output. Points into static storage.
class FormatTableView {
 public:
  FormatTableView(const PortRule* rules, int rows, int ports);

  int rows() const { return rows_; }
  int ports() const { return ports_; }
  const PortRule& rule(int row, int port) const { return rules_[row * ports_ + port]; }
  const PortInfo& port(int index) const { return rules_[index].port; }
  /// Index of the port of that name in the row, or -1.
  int index_of(std::string_view name) const;

  int inputs() const { return inputs_; }  ///< device inputs, optional ones included
  int required_inputs() const { return required_inputs_; }
  int host_inputs() const { return host_inputs_; }
  int outputs() const { return outputs_; }

  int port_of_input(int position) const { return input_ports_[static_cast<std::size_t>(position)]; }
  int port_of_output(int position) const {
    return output_ports_[static_cast<std::size_t>(position)];
  }
  /// Position of a port among the device inputs, the shape inputs or the outputs; -1 if not there.
  int input_position(int port) const { return at(input_positions_, port); }
  int host_position(int port) const { return at(host_positions_, port); }
  int output_position(int port) const { return at(output_positions_, port); }
  /// The device input whose memory an output takes when it aliases; -1 if it never does.
  int alias_position(int output) const;

 private:
  using Map = std::array<std::int8_t, kMaxPorts>;
  static int at(const Map& map, int port) {
    return port < 0 ? -1 : map[static_cast<std::size_t>(port)];
  }

  const PortRule* rules_;
  int rows_, ports_;
  int inputs_ = 0, required_inputs_ = 0, host_inputs_ = 0, outputs_ = 0;
  Map input_ports_{}, output_ports_{};
  Map input_positions_{}, host_positions_{}, output_positions_{};
};

/// A type and format that was chosen or is being asked about.
struct TypeFormat {
  DataType type = DataType::kFloat;
  TensorFormat format = TensorFormat::kLinear;
};

/// Bytes that a tensor of these network dimensions takes in its format, padding included; DLA
/// formats are counted as linear.
std::int64_t storage_bytes(TypeFormat layout, const Shape& shape);

/// Which rows of a table an op object's attributes leave in force, one flag each; empty: all.
using RowSelection = std::vector<bool>;

/// TensorRT's supportsFormatCombination: may `chosen[pos]` follow `chosen[0..pos)`? Positions count
/// the `inputs` device inputs that the node has, then the outputs. Looks at no entry behind `pos`.
bool accepts(const FormatTableView& table, const TypeFormat* chosen, int pos, int inputs,
             const RowSelection& rows = {});

/// Output types for the given input types (one per device input that the node has), written to
/// `out` (one per output). False when no row takes these input types.
bool output_types(const FormatTableView& table, const std::vector<DataType>& in, DataType* out,
                  const RowSelection& rows = {});

/// The accepted types, for messages: `x: float32, float16; y: as x`.
std::string describe(const FormatTableView& table);

namespace format_checks {

/// Legal pairs of TensorRT 10.12 to 11.4 that a GPU plugin may accept (contract table H1).
constexpr bool legal(DataType type, TensorFormat format) {
  const bool half = type == DataType::kHalf;
  const bool bfloat = type == DataType::kBf16;
  const bool int8 = type == DataType::kInt8;
  const bool single = type == DataType::kFloat;
  if (type == DataType::kBool || type == DataType::kUint8 || type == DataType::kE8m0) return false;
  switch (format) {
    case TensorFormat::kLinear: return true;
    case TensorFormat::kChw2:
    case TensorFormat::kHwc8:
    case TensorFormat::kDhwc8: return half || bfloat;
    case TensorFormat::kChw4: return int8;
    case TensorFormat::kChw32: return int8 || single || half;
    case TensorFormat::kCdhw32: return half || int8;
    case TensorFormat::kHwc16: return half || int8 || type == DataType::kFp8;
    case TensorFormat::kHwc:
    case TensorFormat::kDhwc: return single;
    default: return false;
  }
}

constexpr int popcount(unsigned bits) {
  int count = 0;
  for (; bits != 0; bits &= bits - 1) ++count;
  return count;
}

template <std::size_t R, std::size_t N>
constexpr bool every_row_names_the_same_ports(const FormatTable<R, N>& table) {
  for (std::size_t r = 1; r < R; ++r) {
    for (std::size_t p = 0; p < N; ++p) {
      if (std::string_view(table.rows[r].rules[p].port.name) != table.rows[0].rules[p].port.name) {
        return false;
      }
    }
  }
  return true;
}

template <std::size_t R, std::size_t N>
constexpr bool port_names_are_unique(const FormatTable<R, N>& table) {
  for (std::size_t a = 0; a < N; ++a) {
    for (std::size_t b = a + 1; b < N; ++b) {
      if (std::string_view(table.rows[0].rules[a].port.name) == table.rows[0].rules[b].port.name) {
        return false;
      }
    }
  }
  return true;
}

template <std::size_t R, std::size_t N>
constexpr bool inputs_come_first(const FormatTable<R, N>& table) {
  bool output_seen = false;
  for (std::size_t p = 0; p < N; ++p) {
    const PortInfo& port = table.rows[0].rules[p].port;
    const bool input = port.is_device_input() || port.kind == PortKind::kHostInput;
    if (output_seen && input) return false;
    output_seen = output_seen || !input;
  }
  return true;
}

template <std::size_t R, std::size_t N>
constexpr bool has_an_output(const FormatTable<R, N>& table) {
  for (const PortRule& rule : table.rows[0].rules) {
    if (rule.port.is_output()) return true;
  }
  return false;
}

template <std::size_t R, std::size_t N>
constexpr bool optional_inputs_come_last(const FormatTable<R, N>& table) {
  bool optional_seen = false;
  for (const PortRule& rule : table.rows[0].rules) {
    if (!rule.port.is_device_input()) continue;
    const bool optional = rule.port.kind == PortKind::kOptionalIn;
    if (optional_seen && !optional) return false;
    optional_seen = optional;
  }
  return true;
}

constexpr bool only_integers(const PortRule& rule) {
  for (int type = 0; type < kDataTypeCount; ++type) {
    const auto element = static_cast<DataType>(type);
    const bool integer = element == DataType::kInt32 || element == DataType::kInt64;
    if (!integer && rule.set.formats[type] != 0) return false;
  }
  return true;
}

template <std::size_t R, std::size_t N>
constexpr bool sizes_are_integers(const FormatTable<R, N>& table) {
  for (std::size_t r = 0; r < R; ++r) {
    for (const PortRule& rule : table.rows[r].rules) {
      const bool size =
          rule.port.kind == PortKind::kSizeOut || rule.port.kind == PortKind::kHostInput;
      if (size && !only_integers(rule)) return false;
    }
  }
  return true;
}

template <std::size_t R, std::size_t N>
constexpr bool same_names_an_earlier_port(const FormatTable<R, N>& table) {
  for (std::size_t r = 0; r < R; ++r) {
    for (std::size_t p = 0; p < N; ++p) {
      const char* wanted = table.rows[r].rules[p].same_type_as;
      if (wanted == nullptr) continue;
      bool found = false;
      for (std::size_t q = 0; q < p; ++q) {
        found = found || std::string_view(table.rows[r].rules[q].port.name) == wanted;
      }
      if (!found) return false;
    }
  }
  return true;
}

template <std::size_t R, std::size_t N>
constexpr bool pairs_are_legal(const FormatTable<R, N>& table) {
  for (std::size_t r = 0; r < R; ++r) {
    for (std::size_t p = 0; p < N; ++p) {
      for (int t = 0; t < kDataTypeCount; ++t) {
        for (int f = 0; f < kTensorFormatCount; ++f) {
          const auto type = static_cast<DataType>(t);
          const auto format = static_cast<TensorFormat>(f);
          if (table.rows[r].rules[p].set.contains(type, format) && !legal(type, format)) {
            return false;
          }
        }
      }
    }
  }
  return true;
}

/// Upper bound of the combinations that TensorRT will count: rows may overlap.
template <std::size_t R, std::size_t N>
constexpr long long combinations(const FormatTable<R, N>& table) {
  long long total = 0;
  for (std::size_t r = 0; r < R; ++r) {
    long long product = 1;
    for (std::size_t p = 0; p < N; ++p) {
      const PortRule& rule = table.rows[r].rules[p];
      if (rule.port.kind == PortKind::kHostInput) continue;  // has no place among the formats
      int choices = 0;
      if (rule.same_type_as != nullptr) {
        choices = rule.own_formats == 0 ? 1 : popcount(rule.own_formats);
      } else {
        for (unsigned bits : rule.set.formats) choices += popcount(bits);
      }
      product *= choices;
    }
    total += product;
  }
  return total;
}

template <std::size_t R, std::size_t N>
constexpr bool every_port_accepts_something(const FormatTable<R, N>& table) {
  for (std::size_t r = 0; r < R; ++r) {
    FormatTable<1, N> one{{table.rows[r]}};
    if (combinations(one) == 0) return false;
  }
  return true;
}

}  // namespace format_checks
}  // namespace v1
}  // namespace plugsmith
