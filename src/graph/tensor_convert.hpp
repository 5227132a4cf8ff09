// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "plugsmith/status.hpp"
#include "plugsmith/types.hpp"

namespace plugsmith::graph {

/// Copies `count` elements between ONNX's types and those in which OpenVINO's CPU computes: among
/// float32, float16 and bfloat16 (rounding to nearest), and between int64 and int32, where a value
/// that does not fit is an error. Equal types are copied as they are; others are refused.
Status convert_elements(const void* from, DataType from_type, void* to, DataType to_type,
                        std::size_t count);

}  // namespace plugsmith::graph
