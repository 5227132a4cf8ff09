// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/contexts.hpp"

namespace plugsmith::ops::channel_shuffle {

struct Params {
  const void* x;
  void* y;
  std::int64_t element_bytes;  ///< 1, 2 or 4
  std::int64_t samples, channels, positions;
  std::int64_t groups;
};

/// [samples, channels, positions], planes moved whole.
Status launch_linear(const Params& params, Stream stream);
/// [samples, positions, channels rounded up to 8], elements of 2 bytes. Lanes beyond the channels
/// become 0.
Status launch_hwc8(const Params& params, Stream stream);

}  // namespace plugsmith::ops::channel_shuffle
