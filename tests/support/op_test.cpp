// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/op_test.hpp"

#include <cstdlib>
#include <cstring>
#include <random>

#include "tests/support/buffers.hpp"
#include "tests/support/real_tensorrt.hpp"

namespace plugsmith::testing {
namespace {

template <class T>
double as_double(T value) {
  if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>) {
    return static_cast<double>(static_cast<float>(value));
  } else {
    return static_cast<double>(value);
  }
}

}  // namespace

std::string to_string(Backend backend) {
  switch (backend) {
    case Backend::kReference: return "Reference";
    case Backend::kEmbedded: return "Embedded";
    case Backend::kCuda: return "Cuda";
    case Backend::kTensorRT: return "TensorRT";
  }
  return "";
}

TestTensor tensor(DataType type, const Shape& shape, const std::vector<double>& values) {
  TestTensor result{type, shape, {}};
  result.bytes.resize(static_cast<std::size_t>(bytes_of(type, shape.volume())));
  const Status filled = dispatch(type, [&](auto zero) {
    using T = decltype(zero);
    auto* out = reinterpret_cast<T*>(result.bytes.data());
    for (std::size_t i = 0; i < values.size(); ++i) out[i] = round_to<T>(values[i]);
    return Status::ok();
  });
  EXPECT_TRUE(filled.is_ok()) << filled.message();
  EXPECT_EQ(static_cast<std::int64_t>(values.size()), shape.volume());
  return result;
}

TestTensor random_tensor(DataType type, const Shape& shape, double low, double high,
                         unsigned seed) {
  std::mt19937 generator(seed);
  std::vector<double> values(static_cast<std::size_t>(shape.volume()));
  for (double& value : values) {
    value = low + (high - low) * (static_cast<double>(generator()) / 4294967296.0);
  }
  return tensor(type, shape, values);
}

std::vector<double> values_of(const TestTensor& tensor) {
  std::vector<double> values(static_cast<std::size_t>(tensor.shape.volume()));
  const Status read = dispatch(tensor.type, [&](auto zero) {
    using T = decltype(zero);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = as_double(tensor.as<T>()[i]);
    return Status::ok();
  });
  EXPECT_TRUE(read.is_ok()) << read.message();
  return values;
}

double epsilon_of(DataType type) {
  switch (type) {
    case DataType::kFloat: return 0x1p-23;
    case DataType::kHalf: return 0x1p-10;
    case DataType::kBf16: return 0x1p-7;
    default: return 0.0;
  }
}

FieldData int_field(const char* name, std::int32_t value) {
  FieldData field{name, FieldType::kInt32, 1, std::vector<unsigned char>(sizeof value)};
  std::memcpy(field.bytes.data(), &value, sizeof value);
  return field;
}

FieldData float_field(const char* name, float value) {
  FieldData field{name, FieldType::kFloat32, 1, std::vector<unsigned char>(sizeof value)};
  std::memcpy(field.bytes.data(), &value, sizeof value);
  return field;
}

void OpTest::SetUp() {
  if (GetParam() == Backend::kCuda) {
    const std::string reason = why_no_cuda_device();
    if (!reason.empty()) GTEST_SKIP() << reason;
  }
  if (GetParam() == Backend::kTensorRT) {
    const std::string reason = why_no_real_tensorrt();
    if (!reason.empty()) GTEST_SKIP() << reason;
  }
}

std::string why_no_large_tensors(Backend backend) {
  if (backend != Backend::kCuda) return "more than 2^31 elements: on CUDA only";
  return std::getenv("PLUGSMITH_LARGE_TESTS") != nullptr
             ? ""
             : "more than 2^31 elements: set PLUGSMITH_LARGE_TESTS=1 (needs 20 GiB)";
}

std::vector<Backend> all_backends() {
  return {Backend::kReference, Backend::kEmbedded, Backend::kCuda, Backend::kTensorRT};
}
std::string backend_name(const ::testing::TestParamInfo<Backend>& info) {
  return to_string(info.param);
}

}  // namespace plugsmith::testing
