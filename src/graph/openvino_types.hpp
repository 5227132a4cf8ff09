// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <openvino/core/type/element_type.hpp>
#include <optional>

#include "plugsmith/types.hpp"

namespace plugsmith::graph {

inline std::optional<DataType> from_openvino(const ov::element::Type& type) {
  switch (static_cast<ov::element::Type_t>(type)) {
    case ov::element::Type_t::f32: return DataType::kFloat;
    case ov::element::Type_t::f16: return DataType::kHalf;
    case ov::element::Type_t::bf16: return DataType::kBf16;
    case ov::element::Type_t::i8: return DataType::kInt8;
    case ov::element::Type_t::i32: return DataType::kInt32;
    case ov::element::Type_t::i64: return DataType::kInt64;
    case ov::element::Type_t::u8: return DataType::kUint8;
    case ov::element::Type_t::boolean: return DataType::kBool;
    default: return std::nullopt;
  }
}

inline std::optional<ov::element::Type> to_openvino(DataType type) {
  switch (type) {
    case DataType::kFloat: return ov::element::f32;
    case DataType::kHalf: return ov::element::f16;
    case DataType::kBf16: return ov::element::bf16;
    case DataType::kInt8: return ov::element::i8;
    case DataType::kInt32: return ov::element::i32;
    case DataType::kInt64: return ov::element::i64;
    case DataType::kUint8: return ov::element::u8;
    case DataType::kBool: return ov::element::boolean;
    default: return std::nullopt;
  }
}

/// The type in which OpenVINO's CPU plugin really computes a type: it turns float16 and bfloat16
/// into float32 and int64 into int32 everywhere, but does not tell custom operations.
inline ov::element::Type engine_type(const ov::element::Type& type) {
  if (type == ov::element::f16 || type == ov::element::bf16) return ov::element::f32;
  return type == ov::element::i64 ? ov::element::i32 : type;
}

}  // namespace plugsmith::graph
