// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/contexts.hpp"

namespace plugsmith::ops::hard_swish {

struct Params {
  const void* input;   ///< device memory
  void* output;        ///< device memory, may be `input`
  DataType type;       ///< kFloat, kHalf or kBf16
  std::int64_t count;  ///< elements
};

/// Enqueues the kernel on `stream`; nothing for an empty tensor. Any alignment.
Status launch(const Params& params, Stream stream);

}  // namespace plugsmith::ops::hard_swish
