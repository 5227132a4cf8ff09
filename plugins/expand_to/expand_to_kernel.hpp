// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/contexts.hpp"

namespace plugsmith::ops::expand_to {

struct Params {
  const void* input;  ///< device memory, row-major
  void* output;       ///< device memory, row-major
  int element_bytes;  ///< 1, 2, 4 or 8
  Shape from, to;     ///< aligned at their ends; a dimension of `from` is 1 or that of `to`
};

/// Enqueues the copy on `stream`; nothing for an empty output.
Status launch(const Params& params, Stream stream);

}  // namespace plugsmith::ops::expand_to
