// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <utility>

#include "gelu.hpp"
#include "plugsmith/reference_values.hpp"

namespace plugsmith::ops {
namespace {

double gelu_of(double v, Gelu::Approximate approximate) {
  constexpr double kRootOfTwoOverPi = 0.79788456080286535588;
  if (approximate == Gelu::Approximate::kTanh) {
    return 0.5 * v * (1.0 + std::tanh(kRootOfTwoOverPi * (v + 0.044715 * v * v * v)));
  }
  return 0.5 * v * std::erfc(-v / std::sqrt(2.0));
}

}  // namespace

Status Gelu::reference(ReferenceContext& c) const {
  const auto along = bias_of(c);
  if (!along.is_ok()) return along.status();
  std::vector<double> biases(static_cast<std::size_t>(along->channels), 0.0);
  if (c.has(bias)) {
    auto given = doubles_of(c[bias]);
    if (!given.is_ok()) return given.status();
    biases = std::move(given).value();
  }
  return dispatch_floating(c[x].type(), [&](auto zero) {
    using T = decltype(zero);
    const T* from = c[x].data_as<T>();
    T* to = c[y].data_as<T>();
    const std::int64_t count = c[x].shape().volume();
    for (std::int64_t i = 0; i < count; ++i) {
      const auto channel = static_cast<std::size_t>(i / along->inner % along->channels);
      const double v = static_cast<double>(static_cast<float>(from[i])) + biases[channel];
      to[i] = round_to<T>(gelu_of(v, approximate));
    }
    return Status::ok();
  });
}

}  // namespace plugsmith::ops
