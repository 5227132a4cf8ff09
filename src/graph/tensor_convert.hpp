// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "plugsmith/status.hpp"
#include "plugsmith/types.hpp"

namespace plugsmith::graph {

/// Copies `count` elements between the types in which OpenVINO's CPU hands tensors over and ONNX's:
/// among float32, float16 and bfloat16 (rounding to nearest), and among int64, int32, int8 and
/// uint8 (values that do not fit wrap). Equal types are copied as they are; others are refused.
Status convert_elements(const void* from, DataType from_type, void* to, DataType to_type,
                        std::size_t count);

}  // namespace plugsmith::graph
