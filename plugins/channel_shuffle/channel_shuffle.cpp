// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "channel_shuffle.hpp"

#include "channel_shuffle_kernel.hpp"

namespace plugsmith::ops {

Status ChannelShuffle::check_channels(std::int64_t channels) const {
  if (channels % groups == 0) return Status::ok();
  return invalid_argument("ChannelShuffle_PS: input \"x\" has " + std::to_string(channels) +
                          " channels, which groups = " + std::to_string(groups) +
                          " does not divide; choose groups among the divisors");
}

Status ChannelShuffle::infer(InferContext& c) const {
  PLUGSMITH_RETURN_IF_ERROR(check_channels(c[x][1].constant().value_or(0)));
  c[y] = c[x];
  return Status::ok();
}

Status ChannelShuffle::launch(LaunchContext& c) const {
  const Shape& shape = c[x].shape();
  PLUGSMITH_RETURN_IF_ERROR(check_channels(shape[1]));
  const channel_shuffle::Params params{c[x].data(), c[y].data(), bytes_of(c[x].type(), 1),
                                       shape[0],    shape[1],    shape.volume(2, shape.rank()),
                                       groups};
  return c[x].format() == TensorFormat::kHwc8 ? channel_shuffle::launch_hwc8(params, c.stream())
                                              : channel_shuffle::launch_linear(params, c.stream());
}

}  // namespace plugsmith::ops
