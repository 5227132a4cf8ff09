// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace plugsmith {
inline namespace v1 {

/// Element type of a tensor. Values are those of nvinfer1::DataType (10.0 to 11.4).
enum class DataType : std::int32_t {
  kFloat = 0,
  kHalf = 1,
  kInt8 = 2,
  kInt32 = 3,
  kBool = 4,
  kUint8 = 5,
  kFp8 = 6,
  kBf16 = 7,
  kInt64 = 8,
  kInt4 = 9,
  kFp4 = 10,
  kE8m0 = 11,
};
inline constexpr int kDataTypeCount = 12;

/// Memory layout of a tensor. Values are those of nvinfer1::TensorFormat.
enum class TensorFormat : std::int32_t {
  kLinear = 0,
  kChw2 = 1,
  kHwc8 = 2,
  kChw4 = 3,
  kChw16 = 4,
  kChw32 = 5,
  kDhwc8 = 6,
  kCdhw32 = 7,
  kHwc = 8,
  kDlaLinear = 9,
  kDlaHwc4 = 10,
  kHwc16 = 11,
  kDhwc = 12,
};
inline constexpr int kTensorFormatCount = 13;

/// Type of a plugin field (TensorRT) or attribute (ONNX). Values of nvinfer1::PluginFieldType.
enum class FieldType : std::int32_t {
  kFloat16 = 0,
  kFloat32 = 1,
  kFloat64 = 2,
  kInt8 = 3,
  kInt16 = 4,
  kInt32 = 5,
  kChar = 6,
  kDims = 7,
  kUnknown = 8,
  kBf16 = 9,
  kInt64 = 10,
  kFp8 = 11,
  kInt4 = 12,
  kFp4 = 13,
};

/// Width of one element in bits (4 for kInt4 and kFp4, else a multiple of 8).
int bits_of(DataType type);

/// Bytes of `count` elements; sub-byte types pack two per byte, the last byte padded.
std::int64_t bytes_of(DataType type, std::int64_t count);

/// Bytes per element of a field; 1 for kUnknown, 72 (Dims of 10.0 and later) for kDims, and 0 for
/// the sub-byte types, whose `length` elements take (length + 1) / 2 bytes.
int bytes_of(FieldType type);

/// "float32", "float16", "int8", ...: the spelling used on the command line (numpy's where it has
/// one).
const char* to_string(DataType type);
/// "kLINEAR", "kCHW32", ...: TensorRT's spelling.
const char* to_string(TensorFormat format);
/// "kFLOAT32", "kCHAR", ...: TensorRT's spelling.
const char* to_string(FieldType type);

/// The reverse of to_string(DataType); also takes fp32, half, f16, bf16, i8, ... Nothing if
/// unknown.
std::optional<DataType> data_type_from(std::string_view name);

/// How a format lays out channels: vector length, and whether it needs at least `min_rank`
/// dimensions. Source: nvinfer1::TensorFormat's header comments; contract table H1 and rule H3.
struct FormatLayout {
  int vector = 1;                 ///< channels per vector (1: no vector)
  int channel_axis_from_end = 0;  ///< 3 or 4; 0 for kLINEAR
  bool channels_last = false;     ///< vector-minor: channels move to the last axis
  bool padded = false;            ///< channels are rounded up to a multiple of `vector`
  int min_rank = 0;
};
FormatLayout layout_of(TensorFormat format);

}  // namespace v1
}  // namespace plugsmith
