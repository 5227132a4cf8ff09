// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "plugsmith/dispatch.hpp"

namespace plugsmith::ops::linear_op {

/// `values` rounded to storage type T.
template <class T>
std::vector<T> rounded(const std::vector<float>& values) {
  std::vector<T> result;
  result.reserve(values.size());
  for (const float value : values) result.push_back(round_to<T>(static_cast<double>(value)));
  return result;
}

/// Values as INT8: real value = scale * stored value.
struct Quantized {
  std::vector<std::int8_t> values;
  float scale = 1.0F;
};
/// Symmetric and per tensor: the largest magnitude becomes 127.
Quantized quantize(const std::vector<float>& values);

/// The next multiple of 4, which INT8 matrices need.
constexpr std::int64_t padded(std::int64_t size) { return (size + 3) / 4 * 4; }
/// A row-major [rows, columns] in a [padded(rows), padded(columns)], zeros around it.
std::vector<std::int8_t> pad_matrix(const std::vector<std::int8_t>& values, std::int64_t rows,
                                    std::int64_t columns);

}  // namespace plugsmith::ops::linear_op
