// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "plugsmith/types.hpp"

#include <array>
#include <utility>

namespace plugsmith {
inline namespace v1 {

int bits_of(DataType type) {
  switch (type) {
    case DataType::kFloat:
    case DataType::kInt32: return 32;
    case DataType::kHalf:
    case DataType::kBf16: return 16;
    case DataType::kInt64: return 64;
    case DataType::kInt4:
    case DataType::kFp4: return 4;
    case DataType::kInt8:
    case DataType::kBool:
    case DataType::kUint8:
    case DataType::kFp8:
    case DataType::kE8m0: return 8;
  }
  return 8;
}

std::int64_t bytes_of(DataType type, std::int64_t count) {
  const int bits = bits_of(type);
  if (bits < 8) return count / 2 + count % 2;
  return count * (bits / 8);
}

int bytes_of(FieldType type) {
  switch (type) {
    case FieldType::kFloat16:
    case FieldType::kBf16:
    case FieldType::kInt16: return 2;
    case FieldType::kFloat32:
    case FieldType::kInt32: return 4;
    case FieldType::kFloat64:
    case FieldType::kInt64: return 8;
    case FieldType::kInt8:
    case FieldType::kChar:
    case FieldType::kUnknown:
    case FieldType::kFp8: return 1;
    case FieldType::kDims: return 72;
    case FieldType::kInt4:
    case FieldType::kFp4: return 0;
  }
  return 0;
}

const char* to_string(DataType type) {
  switch (type) {
    case DataType::kFloat: return "float32";
    case DataType::kHalf: return "float16";
    case DataType::kInt8: return "int8";
    case DataType::kInt32: return "int32";
    case DataType::kBool: return "bool";
    case DataType::kUint8: return "uint8";
    case DataType::kFp8: return "float8_e4m3";
    case DataType::kBf16: return "bfloat16";
    case DataType::kInt64: return "int64";
    case DataType::kInt4: return "int4";
    case DataType::kFp4: return "float4_e2m1";
    case DataType::kE8m0: return "float8_e8m0";
  }
  return "unknown type";
}

const char* to_string(TensorFormat format) {
  switch (format) {
    case TensorFormat::kLinear: return "kLINEAR";
    case TensorFormat::kChw2: return "kCHW2";
    case TensorFormat::kHwc8: return "kHWC8";
    case TensorFormat::kChw4: return "kCHW4";
    case TensorFormat::kChw16: return "kCHW16";
    case TensorFormat::kChw32: return "kCHW32";
    case TensorFormat::kDhwc8: return "kDHWC8";
    case TensorFormat::kCdhw32: return "kCDHW32";
    case TensorFormat::kHwc: return "kHWC";
    case TensorFormat::kDlaLinear: return "kDLA_LINEAR";
    case TensorFormat::kDlaHwc4: return "kDLA_HWC4";
    case TensorFormat::kHwc16: return "kHWC16";
    case TensorFormat::kDhwc: return "kDHWC";
  }
  return "unknown format";
}

const char* to_string(FieldType type) {
  switch (type) {
    case FieldType::kFloat16: return "kFLOAT16";
    case FieldType::kFloat32: return "kFLOAT32";
    case FieldType::kFloat64: return "kFLOAT64";
    case FieldType::kInt8: return "kINT8";
    case FieldType::kInt16: return "kINT16";
    case FieldType::kInt32: return "kINT32";
    case FieldType::kChar: return "kCHAR";
    case FieldType::kDims: return "kDIMS";
    case FieldType::kUnknown: return "kUNKNOWN";
    case FieldType::kBf16: return "kBF16";
    case FieldType::kInt64: return "kINT64";
    case FieldType::kFp8: return "kFP8";
    case FieldType::kInt4: return "kINT4";
    case FieldType::kFp4: return "kFP4";
  }
  return "unknown field type";
}

std::optional<DataType> data_type_from(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, DataType>, 13> kAliases{{
      {"fp32", DataType::kFloat},
      {"f32", DataType::kFloat},
      {"float", DataType::kFloat},
      {"fp16", DataType::kHalf},
      {"f16", DataType::kHalf},
      {"half", DataType::kHalf},
      {"bf16", DataType::kBf16},
      {"i8", DataType::kInt8},
      {"i32", DataType::kInt32},
      {"i64", DataType::kInt64},
      {"fp8", DataType::kFp8},
      {"u8", DataType::kUint8},
      {"boolean", DataType::kBool},
  }};
  for (int i = 0; i < kDataTypeCount; ++i) {
    if (name == to_string(static_cast<DataType>(i))) return static_cast<DataType>(i);
  }
  for (const auto& alias : kAliases) {
    if (name == alias.first) return alias.second;
  }
  return std::nullopt;
}

FormatLayout layout_of(TensorFormat format) {
  const auto vector_major = [](int vector, int axis) {
    return FormatLayout{vector, axis, false, true, axis};
  };
  const auto vector_minor = [](int vector, int axis) {
    return FormatLayout{vector, axis, true, vector > 1, axis};
  };
  switch (format) {
    case TensorFormat::kLinear: return {};
    case TensorFormat::kChw2: return vector_major(2, 3);
    case TensorFormat::kChw4: return vector_major(4, 3);
    case TensorFormat::kChw16: return vector_major(16, 3);
    case TensorFormat::kChw32: return vector_major(32, 3);
    case TensorFormat::kCdhw32: return vector_major(32, 4);
    case TensorFormat::kHwc8: return vector_minor(8, 3);
    case TensorFormat::kHwc16: return vector_minor(16, 3);
    case TensorFormat::kDhwc8: return vector_minor(8, 4);
    case TensorFormat::kHwc: return vector_minor(1, 3);
    case TensorFormat::kDhwc: return vector_minor(1, 4);
    case TensorFormat::kDlaLinear:
    case TensorFormat::kDlaHwc4: return {1, 3, false, false, 4};
  }
  return {};
}

}  // namespace v1
}  // namespace plugsmith
