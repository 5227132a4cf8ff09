// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "hard_swish.hpp"

namespace plugsmith::ops {

Status HardSwish::reference(ReferenceContext& c) const {
  return dispatch_floating(c[x].type(), [&](auto zero) {
    using T = decltype(zero);
    const T* in = c[x].data_as<T>();
    T* out = c[y].data_as<T>();
    const std::int64_t count = c[x].shape().volume();
    for (std::int64_t i = 0; i < count; ++i) {
      const auto value = static_cast<double>(static_cast<float>(in[i]));
      out[i] = round_to<T>(value * std::min(std::max(value + 3.0, 0.0), 6.0) / 6.0);
    }
    return Status::ok();
  });
}

}  // namespace plugsmith::ops
