// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "scale_by.hpp"

#include "scale_by_kernel.hpp"

namespace plugsmith::ops {

Status ScaleBy::infer(InferContext& c) const {
  c[y] = c[x];
  return Status::ok();
}

Status ScaleBy::launch(LaunchContext& c) const {
  return scale_by::launch(
      {c[x].data_as<float>(), c[y].data_as<float>(), factor, c[x].shape().volume()}, c.stream());
}

}  // namespace plugsmith::ops
