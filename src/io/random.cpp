// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "io/random.hpp"

#include <cstring>

#include "plugsmith/half.hpp"

namespace plugsmith::io {
namespace {

constexpr std::uint64_t kDigits = 10;

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

}  // namespace

Result<Tensor> random_tensor(DataType type, const Dims& dims, std::uint64_t seed,
                             std::string_view stream) {
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
      fill<std::int32_t>(tensor, key,
                         [](std::uint64_t bits) { return std::int32_t(bits % kDigits); });
      return tensor;
    case DataType::kInt64:
      fill<std::int64_t>(tensor, key,
                         [](std::uint64_t bits) { return std::int64_t(bits % kDigits); });
      return tensor;
    case DataType::kUint8:
      fill<std::uint8_t>(tensor, key,
                         [](std::uint64_t bits) { return std::uint8_t(bits % kDigits); });
      return tensor;
    case DataType::kInt8:
      fill<std::int8_t>(tensor, key,
                        [](std::uint64_t bits) { return std::int8_t(int(bits % 128U) - 64); });
      return tensor;
    case DataType::kBool:
      fill<std::uint8_t>(tensor, key, [](std::uint64_t bits) { return std::uint8_t(bits & 1U); });
      return tensor;
    default:
      return invalid_argument(what + ": no random numbers for " + to_string(type) +
                              "; give a .npy file");
  }
}

}  // namespace plugsmith::io
