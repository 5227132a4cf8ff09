// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "non_zero.hpp"

namespace plugsmith::ops {
namespace {

template <class T>
bool is_non_zero(T value) {
  return value != T(0);
}
// NaN compares unequal to zero, -0.0 equal.
bool is_non_zero(Half value) { return static_cast<float>(value) != 0.0F; }
bool is_non_zero(BFloat16 value) { return static_cast<float>(value) != 0.0F; }

// Row-major positions of the elements that are not zero.
Status find(const ConstTensorView& x, std::vector<std::int64_t>& found) {
  return dispatch(x.type(), [&](auto zero) {
    const auto* from = x.data_as<decltype(zero)>();
    for (std::int64_t i = 0; i < x.shape().volume(); ++i) {
      if (is_non_zero(from[i])) found.push_back(i);
    }
    return Status::ok();
  });
}

}  // namespace

Status NonZero::reference(ReferenceContext& c) const {
  const Shape& shape = c[x].shape();
  PLUGSMITH_RETURN_IF_ERROR(check_range(shape.volume()));
  std::vector<std::int64_t> found;
  PLUGSMITH_RETURN_IF_ERROR(find(c[x], found));
  const auto total = static_cast<std::int64_t>(found.size());
  c.write_count(count, total);
  const auto write = [&](auto* out) {
    for (std::int64_t i = 0; i < total; ++i) {
      std::int64_t rest = found[static_cast<std::size_t>(i)];
      for (int axis = shape.rank() - 1; axis >= 0; --axis) {
        const std::int64_t at = order == Order::kRow ? axis * total + i : i * shape.rank() + axis;
        out[at] = static_cast<std::remove_pointer_t<decltype(out)>>(rest % shape[axis]);
        rest /= shape[axis];
      }
    }
  };
  if (index_type == IndexType::kInt64) {
    write(c[y].data_as<std::int64_t>());
  } else {
    write(c[y].data_as<std::int32_t>());
  }
  return Status::ok();
}

}  // namespace plugsmith::ops
