// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plugsmith/status.hpp"
#include "plugsmith/tensor_view.hpp"

namespace plugsmith {
inline namespace v1 {

/// The elements of a dense FP32, FP16 or BF16 tensor in host memory, in order, for a reference that
/// computes in double. Other types are refused.
Result<std::vector<double>> doubles_of(const ConstTensorView& view);

}  // namespace v1
}  // namespace plugsmith
