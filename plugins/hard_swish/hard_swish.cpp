// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "hard_swish.hpp"

#include "hard_swish_kernel.hpp"

namespace plugsmith::ops {

Status HardSwish::infer(InferContext& c) const {
  c[y] = c[x];
  return Status::ok();
}

Status HardSwish::launch(LaunchContext& c) const {
  return hard_swish::launch({c[x].data(), c[y].data(), c[x].type(), c[x].shape().volume()},
                            c.stream());
}

}  // namespace plugsmith::ops
