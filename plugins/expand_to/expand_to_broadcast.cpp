// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "expand_to_broadcast.hpp"

namespace plugsmith::ops::expand_to {

Status check_dimension(int axis, std::int64_t size, std::int64_t wanted) {
  if (size == wanted || size == 1) return Status::ok();
  const std::string target = std::to_string(wanted);
  return invalid_argument("ExpandTo_PS: dimension " + std::to_string(axis) + " of input \"x\" is " +
                          std::to_string(size) + ", which cannot become " + target +
                          " as input \"shape\" asks; it must be 1 or " + target);
}

Status check_shapes(const Shape& from, const Shape& to) {
  for (int axis = 0; axis < from.rank(); ++axis) {
    PLUGSMITH_RETURN_IF_ERROR(check_dimension(axis, from[axis], to[axis - from.rank()]));
  }
  return Status::ok();
}

Dim expanded(const Dim& size, const Dim& wanted) {
  if (wanted.constant()) return wanted.constant() == 1 ? size : wanted;
  if (size.constant() == 1) return wanted;
  return wanted + (wanted == 1) * (size - 1);
}

}  // namespace plugsmith::ops::expand_to
