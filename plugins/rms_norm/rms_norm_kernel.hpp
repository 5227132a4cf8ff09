// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/contexts.hpp"

namespace plugsmith::ops::rms_norm {

struct Params {
  const void* x;
  const void* scale;  ///< null: 1
  void* y;
  DataType type, scale_type;
  std::int64_t rows, columns;
  float epsilon;
};

/// Enqueues one kernel. A row that fits the registers of a block is read once.
Status launch(const Params& params, Stream stream);

}  // namespace plugsmith::ops::rms_norm
