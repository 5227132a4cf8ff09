// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <utility>

#include "plugsmith/reference_values.hpp"
#include "rms_norm.hpp"

namespace plugsmith::ops {

Status RmsNorm::reference(ReferenceContext& c) const {
  PLUGSMITH_RETURN_IF_ERROR(check(c));
  const Shape& shape = c[x].shape();
  const std::int64_t rows = shape.volume(0, shape.rank() - 1), columns = shape[-1];
  std::vector<double> scales(static_cast<std::size_t>(columns), 1.0);
  if (c.has(scale)) {
    auto given = doubles_of(c[scale]);
    if (!given.is_ok()) return given.status();
    scales = std::move(given).value();
  }
  return dispatch_floating(c[x].type(), [&](auto zero) {
    using T = decltype(zero);
    for (std::int64_t row = 0; row < rows; ++row) {
      const T* from = c[x].data_as<T>() + row * columns;
      T* to = c[y].data_as<T>() + row * columns;
      double squares = 0.0;
      for (std::int64_t i = 0; i < columns; ++i) {
        const auto value = static_cast<double>(static_cast<float>(from[i]));
        squares += value * value;
      }
      const double root =
          std::sqrt(squares / static_cast<double>(columns) + static_cast<double>(epsilon));
      for (std::int64_t i = 0; i < columns; ++i) {
        const auto value = static_cast<double>(static_cast<float>(from[i]));
        to[i] = round_to<T>(value / root * scales[static_cast<std::size_t>(i)]);
      }
    }
    return Status::ok();
  });
}

}  // namespace plugsmith::ops
