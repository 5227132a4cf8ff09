// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/contexts.hpp"

namespace plugsmith::ops::pillar_scatter {

struct Params {
  const void* features;             ///< [pillars, channels]
  const std::int32_t* coordinates;  ///< [pillars, 4]: sample, z, row, column
  void* y;                          ///< [batch, channels, height, width]
  std::int32_t* owners;             ///< scratch [batch, height, width]
  int element_bytes;                ///< 1, 2 or 4
  std::int64_t pillars, channels, batch, height, width;
};

/// Enqueues a memset and two kernels: which pillar owns a place, then the picture, written once and
/// in order.
Status launch(const Params& params, Stream stream);

}  // namespace plugsmith::ops::pillar_scatter
