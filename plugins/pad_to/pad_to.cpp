// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "pad_to.hpp"

#include "pad_to_kernel.hpp"

namespace plugsmith::ops {

Status PadTo::check_fit(std::int64_t rows, std::int64_t columns) const {
  if (crop || (rows <= height && columns <= width)) return Status::ok();
  return invalid_argument("PadTo_PS: input \"x\" is " + to_string(Shape{rows, columns}) +
                          " per plane, larger than height and width " +
                          to_string(Shape{height, width}) + "; enlarge them or set crop to 1");
}

Status PadTo::infer(InferContext& c) const {
  PLUGSMITH_RETURN_IF_ERROR(
      check_fit(c[x][2].constant().value_or(0), c[x][3].constant().value_or(0)));
  c[y] = {c[x][0], c[x][1], height, width};
  return Status::ok();
}

Status PadTo::launch(LaunchContext& c) const {
  const Shape& in = c[x].shape();
  PLUGSMITH_RETURN_IF_ERROR(check_fit(in[2], in[3]));
  return pad_to::launch(
      {c[x].data(), c[y].data(), c[x].type(), value, in.volume(0, 2), in[2], in[3], height, width},
      c.stream());
}

}  // namespace plugsmith::ops
