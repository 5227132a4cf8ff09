// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/io/distribution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <string>

#include "plugsmith/half.hpp"
#include "src/io/random.hpp"

namespace plugsmith::io {
namespace {

float float_at(const Tensor& tensor, std::size_t index) {
  float value = 0;
  std::memcpy(&value, tensor.bytes.data() + index * sizeof value, sizeof value);
  return value;
}

std::size_t elements_of(const Tensor& floats) { return floats.bytes.size() / sizeof(float); }

std::optional<IntegerRange> without_zero(DataType type) {
  constexpr IntegerRange kPositiveDigits{1, 10};
  switch (type) {
    case DataType::kInt32:
    case DataType::kInt64:
    case DataType::kUint8:
    case DataType::kInt8: return kPositiveDigits;
    default: return std::nullopt;
  }
}

template <class T>
void put(Tensor& tensor, std::size_t index, T value) {
  std::memcpy(tensor.bytes.data() + index * sizeof value, &value, sizeof value);
}

template <class T>
Status put_integer(Tensor& tensor, std::size_t index, double value, const std::string& what) {
  const double whole = std::floor(value);
  // The upper limit of INT64 is no double; 2^63 is.
  const double above = std::ldexp(1.0, std::numeric_limits<T>::digits);
  if (whole < static_cast<double>(std::numeric_limits<T>::min()) || whole >= above) {
    return out_of_range(
        fmt::format("{}: {} does not fit into {}", what, whole, to_string(tensor.type)));
  }
  put(tensor, index, static_cast<T>(whole));
  return Status::ok();
}

Status put_number(Tensor& tensor, std::size_t index, double value, const std::string& what) {
  const auto single = static_cast<float>(value);
  switch (tensor.type) {
    case DataType::kFloat: put(tensor, index, single); return Status::ok();
    case DataType::kHalf: put(tensor, index, Half(single).bits); return Status::ok();
    case DataType::kBf16: put(tensor, index, BFloat16(single).bits); return Status::ok();
    case DataType::kInt32: return put_integer<std::int32_t>(tensor, index, value, what);
    case DataType::kInt64: return put_integer<std::int64_t>(tensor, index, value, what);
    case DataType::kUint8: return put_integer<std::uint8_t>(tensor, index, value, what);
    case DataType::kInt8: return put_integer<std::int8_t>(tensor, index, value, what);
    default:
      return invalid_argument(what + ": " + to_string(tensor.type) + " has no range of numbers");
  }
}

Status check_ranges(const Dims& dims, const std::vector<double>& low,
                    const std::vector<double>& high, const std::string& what) {
  for (const auto* list : {&low, &high}) {
    const auto length = static_cast<std::int64_t>(list->size());
    if (length == 1 || (!dims.empty() && length == dims.back())) continue;
    return invalid_argument(
        fmt::format("{}: {} bounds for the last axis of {}; give one, or one "
                    "for each place on that axis",
                    what, length, to_string(dims)));
  }
  for (std::size_t i = 0; i < std::max(low.size(), high.size()); ++i) {
    const double from = low[i % low.size()], to = high[i % high.size()];
    if (from < to) continue;
    return invalid_argument(fmt::format(
        "{}: the range from {} to {} is empty; low must be below high", what, from, to));
  }
  return Status::ok();
}

}  // namespace

Result<Tensor> sparse_tensor(DataType type, const Dims& dims, std::uint64_t seed,
                             std::string_view stream, double zero_share) {
  if (!(zero_share >= 0 && zero_share <= 1)) {
    return invalid_argument(
        fmt::format("random input {}: a share of zeros is 0 to 1, not {}", stream, zero_share));
  }
  auto tensor = random_tensor(type, dims, seed, stream, without_zero(type));
  if (!tensor.is_ok()) return tensor;
  const auto choice = random_tensor(DataType::kFloat, dims, seed, std::string(stream) + ":zeros");
  if (!choice.is_ok()) return choice.status();
  const std::size_t count = elements_of(*choice);
  const std::size_t width = count == 0 ? 0 : tensor->bytes.size() / count;
  if (type == DataType::kBool) std::memset(tensor->bytes.data(), 1, tensor->bytes.size());
  for (std::size_t i = 0; i < count; ++i) {
    if ((float_at(*choice, i) + 1.0F) / 2.0F >= static_cast<float>(zero_share)) continue;
    std::memset(tensor->bytes.data() + i * width, 0, width);
  }
  return tensor;
}

Result<Tensor> uniform_tensor(DataType type, const Dims& dims, std::uint64_t seed,
                              std::string_view stream, const std::vector<double>& low,
                              const std::vector<double>& high) {
  const std::string what = "random input " + std::string(stream);
  PLUGSMITH_RETURN_IF_ERROR(check_ranges(dims, low, high, what));
  const auto choice = random_tensor(DataType::kFloat, dims, seed, stream);
  if (!choice.is_ok()) return choice.status();
  const auto bytes = byte_count(type, dims, what);
  if (!bytes.is_ok()) return bytes.status();
  Tensor tensor{type, dims, std::vector<std::byte>(static_cast<std::size_t>(*bytes))};
  for (std::size_t i = 0; i < elements_of(*choice); ++i) {
    const double from = low[i % low.size()], to = high[i % high.size()];
    const double share = (static_cast<double>(float_at(*choice, i)) + 1.0) / 2.0;
    PLUGSMITH_RETURN_IF_ERROR(put_number(tensor, i, from + share * (to - from), what));
  }
  return tensor;
}

}  // namespace plugsmith::io
