// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "linear_weights.hpp"

#include <algorithm>
#include <cmath>

namespace plugsmith::ops::linear_op {

Quantized quantize(const std::vector<float>& values) {
  float largest = 0.0F;
  for (const float value : values) largest = std::max(largest, std::fabs(value));
  Quantized result;
  // Below that the quotient would overflow.
  constexpr float kSmallest = 1e-30F;
  if (largest > kSmallest) result.scale = largest / 127.0F;
  result.values.reserve(values.size());
  for (const float value : values) {
    result.values.push_back(
        round_to<std::int8_t>(static_cast<double>(value) / static_cast<double>(result.scale)));
  }
  return result;
}

std::vector<std::int8_t> pad_matrix(const std::vector<std::int8_t>& values, std::int64_t rows,
                                    std::int64_t columns) {
  std::vector<std::int8_t> result(static_cast<std::size_t>(padded(rows) * padded(columns)));
  for (std::int64_t row = 0; row < rows; ++row) {
    std::copy_n(values.begin() + row * columns, columns, result.begin() + row * padded(columns));
  }
  return result;
}

}  // namespace plugsmith::ops::linear_op
