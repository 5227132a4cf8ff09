// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "int8_dot.hpp"

#include "int8_dot_kernel.hpp"

namespace plugsmith::ops {
namespace {

// 128 * 128 * 131072 is the first sum that leaves INT32.
constexpr std::int64_t kMostColumns = 131071;

Status refuse(const std::string& text) { return invalid_argument("Int8Dot_PS: " + text); }

bool differ(std::int64_t a, std::int64_t b) { return a >= 0 && b >= 0 && a != b; }

std::int64_t known(const Dim& dim) { return dim.constant().value_or(-1); }

}  // namespace

Status Int8Dot::check(const Sizes& s) {
  if (differ(s.x_columns, s.weight_columns)) {
    return refuse("input \"x\" has " + std::to_string(s.x_columns) + " columns; \"weight\" has " +
                  std::to_string(s.weight_columns) + ", must be as many");
  }
  if (s.x_columns > kMostColumns) {
    return refuse("input \"x\" has " + std::to_string(s.x_columns) +
                  " columns; an INT32 sum of INT8 products holds at most " +
                  std::to_string(kMostColumns));
  }
  if (differ(s.scales, s.weight_rows)) {
    return refuse("input \"scale\" has " + std::to_string(s.scales) + " values; must have " +
                  std::to_string(s.weight_rows) + ", one for each row of \"weight\"");
  }
  if (differ(s.biases, s.weight_rows)) {
    return refuse("input \"bias\" has " + std::to_string(s.biases) + " values; must have " +
                  std::to_string(s.weight_rows) + ", one for each row of \"weight\"");
  }
  return Status::ok();
}

Int8Dot::Sizes Int8Dot::sizes_of(const TensorContext& c) const {
  return {c[x].shape()[1], c[weight].shape()[1], c[weight].shape()[0], c[scale].shape()[0],
          c.has(bias) ? c[bias].shape()[0] : -1};
}

Status Int8Dot::infer(InferContext& c) const {
  PLUGSMITH_RETURN_IF_ERROR(check({known(c[x][1]), known(c[weight][1]), known(c[weight][0]),
                                   known(c[scale][0]), c.has(bias) ? known(c[bias][0]) : -1}));
  c[y] = {c[x][0], c[weight][0]};
  return Status::ok();
}

Status Int8Dot::launch(LaunchContext& c) const {
  const Sizes sizes = sizes_of(c);
  PLUGSMITH_RETURN_IF_ERROR(check(sizes));
  return int8_dot::launch(
      {c[x].data_as<std::int8_t>(), c[weight].data_as<std::int8_t>(), c[scale].data_as<float>(),
       c.has(bias) ? c[bias].data_as<float>() : nullptr, c[y].data(), c[y].type(), c[x].shape()[0],
       sizes.weight_rows, sizes.x_columns},
      c.stream());
}

}  // namespace plugsmith::ops
