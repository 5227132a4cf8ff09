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

/// What is applied to the result.
enum class Activation : std::int32_t { kNone, kSilu };

struct Params {
  const void* x;
  void* y;
  DataType type;  ///< kFloat, kHalf or kBf16
  Sizes sizes;
  Parameter scale, bias;
  float epsilon;
  float* partials;  ///< kFloatsPerPartial * rows * most_parts(elements) floats; two passes only
  Activation activation;

  /// Whether buffers and group size allow 16-byte access.
  bool is_vectorized() const {
    const auto aligned = [](const void* pointer) {
      return reinterpret_cast<std::uintptr_t>(pointer) % 16 == 0;
    };
    return aligned(x) && aligned(y) && bytes_of(type, sizes.elements()) % 16 == 0;
  }
};

/// Count, mean and sum of squared deviations.
inline constexpr std::int64_t kFloatsPerPartial = 3;
inline constexpr std::int64_t kMostParts = 256;
inline constexpr std::int64_t kLeastPerPart = 16384;

/// Upper bound of the parts that two passes cut a group into; grows with `elements`.
inline std::int64_t most_parts(std::int64_t elements) {
  return std::clamp<std::int64_t>(elements / kLeastPerPart, 1, kMostParts);
}

/// A thread holds up to this many 16-byte vectors of a group.
inline constexpr int kMostPacks = 8;
inline constexpr std::int64_t kHeldBytesOfBlock = 1 << 16;
inline constexpr int kClusterSizes = 4;  ///< 1, 2, 4, 8 blocks
inline constexpr int kMostClusterBlocks = 1 << (kClusterSizes - 1);

/// What launch_held wants to know of the device.
struct Device {
  int most_cluster_blocks = 1;  ///< kMostClusterBlocks from sm_90 on
  /// Blocks of launch_prefetched that run at once, up to 4 packs a thread and beyond.
  int resident_blocks[2] = {};
  /// Clusters of 1, 2, 4, 8 blocks of launch_clusters that run at once, by activation.
  int resident_clusters[2][kClusterSizes] = {};
};
/// Asks the current device, and readies the kernels on it.
Result<Device> prepare_device();
/// Blocks that hold a group in their registers together; 0 where it is too large.
int held_blocks(const Params& params, const Device& device);
/// Enqueues one kernel that reads a group once: `blocks` of a cluster each.
Status launch_held(const Params& params, const Device& device, int blocks, Stream stream);
/// The same where the device has bulk copies (sm_90 and later), for vectorized parameters; called
/// by launch_held. A group is one block's,
Status launch_prefetched(const Params& params, const Device& device, Stream stream);
Status prepare_prefetched(int multiprocessors, Device& device);
/// or that of the 2, 4 or 8 `blocks` of a cluster.
Status launch_clusters(const Params& params, const Device& device, int blocks, Stream stream);
Status prepare_clusters(Device& device);
/// Enqueues one kernel, a block per group, which reads it twice.
Status launch_one_pass(const Params& params, Stream stream);
/// Enqueues two kernels, a block per part of a group.
Status launch_two_pass(const Params& params, Stream stream);

}  // namespace plugsmith::ops::group_norm
