// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/graph/constant_value.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <onnx/onnx_pb.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "src/graph/element_types.hpp"

namespace plugsmith::graph {
namespace {

using Tensor = onnx::TensorProto;

constexpr std::size_t kMostElements = 1024;

double from_half(std::uint16_t bits) {
  const int exponent = (bits >> 10) & 31;
  const double mantissa = bits & 1023;
  double value = 0;
  if (exponent == 31) {
    value = mantissa == 0 ? INFINITY : NAN;
  } else {
    value = exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(mantissa + 1024, exponent - 25);
  }
  return (bits & 0x8000) != 0 ? -value : value;
}

double from_bfloat16(std::uint16_t bits) {
  const std::uint32_t wide = static_cast<std::uint32_t>(bits) << 16;
  float value = 0;
  std::memcpy(&value, &wide, sizeof(value));
  return static_cast<double>(value);
}

template <class T>
double read_as(const char* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return static_cast<double>(value);
}

double read_element(std::int32_t type, const char* bytes) {
  switch (type) {
    case Tensor::FLOAT: return read_as<float>(bytes);
    case Tensor::DOUBLE: return read_as<double>(bytes);
    case Tensor::INT8: return read_as<std::int8_t>(bytes);
    case Tensor::UINT8:
    case Tensor::BOOL: return read_as<std::uint8_t>(bytes);
    case Tensor::INT16: return read_as<std::int16_t>(bytes);
    case Tensor::UINT16: return read_as<std::uint16_t>(bytes);
    case Tensor::INT32: return read_as<std::int32_t>(bytes);
    case Tensor::UINT32: return read_as<std::uint32_t>(bytes);
    case Tensor::INT64: return read_as<std::int64_t>(bytes);
    default: return read_as<std::uint64_t>(bytes);
  }
}

bool is_half(std::int32_t type) { return type == Tensor::FLOAT16 || type == Tensor::BFLOAT16; }

double decode(std::int32_t type, const char* bytes) {
  if (!is_half(type)) return read_element(type, bytes);
  std::uint16_t bits = 0;
  std::memcpy(&bits, bytes, sizeof(bits));
  return type == Tensor::FLOAT16 ? from_half(bits) : from_bfloat16(bits);
}

void read_typed(const Tensor& tensor, std::vector<double>& values) {
  for (const float value : tensor.float_data()) values.push_back(static_cast<double>(value));
  for (const double value : tensor.double_data()) values.push_back(value);
  for (const std::int64_t value : tensor.int64_data()) values.push_back(static_cast<double>(value));
  for (const std::uint64_t value : tensor.uint64_data())
    values.push_back(static_cast<double>(value));
  for (const std::int32_t value : tensor.int32_data()) {
    const auto bits = static_cast<std::uint16_t>(value);
    if (tensor.data_type() == Tensor::FLOAT16) {
      values.push_back(from_half(bits));
    } else {
      values.push_back(tensor.data_type() == Tensor::BFLOAT16 ? from_bfloat16(bits) : value);
    }
  }
}

bool is_numeric(std::int32_t type) {
  return type == Tensor::BFLOAT16 ||
         (type >= Tensor::FLOAT && type <= Tensor::UINT64 && type != Tensor::STRING);
}

/// Spacing of the type's numbers relative to their size.
double relative_tolerance(std::int32_t type) {
  if (type == Tensor::FLOAT16) return 0x1p-10;
  if (type == Tensor::BFLOAT16) return 0x1p-7;
  return type == Tensor::FLOAT || type == Tensor::DOUBLE ? 1e-6 : 0.0;
}

}  // namespace

std::optional<ConstantValue> constant_from(const Tensor& tensor) {
  const std::int32_t type = tensor.data_type();
  if (!is_numeric(type) || tensor.data_location() == Tensor::EXTERNAL) return std::nullopt;
  ConstantValue constant{type, {}};
  if (tensor.has_raw_data()) {
    const auto width = static_cast<std::size_t>(onnx_type_bits(type)) / 8;
    const std::size_t count = tensor.raw_data().size() / width;
    if (count > kMostElements) return std::nullopt;
    for (std::size_t i = 0; i < count; ++i) {
      constant.values.push_back(decode(type, tensor.raw_data().data() + i * width));
    }
    return constant;
  }
  const int sizes[] = {tensor.float_data_size(), tensor.int32_data_size(), tensor.int64_data_size(),
                       tensor.double_data_size(), tensor.uint64_data_size()};
  if (*std::max_element(std::begin(sizes), std::end(sizes)) > static_cast<int>(kMostElements)) {
    return std::nullopt;
  }
  read_typed(tensor, constant.values);
  return constant;
}

std::optional<ConstantValue> constant_from(const onnx::AttributeProto& attribute) {
  using Attribute = onnx::AttributeProto;
  ConstantValue constant;
  switch (attribute.type()) {
    case Attribute::FLOAT:
    case Attribute::FLOATS:
      constant.onnx_type = Tensor::FLOAT;
      if (attribute.type() == Attribute::FLOAT) {
        constant.values.push_back(static_cast<double>(attribute.f()));
      }
      for (const float value : attribute.floats()) {
        constant.values.push_back(static_cast<double>(value));
      }
      return constant;
    case Attribute::INT:
    case Attribute::INTS:
      constant.onnx_type = Tensor::INT64;
      if (attribute.type() == Attribute::INT) {
        constant.values.push_back(static_cast<double>(attribute.i()));
      }
      for (const std::int64_t value : attribute.ints()) {
        constant.values.push_back(static_cast<double>(value));
      }
      return constant;
    case Attribute::TENSOR: return constant_from(attribute.t());
    default: return std::nullopt;
  }
}

std::optional<ConstantValue> constant_from(const onnx::NodeProto& node) {
  if (node.op_type() != "Constant" || node.attribute_size() != 1) return std::nullopt;
  return constant_from(node.attribute(0));
}

bool same_value(const ConstantValue& wanted, const ConstantValue& found) {
  if (wanted.values.size() != found.values.size()) return false;
  const double tolerance = relative_tolerance(found.onnx_type);
  for (std::size_t i = 0; i < wanted.values.size(); ++i) {
    const double a = wanted.values[i];
    const double b = found.values[i];
    if (a == b || (std::isnan(a) && std::isnan(b))) continue;
    if (!(std::fabs(a - b) <= tolerance * std::fabs(a))) return false;
  }
  return true;
}

std::string to_string(const ConstantValue& constant) {
  if (constant.values.size() == 1) return fmt::format("{}", constant.values[0]);
  if (constant.values.size() > 8) return fmt::format("{} values", constant.values.size());
  return fmt::format("[{}]", fmt::join(constant.values, ", "));
}

}  // namespace plugsmith::graph
