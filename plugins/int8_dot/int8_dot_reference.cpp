// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "int8_dot.hpp"

namespace plugsmith::ops {

Status Int8Dot::reference(ReferenceContext& c) const {
  const Sizes sizes = sizes_of(c);
  PLUGSMITH_RETURN_IF_ERROR(check(sizes));
  const auto* values = c[x].data_as<std::int8_t>();
  const auto* weights = c[weight].data_as<std::int8_t>();
  const auto* scales = c[scale].data_as<float>();
  const float* biases = c.has(bias) ? c[bias].data_as<float>() : nullptr;
  const std::int64_t batch = c[x].shape()[0], rows = sizes.weight_rows, columns = sizes.x_columns;
  return dispatch_floating(c[y].type(), [&](auto zero) {
    using T = decltype(zero);
    for (std::int64_t i = 0; i < batch * rows; ++i) {
      const std::int64_t row = i % rows;
      std::int64_t sum = 0;
      for (std::int64_t k = 0; k < columns; ++k) {
        sum += std::int64_t{values[i / rows * columns + k]} * weights[row * columns + k];
      }
      const double value = static_cast<double>(sum) * static_cast<double>(scales[row]);
      c[y].data_as<T>()[i] =
          round_to<T>(value + (biases == nullptr ? 0.0 : static_cast<double>(biases[row])));
    }
    return Status::ok();
  });
}

}  // namespace plugsmith::ops
