// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "plugsmith/types.hpp"

namespace plugsmith::graph {

/// Name of an ONNX element type (a TensorProto.DataType value), in numpy's spelling where it has
/// one: "float32", "bfloat16", "float8_e4m3fn"; "type 99" for a number that ONNX does not define.
std::string onnx_type_name(std::int32_t onnx_type);

/// Width of an element in bits; 0 for strings and for numbers that ONNX does not define.
int onnx_type_bits(std::int32_t onnx_type);

/// TensorRT's type for an ONNX element type, where it has one.
std::optional<DataType> data_type_of(std::int32_t onnx_type);

}  // namespace plugsmith::graph
