// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "plugsmith/contexts.hpp"

namespace plugsmith::ops::group_norm {

/// x as the kernels see it: `rows` groups, contiguous, one behind the other.
struct Sizes {
  std::int64_t rows;       ///< samples * groups
  std::int64_t channels;   ///< of one group
  std::int64_t positions;  ///< elements of one channel
  std::int64_t groups;     ///< of one sample
  std::int64_t elements() const { return Shape{channels, positions}.volume(); }  ///< of a group
};

/// scale or bias: [channels of x] on the device. Null data: not given.
struct Parameter {
  const void* data;
  DataType type;  ///< x's or kFloat
};

struct Params {
  const void* x;
  void* y;
  DataType type;  ///< kFloat, kHalf or kBf16
  Sizes sizes;
  Parameter scale, bias;
  float epsilon;
  float* partials;  ///< kFloatsPerPartial * rows * most_parts(elements) floats; two passes only
};

/// Count, mean and sum of squared deviations.
inline constexpr std::int64_t kFloatsPerPartial = 3;
inline constexpr std::int64_t kMostParts = 256;
inline constexpr std::int64_t kLeastPerPart = 4096;

/// Upper bound of the parts that two passes cut a group into; grows with `elements`.
inline std::int64_t most_parts(std::int64_t elements) {
  return std::clamp<std::int64_t>(elements / kLeastPerPart, 1, kMostParts);
}

/// Enqueues one kernel, a block per group.
Status launch_one_pass(const Params& params, Stream stream);
/// Enqueues two kernels, a block per part of a group.
Status launch_two_pass(const Params& params, Stream stream);

}  // namespace plugsmith::ops::group_norm
