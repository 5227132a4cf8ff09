// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "plugsmith/contexts.hpp"
#include "plugsmith/host_device.hpp"

namespace plugsmith::ops::rotated_nms {

/// Scores that can be sorted at once.
inline constexpr std::int64_t kMostScores = 2147483647;
/// Candidates of a segment that are decided at once: a lane of a warp keeps 32 of them.
inline constexpr std::int64_t kMostTile = 1024;

/// Sizes. A segment is one class of one sample.
struct Problem {
  std::int64_t samples, classes, boxes;
  std::int64_t most;  ///< boxes that a segment may keep, at most `boxes`

  PLUGSMITH_HD constexpr std::int64_t segments() const { return samples * classes; }
  PLUGSMITH_HD constexpr std::int64_t scores() const { return segments() * boxes; }
  /// Words of 32 candidates in a tile.
  PLUGSMITH_HD constexpr std::int64_t words() const {
    return boxes < kMostTile ? (boxes + 31) / 32 : kMostTile / 32;
  }
  PLUGSMITH_HD constexpr std::int64_t tile() const { return words() * 32; }
};

/// A box ready for comparing; area 0 where it overlaps nothing.
struct alignas(16) Box {
  float x, y, half_width, half_height;
  float cosine, sine, area, radius;
};

/// Upper bound of cub_bytes(): histograms, and a look-back of 1 KiB for each tile of some thousand
/// scores.
constexpr std::int64_t cub_bytes_bound(const Problem& p) { return p.scores() * 4 + (4 << 20); }

/// Scratch that CUB's sort and scan ask for on the current device; without one the bound above.
Result<std::int64_t> cub_bytes(const Problem& p);

struct Params {
  Problem sizes;
  const void* boxes;       ///< [samples, boxes, 5]
  const void* scores;      ///< [samples, classes, boxes]
  std::int64_t* selected;  ///< [count, 3], written densely
  std::int64_t* count;
  DataType box_type, score_type;
  float iou_threshold, score_threshold;
  float turn;              ///< 1, or -1 for angles that turn the other way
  Box* prepared;           ///< scratch [samples, boxes]
  std::uint64_t* keys;     ///< scratch [2, scores]: segment, then score from high to low
  std::int32_t* order;     ///< scratch [2, scores]: the box of each key
  std::uint32_t* mask;     ///< scratch [segments, tile, words]: who removes whom in a tile
  std::uint32_t* removed;  ///< scratch [segments, words]: removed by boxes kept before the tile
  std::int32_t* kept;      ///< scratch [segments, most]
  std::int32_t* counts;    ///< scratch [segments]: boxes kept
  std::int32_t* ends;      ///< scratch [segments]: sums of the counts
  void* cub;               ///< scratch, cub_bytes()
};

/// Enqueues preparation, sort, a pair of kernels for each tile of candidates, scan and writing; for
/// empty inputs the count 0 only.
Status launch(const Params& params, Stream stream);

}  // namespace plugsmith::ops::rotated_nms
