// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "channel_shuffle.hpp"

namespace plugsmith::ops {

Status ChannelShuffle::reference(ReferenceContext& c) const {
  const Shape& shape = c[x].shape();
  PLUGSMITH_RETURN_IF_ERROR(check_channels(shape[1]));
  const std::int64_t plane = bytes_of(c[x].type(), shape.volume(2, shape.rank()));
  if (shape.volume() == 0) return Status::ok();
  const std::int64_t of_group = shape[1] / groups;
  const auto* from = c[x].data_as<char>();
  auto* to = c[y].data_as<char>();
  for (std::int64_t n = 0; n < shape[0]; ++n) {
    for (std::int64_t group = 0; group < groups; ++group) {
      for (std::int64_t j = 0; j < of_group; ++j) {
        std::memcpy(to + (n * shape[1] + j * groups + group) * plane,
                    from + (n * shape[1] + group * of_group + j) * plane,
                    static_cast<std::size_t>(plane));
      }
    }
  }
  return Status::ok();
}

}  // namespace plugsmith::ops
