// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "expand_to.hpp"
#include "expand_to_broadcast.hpp"

namespace plugsmith::ops {
namespace {

// Row-major position in `from` of the element that position `index` of `to` shows.
std::int64_t source_of(std::int64_t index, const Shape& from, const Shape& to) {
  std::int64_t position = 0;
  std::int64_t stride = 1;
  for (int axis = -1; axis >= -from.rank(); --axis) {
    if (from[axis] != 1) position += index % to[axis] * stride;
    stride *= from[axis];
    index /= to[axis];
  }
  return position;
}

}  // namespace

Status ExpandTo::reference(ReferenceContext& c) const {
  const Shape& from = c[x].shape();
  const Shape& to = c[y].shape();
  PLUGSMITH_RETURN_IF_ERROR(expand_to::check_shapes(from, to));
  const auto* source = c[x].data_as<char>();
  auto* target = c[y].data_as<char>();
  const std::int64_t bytes = bits_of(c[x].type()) / 8;
  for (std::int64_t i = 0; i < to.volume(); ++i) {
    std::memcpy(target + i * bytes, source + source_of(i, from, to) * bytes,
                static_cast<std::size_t>(bytes));
  }
  return Status::ok();
}

}  // namespace plugsmith::ops
