// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/contexts.hpp"

namespace plugsmith::ops::gelu {

struct Params {
  const void* x;
  void* y;  ///< may be x
  DataType type;
  std::int64_t count;
  const void* bias;  ///< null: none
  DataType bias_type;
  std::int64_t channels;  ///< of the bias
  std::int64_t inner;     ///< neighbours that share one value of the bias
  bool by_tanh;
};

/// Enqueues one kernel.
Status launch(const Params& params, Stream stream);

}  // namespace plugsmith::ops::gelu
