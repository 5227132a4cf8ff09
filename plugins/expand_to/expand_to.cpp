// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "expand_to.hpp"

#include <algorithm>

#include "expand_to_broadcast.hpp"
#include "expand_to_kernel.hpp"

namespace plugsmith::ops {
namespace {

// A dimension counted from the last one, -1; 1 where there is none.
Dim dim_or_one(const SymbolicShape& shape, int from_end) {
  return -from_end <= shape.rank() ? shape[from_end] : Dim(1);
}

Status check_value(std::int64_t value) {
  if (value >= 0) return Status::ok();
  return invalid_argument("ExpandTo_PS: input \"shape\" holds " + std::to_string(value) +
                          "; must be at least 0 (1 keeps the dimension of \"x\")");
}

}  // namespace

Status ExpandTo::infer(InferContext& c) const {
  const int rank = std::max(c[x].rank(), c[shape].rank());
  std::vector<Dim> dims;
  for (int axis = -rank; axis < 0; ++axis) {
    const Dim size = dim_or_one(c[x], axis);
    const Dim wanted = dim_or_one(c[shape], axis);
    PLUGSMITH_RETURN_IF_ERROR(check_value(wanted.constant().value_or(0)));
    dims.push_back(expand_to::expanded(size, wanted));
    if (size.constant() && dims.back().constant()) {
      PLUGSMITH_RETURN_IF_ERROR(expand_to::check_dimension(axis + c[x].rank(), *size.constant(),
                                                           *dims.back().constant()));
    }
  }
  c[y] = SymbolicShape(std::move(dims));
  return Status::ok();
}

Status ExpandTo::launch(LaunchContext& c) const {
  PLUGSMITH_RETURN_IF_ERROR(expand_to::check_shapes(c[x].shape(), c[y].shape()));
  return expand_to::launch(
      {c[x].data(), c[y].data(), bits_of(c[x].type()) / 8, c[x].shape(), c[y].shape()}, c.stream());
}

}  // namespace plugsmith::ops
