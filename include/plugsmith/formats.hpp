// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

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

/// The table without its template: what the adapters work on. Points into static storage.
struct FormatTableView {
  const PortRule* rules = nullptr;  ///< row after row
  int rows = 0;
  int ports = 0;

  const PortRule& rule(int row, int port) const { return rules[row * ports + port]; }
  const PortInfo& port(int index) const { return rules[index].port; }
  int inputs() const;
  int outputs() const { return ports - inputs(); }
  /// Position of the port of that name in the row, or -1.
  int index_of(std::string_view name) const;
};

/// A type and format that was chosen or is being asked about.
struct TypeFormat {
  DataType type = DataType::kFloat;
  TensorFormat format = TensorFormat::kLinear;
};

/// TensorRT's supportsFormatCombination: may `chosen[pos]` follow `chosen[0..pos)`? Looks at no
/// entry behind `pos`. Pure.
bool accepts(const FormatTableView& table, const TypeFormat* chosen, int pos);

/// Output types for the given input types (one per input), written to `out` (one per output).
/// False when no row takes these input types.
bool output_types(const FormatTableView& table, const DataType* in, DataType* out);

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
    const bool output = table.rows[0].rules[p].port.kind == PortKind::kOut;
    if (output_seen && !output) return false;
    output_seen = output_seen || output;
  }
  return output_seen;
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
