// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/contexts.hpp"

namespace plugsmith::ops::pad_to {

struct Params {
  const void* input;  ///< device memory, [planes, in_rows, in_columns]
  void* output;       ///< device memory, [planes, out_rows, out_columns]
  DataType type;      ///< kFloat, kHalf, kBf16 or kInt8
  float value;        ///< fill, rounded to `type`
  std::int64_t planes, in_rows, in_columns, out_rows, out_columns;
};

/// Enqueues the kernel on `stream`; nothing for an empty output.
Status launch(const Params& params, Stream stream);

}  // namespace plugsmith::ops::pad_to
