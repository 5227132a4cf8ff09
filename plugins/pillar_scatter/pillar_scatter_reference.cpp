// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "pillar_scatter.hpp"

namespace plugsmith::ops {

Status PillarScatter::reference(ReferenceContext& c) const {
  const Shape& shape = c[features].shape();
  PLUGSMITH_RETURN_IF_ERROR(check(shape[0], c[coordinates].shape()[0], c[coordinates].shape()[1]));
  const std::int64_t bytes = bytes_of(c[features].type(), 1), channels = shape[1];
  const std::int64_t plane = std::int64_t{height} * width;
  auto* to = c[y].data_as<char>();
  const std::int64_t total = batch * channels * plane * bytes;
  if (total > 0) std::memset(to, 0, static_cast<std::size_t>(total));
  const auto* place = c[coordinates].data_as<std::int32_t>();
  const auto* from = c[features].data_as<char>();
  for (std::int64_t pillar = 0; pillar < shape[0]; ++pillar, place += 4) {
    const bool inside = place[0] >= 0 && place[0] < batch && place[2] >= 0 && place[2] < height &&
                        place[3] >= 0 && place[3] < width;
    if (!inside) continue;
    const std::int64_t at = std::int64_t{place[2]} * width + place[3];
    for (std::int64_t channel = 0; channel < channels; ++channel) {
      std::memcpy(to + ((place[0] * channels + channel) * plane + at) * bytes,
                  from + (pillar * channels + channel) * bytes, static_cast<std::size_t>(bytes));
    }
  }
  return Status::ok();
}

}  // namespace plugsmith::ops
