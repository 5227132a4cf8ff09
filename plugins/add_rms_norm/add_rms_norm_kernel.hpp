// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/contexts.hpp"

namespace plugsmith::ops::add_rms_norm {

struct Params {
  const void* x;
  const void* residual;
  const void* scale;  ///< null: 1
  void* y;
  void* sum;
  DataType type, scale_type;
  std::int64_t rows, columns;
  float epsilon;
};

/// Enqueues one kernel. A row that fits the registers of a block is read once;
/// of a longer one the sum is read again.
Status launch(const Params& params, Stream stream);

}  // namespace plugsmith::ops::add_rms_norm
