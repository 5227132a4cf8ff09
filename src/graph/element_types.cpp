// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/graph/element_types.hpp"

#include <array>

namespace plugsmith::graph {
namespace {

struct ElementType {
  const char* name;
  int bits;
  std::optional<DataType> type;
};

// Indexed by TensorProto.DataType (ONNX 1.20).
constexpr std::array<ElementType, 27> kElementTypes = {{
    {"undefined", 0, {}},
    {"float32", 32, DataType::kFloat},
    {"uint8", 8, DataType::kUint8},
    {"int8", 8, DataType::kInt8},
    {"uint16", 16, {}},
    {"int16", 16, {}},
    {"int32", 32, DataType::kInt32},
    {"int64", 64, DataType::kInt64},
    {"string", 0, {}},
    {"bool", 8, DataType::kBool},
    {"float16", 16, DataType::kHalf},
    {"float64", 64, {}},
    {"uint32", 32, {}},
    {"uint64", 64, {}},
    {"complex64", 64, {}},
    {"complex128", 128, {}},
    {"bfloat16", 16, DataType::kBf16},
    {"float8_e4m3fn", 8, DataType::kFp8},
    {"float8_e4m3fnuz", 8, {}},
    {"float8_e5m2", 8, {}},
    {"float8_e5m2fnuz", 8, {}},
    {"uint4", 4, {}},
    {"int4", 4, DataType::kInt4},
    {"float4_e2m1", 4, DataType::kFp4},
    {"float8_e8m0", 8, DataType::kE8m0},
    {"uint2", 2, {}},
    {"int2", 2, {}},
}};

const ElementType* find(std::int32_t onnx_type) {
  if (onnx_type < 0 || static_cast<std::size_t>(onnx_type) >= kElementTypes.size()) return nullptr;
  return &kElementTypes[static_cast<std::size_t>(onnx_type)];
}

}  // namespace

std::string onnx_type_name(std::int32_t onnx_type) {
  const ElementType* type = find(onnx_type);
  return type != nullptr ? type->name : "type " + std::to_string(onnx_type);
}

int onnx_type_bits(std::int32_t onnx_type) {
  const ElementType* type = find(onnx_type);
  return type != nullptr ? type->bits : 0;
}

std::optional<DataType> data_type_of(std::int32_t onnx_type) {
  const ElementType* type = find(onnx_type);
  return type != nullptr ? type->type : std::nullopt;
}

}  // namespace plugsmith::graph
