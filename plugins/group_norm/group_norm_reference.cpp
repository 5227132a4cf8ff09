// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <utility>

#include "group_norm.hpp"
#include "plugsmith/reference_values.hpp"

namespace plugsmith::ops {
namespace {

struct Moments {
  double mean, deviation;
};

// The mean first, then the squares around it.
template <class T>
Moments moments_of(const T* from, std::int64_t count, double epsilon) {
  double sum = 0.0;
  for (std::int64_t i = 0; i < count; ++i) {
    sum += static_cast<double>(static_cast<float>(from[i]));
  }
  const double mean = sum / static_cast<double>(count);
  double squares = 0.0;
  for (std::int64_t i = 0; i < count; ++i) {
    const double off = static_cast<double>(static_cast<float>(from[i])) - mean;
    squares += off * off;
  }
  return {mean, std::sqrt(squares / static_cast<double>(count) + epsilon)};
}

double activated(double value, GroupNorm::Activation activation) {
  return activation == GroupNorm::Activation::kSilu ? value / (1.0 + std::exp(-value)) : value;
}

// One value for each channel: from the input, else from the attribute, else `otherwise`.
Status read_parameter(const ReferenceContext& c, const OptionalIn& port,
                      const std::vector<float>& values, std::vector<double>& out) {
  if (!c.has(port)) {
    if (!values.empty()) out.assign(values.begin(), values.end());
    return Status::ok();
  }
  auto given = doubles_of(c[port]);
  if (given.is_ok()) out = std::move(given).value();
  return given.status();
}

}  // namespace

Status GroupNorm::reference(ReferenceContext& c) const {
  PLUGSMITH_RETURN_IF_ERROR(check(c));
  const Shape& shape = c[x].shape();
  if (shape.volume() == 0) return Status::ok();
  std::vector<double> scales(static_cast<std::size_t>(shape[1]), 1.0);
  std::vector<double> biases(scales.size(), 0.0);
  PLUGSMITH_RETURN_IF_ERROR(read_parameter(c, scale, scale_values, scales));
  PLUGSMITH_RETURN_IF_ERROR(read_parameter(c, bias, bias_values, biases));
  return dispatch_floating(c[x].type(), [&](auto zero) {
    using T = decltype(zero);
    const std::int64_t positions = shape.volume(2, shape.rank());
    const std::int64_t count = shape[1] / groups * positions;
    for (std::int64_t row = 0; row < shape[0] * groups; ++row) {
      const T* from = c[x].data_as<T>() + row * count;
      T* to = c[y].data_as<T>() + row * count;
      const Moments moments = moments_of(from, count, static_cast<double>(epsilon));
      const std::int64_t first = row % groups * (shape[1] / groups);
      for (std::int64_t i = 0; i < count; ++i) {
        const auto channel = static_cast<std::size_t>(first + i / positions);
        const double off = static_cast<double>(static_cast<float>(from[i])) - moments.mean;
        const double value = off / moments.deviation * scales[channel] + biases[channel];
        to[i] = round_to<T>(activated(value, activation));
      }
    }
    return Status::ok();
  });
}

}  // namespace plugsmith::ops
