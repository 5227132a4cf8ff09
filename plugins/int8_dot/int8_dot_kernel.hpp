// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/contexts.hpp"

namespace plugsmith::ops::int8_dot {

struct Params {
  const std::int8_t* x;       ///< [batch, columns]
  const std::int8_t* weight;  ///< [rows, columns]
  const float* scale;         ///< [rows]
  const float* bias;          ///< [rows]; null: 0
  void* y;                    ///< [batch, rows]
  DataType type;              ///< of y: kHalf or kFloat
  std::int64_t batch, rows, columns;
};

/// Enqueues one kernel; it reads the weights once for each eight rows of x.
Status launch(const Params& params, Stream stream);

}  // namespace plugsmith::ops::int8_dot
