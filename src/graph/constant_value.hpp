// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onnx {
class AttributeProto;
class NodeProto;
class TensorProto;
}  // namespace onnx

namespace plugsmith::graph {

/// A small numeric constant. A scalar and a tensor of one element are the same thing here.
struct ConstantValue {
  std::int32_t onnx_type = 0;  ///< TensorProto.DataType
  std::vector<double> values;
};

/// The tensor's values; nothing for strings, complex numbers, types narrower than a byte, external
/// data, and tensors of more than 1024 elements (no pattern holds such).
std::optional<ConstantValue> constant_from(const onnx::TensorProto& tensor);

/// The value that a FLOAT, INT, FLOATS, INTS or TENSOR attribute holds.
std::optional<ConstantValue> constant_from(const onnx::AttributeProto& attribute);

/// The value that a Constant node makes.
std::optional<ConstantValue> constant_from(const onnx::NodeProto& node);

/// Whether `found` is `wanted` as far as the type of `found` can tell: 1e-6 for float32, one unit
/// of the last place for float16 and bfloat16, exactly for integers.
bool same_value(const ConstantValue& wanted, const ConstantValue& found);

/// "3", "[1, 2, 3]".
std::string to_string(const ConstantValue& constant);

}  // namespace plugsmith::graph
