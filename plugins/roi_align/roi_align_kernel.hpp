// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/contexts.hpp"

namespace plugsmith::ops::roi_align {

struct Params {
  const void* x;        ///< [samples, channels, rows, columns]
  const void* rois;     ///< [regions, 4]
  const void* indices;  ///< [regions]
  void* y;              ///< [regions, channels, out_rows, out_columns]
  DataType type, roi_type, index_type;
  std::int64_t samples, channels, rows, columns, regions;
  std::int32_t out_rows, out_columns, sampling_ratio;
  float scale;
  bool half_pixel;
};

/// Enqueues one kernel, a thread for each element of y.
Status launch(const Params& params, Stream stream);

}  // namespace plugsmith::ops::roi_align
