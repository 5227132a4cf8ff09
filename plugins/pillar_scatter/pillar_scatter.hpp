// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/plugsmith.hpp"

namespace plugsmith::ops {

/// Puts the features of pillars (or voxels of one layer) into a dense picture seen from above (Lang
/// et al., "PointPillars", 2019): y[b, :, row, column] = features[p, :] for coordinates[p] = (b, z,
/// row, column), 0 elsewhere. Of pillars with the same place the last one counts; coordinates
/// outside the picture, as padding has them, are left out.
struct PillarScatter {
  static constexpr OpIdentity kIdentity{"PillarScatter_PS"};
  std::int32_t batch = 1, height = 1, width = 1;
  void attributes(Attributes& visit) {
    visit("batch", batch).at_least(1);
    visit("height", height).at_least(1);
    visit("width", width).at_least(1);
  }

  static constexpr In features{"features", rank(2)};
  static constexpr In coordinates{"coordinates", rank(2)};
  static constexpr Out y{"y", rank(4)};
  static constexpr Scratch kOwners{"owners"};
  static constexpr auto kFormats = formats(row(features = any(f32, f16, bf16, i8) * linear,
                                               coordinates = i32 * linear, y = same(features)));

  Status infer(InferContext& c) const;
  Status scratch(ScratchContext& c) const;
  Status launch(LaunchContext& c) const;
  Status reference(ReferenceContext& c) const;

  /// Refuses coordinates that are not one quadruple for each pillar; -1 where a size is not known.
  static Status check(std::int64_t pillars, std::int64_t rows, std::int64_t columns);
};

}  // namespace plugsmith::ops
