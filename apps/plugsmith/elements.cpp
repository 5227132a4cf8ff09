// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/elements.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "plugsmith/half.hpp"

namespace plugsmith::cli {
namespace {

template <class T>
T load(const wire::NamedTensor& tensor, std::size_t index) {
  T value{};
  std::memcpy(&value, tensor.bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

}  // namespace

bool has_numbers(DataType type) {
  switch (type) {
    case DataType::kFp8:
    case DataType::kInt4:
    case DataType::kFp4:
    case DataType::kE8m0: return false;
    default: return true;
  }
}

std::size_t element_count(const wire::NamedTensor& tensor) {
  return tensor.bytes.size() * 8 / static_cast<std::size_t>(bits_of(tensor.type));
}

double element(const wire::NamedTensor& tensor, std::size_t index) {
  switch (tensor.type) {
    case DataType::kFloat: return static_cast<double>(load<float>(tensor, index));
    case DataType::kHalf: return static_cast<double>(static_cast<float>(load<Half>(tensor, index)));
    case DataType::kBf16:
      return static_cast<double>(static_cast<float>(load<BFloat16>(tensor, index)));
    case DataType::kInt32: return load<std::int32_t>(tensor, index);
    case DataType::kInt64: return static_cast<double>(load<std::int64_t>(tensor, index));
    case DataType::kInt8: return load<std::int8_t>(tensor, index);
    default: return load<std::uint8_t>(tensor, index);
  }
}

wire::Json statistics(const wire::NamedTensor& tensor) {
  const std::size_t count = element_count(tensor);
  if (count == 0 || !has_numbers(tensor.type)) return wire::Json::object();
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  double sum = 0;
  std::size_t nan = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double value = element(tensor, i);
    if (std::isnan(value)) {
      ++nan;
      continue;
    }
    low = std::min(low, value);
    high = std::max(high, value);
    sum += value;
  }
  wire::Json result{{"nan", nan}};
  if (nan == count) return result;
  result["min"] = low;
  result["max"] = high;
  result["mean"] = sum / static_cast<double>(count - nan);
  return result;
}

}  // namespace plugsmith::cli
