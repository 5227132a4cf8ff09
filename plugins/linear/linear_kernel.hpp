// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/contexts.hpp"

namespace plugsmith::ops::linear_op {

/// What is done to each output; values are those of the attribute `activation`.
enum class Activation : std::int32_t {
  kNone = 0,
  kRelu = 1,
  kGelu = 2,  ///< tanh form: 0.5 v (1 + tanh(sqrt(2/pi) (v + 0.044715 v^3)))
};

struct PadParams {
  const std::int8_t* from;  ///< device memory, [rows, columns]
  std::int8_t* to;          ///< device memory, [padded_rows, padded_columns]; the rest becomes 0
  std::int64_t rows, columns, padded_rows, padded_columns;
};

/// Enqueues the copy into a larger matrix on `stream`; nothing for an empty one.
Status pad(const PadParams& params, Stream stream);

struct FinishParams {
  const std::int32_t* sums;  ///< device memory, [rows, stride], of which `outputs` columns count
  const float* bias;         ///< device memory, [outputs]; null: none
  void* y;                   ///< device memory, [rows, outputs]
  DataType type;             ///< of y: kHalf or kInt8
  Activation activation;
  float sum_scale;  ///< real value of one unit of a sum
  float y_scale;    ///< real value of one unit of y; 1 for kHalf
  std::int64_t rows, outputs, stride;
};

/// Enqueues y = activation(sum_scale * sums + bias) / y_scale on `stream`, rounded to nearest even
/// and saturating for kInt8; nothing for an empty output.
Status finish(const FinishParams& params, Stream stream);

}  // namespace plugsmith::ops::linear_op
