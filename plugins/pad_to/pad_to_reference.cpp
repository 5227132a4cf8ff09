// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "pad_to.hpp"

namespace plugsmith::ops {

Status PadTo::reference(ReferenceContext& c) const {
  const Shape& in = c[x].shape();
  const Shape& out = c[y].shape();
  PLUGSMITH_RETURN_IF_ERROR(check_fit(in[2], in[3]));
  return dispatch(c[x].type(), [&](auto zero) {
    using T = decltype(zero);
    const T* from = c[x].data_as<T>();
    T* to = c[y].data_as<T>();
    const T fill = round_to<T>(static_cast<double>(value));
    for (std::int64_t plane = 0; plane < out.volume(0, 2); ++plane) {
      for (std::int64_t row = 0; row < out[2]; ++row) {
        for (std::int64_t column = 0; column < out[3]; ++column) {
          const bool inside = row < in[2] && column < in[3];
          *to++ = inside ? from[(plane * in[2] + row) * in[3] + column] : fill;
        }
      }
    }
    return Status::ok();
  });
}

}  // namespace plugsmith::ops
