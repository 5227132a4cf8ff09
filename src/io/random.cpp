// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/io/random.hpp"

#include <cstring>
#include <limits>

#include "plugsmith/half.hpp"

namespace plugsmith::io {
namespace {

constexpr IntegerRange kDigits{0, 10};
constexpr IntegerRange kSmallInt8{-64, 64};

std::uint64_t fnv1a(std::string_view text) {
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  return hash;
}

std::uint64_t split_mix(std::uint64_t state) {
  state = (state ^ (state >> 30U)) * 0xBF58476D1CE4E5B9U;
  state = (state ^ (state >> 27U)) * 0x94D049BB133111EBU;
  return state ^ (state >> 31U);
}

float to_float(std::uint64_t bits) {
  return static_cast<float>(bits >> 40U) * 0x1p-23F - 1.0F;  // 24 bits: exact
}

template <class T, class Make>
void fill(Tensor& tensor, std::uint64_t key, Make make) {
  const std::size_t count = tensor.bytes.size() / sizeof(T);
  for (std::size_t i = 0; i < count; ++i) {
    key += 0x9E3779B97F4A7C15U;
    const T value = make(split_mix(key));
    std::memcpy(tensor.bytes.data() + i * sizeof(T), &value, sizeof(T));
  }
}

template <class T>
Status fill_integers(Tensor& tensor, std::uint64_t key, IntegerRange range,
                     const std::string& what) {
  if (tensor.bytes.empty()) return Status::ok();
  if (range.low >= range.high || range.low < std::int64_t{std::numeric_limits<T>::min()} ||
      range.high - 1 > std::int64_t{std::numeric_limits<T>::max()}) {
    return out_of_range(what + ": its values would be at least " + std::to_string(range.low) +
                        " and below " + std::to_string(range.high) + ": " + to_string(tensor.type) +
                        (range.low >= range.high ? to_string(tensor.dims) + " has no such value"
                                                 : " cannot hold them"));
  }
  const std::uint64_t count = static_cast<std::uint64_t>(range.high) -
                              static_cast<std::uint64_t>(range.low);  // wraps as it should
  fill<T>(tensor, key, [&](std::uint64_t bits) {
    return static_cast<T>(static_cast<std::uint64_t>(range.low) + bits % count);
  });
  return Status::ok();
}

}  // namespace

Result<Tensor> random_tensor(DataType type, const Dims& dims, std::uint64_t seed,
                             std::string_view stream, std::optional<IntegerRange> range) {
  const std::string what = "random input " + std::string(stream);
  auto bytes = byte_count(type, dims, what);
  if (!bytes.is_ok()) return bytes.status();
  constexpr std::int64_t kLimit = std::int64_t{1} << 36;
  if (*bytes > kLimit) {
    return out_of_range(what + ": " + to_string(dims) + " needs " + std::to_string(*bytes) +
                        " bytes; the limit is 64 GiB");
  }
  Tensor tensor{type, dims, std::vector<std::byte>(static_cast<std::size_t>(*bytes))};
  const std::uint64_t key = seed ^ fnv1a(stream);
  Status status = Status::ok();
  switch (type) {
    case DataType::kFloat: fill<float>(tensor, key, to_float); return tensor;
    case DataType::kHalf:
      fill<std::uint16_t>(tensor, key,
                          [](std::uint64_t bits) { return Half(to_float(bits)).bits; });
      return tensor;
    case DataType::kBf16:
      fill<std::uint16_t>(tensor, key,
                          [](std::uint64_t bits) { return BFloat16(to_float(bits)).bits; });
      return tensor;
    case DataType::kInt32:
      status = fill_integers<std::int32_t>(tensor, key, range.value_or(kDigits), what);
      break;
    case DataType::kInt64:
      status = fill_integers<std::int64_t>(tensor, key, range.value_or(kDigits), what);
      break;
    case DataType::kUint8:
      status = fill_integers<std::uint8_t>(tensor, key, range.value_or(kDigits), what);
      break;
    case DataType::kInt8:
      status = fill_integers<std::int8_t>(tensor, key, range.value_or(kSmallInt8), what);
      break;
    case DataType::kBool:
      fill<std::uint8_t>(tensor, key, [](std::uint64_t bits) { return std::uint8_t(bits & 1U); });
      return tensor;
    default:
      return invalid_argument(what + ": no random numbers for " + to_string(type) +
                              "; give a .npy file");
  }
  if (!status.is_ok()) return status;
  return tensor;
}

}  // namespace plugsmith::io
