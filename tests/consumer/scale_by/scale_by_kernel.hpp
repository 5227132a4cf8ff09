// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/contexts.hpp"

namespace plugsmith::ops::scale_by {

struct Params {
  const float* input;
  float* output;
  float factor;
  std::int64_t count;
};
Status launch(const Params& params, Stream stream);

}  // namespace plugsmith::ops::scale_by
