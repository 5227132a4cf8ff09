// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/spec/domain.hpp"

#include <algorithm>
#include <cmath>

namespace plugsmith::spec {
namespace {

constexpr std::int64_t kSmallNumbers = 64;  // all of which are tried
constexpr std::int64_t kLargeNumber = 4096;

}  // namespace

std::vector<std::int64_t> Domain::candidates() const {
  if (fixed) return {*fixed};  // what a configuration says wins over the ranges
  std::vector<std::int64_t> all = list;
  if (list.empty()) {
    all.push_back(preferred);
    const Number low = std::isfinite(interval.min) ? interval.min : 0;
    const Number high = std::isfinite(interval.max) ? interval.max : low;
    for (const Number bound : {low, low + 1, high, high - 1}) {
      if (bound > -1e15L && bound < 1e15L) all.push_back(static_cast<std::int64_t>(bound));
    }
    for (std::int64_t i = 1; i <= kSmallNumbers; ++i) all.push_back(i);
    for (std::int64_t i = 2 * kSmallNumbers; i <= kLargeNumber; i += kSmallNumbers) {
      all.push_back(i);
    }
  }
  std::vector<std::int64_t> legal;
  for (const std::int64_t value : all) {
    const bool known = std::find(legal.begin(), legal.end(), value) != legal.end();
    if (!known && interval.holds(static_cast<Number>(value))) legal.push_back(value);
  }
  return legal;
}

void Domain::intersect(const Domain& other) {
  if (other.rank < rank) {
    preferred = other.preferred;
    rank = other.rank;
  }
  if (!fixed) fixed = other.fixed;
  if (list.empty()) list = other.list;
  if (other.interval.min > interval.min) {
    interval.min = other.interval.min;
    interval.min_inclusive = other.interval.min_inclusive;
  }
  if (other.interval.max < interval.max) {
    interval.max = other.interval.max;
    interval.max_inclusive = other.interval.max_inclusive;
  }
}

std::int64_t usual_dim(int rank, std::size_t axis, Size size) {
  static const std::vector<std::vector<std::int64_t>> kUsual = {
      {}, {16}, {2, 16}, {2, 8, 16}, {2, 8, 16, 16}};
  const auto count = static_cast<std::size_t>(rank);
  std::int64_t dim = axis == 0 ? 2 : 8;
  if (count < kUsual.size() && axis < count) dim = kUsual[count][axis];
  if (size == Size::kSmall) return std::max<std::int64_t>(1, dim / 2);
  return size == Size::kLarge ? 2 * dim : dim;
}

Interval dim_interval(const std::vector<Interval>& range, std::size_t axis) {
  Interval interval{1, std::numeric_limits<Number>::infinity(), true, true};
  if (axis < range.size()) interval = range[axis];
  interval.min = std::max<Number>(interval.min, 0);
  return interval;
}

}  // namespace plugsmith::spec
