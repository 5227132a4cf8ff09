// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <type_traits>
#include <utility>

#include "fake_cublaslt_test.hpp"
#include "linear_examples_test.hpp"
#include "src/trt/plugin_core.hpp"
#include "src/trt/shared_weights.hpp"
#include "tests/support/buffers.hpp"

// The op's state and what it asks of the vendor library.

namespace plugsmith::ops::linear_tests {
namespace {

using cublaslt::Fake;
using linear_op::Activation;
using linear_op::Matmul;
using linear_op::Product;

static_assert(std::is_nothrow_move_constructible_v<Linear::State> &&
                  !std::is_copy_constructible_v<Linear::State>,
              "a state has one owner");

/// Sets PLUGSMITH_CUBLASLT for a scope.
class LibraryPath {
 public:
  explicit LibraryPath(const char* path) {
    const char* old = std::getenv(cublaslt::kPathVariable);
    had_ = old != nullptr;
    if (had_) old_ = old;
    setenv(cublaslt::kPathVariable, path, 1);
  }
  ~LibraryPath() {
    if (had_) {
      setenv(cublaslt::kPathVariable, old_.c_str(), 1);
    } else {
      unsetenv(cublaslt::kPathVariable);
    }
  }
  LibraryPath(const LibraryPath&) = delete;
  LibraryPath& operator=(const LibraryPath&) = delete;

 private:
  bool had_ = false;
  std::string old_;
};

/// Counts uploads, which need a device.
class NoUploads final : public WeightUploader {
 public:
  Result<const void*> upload(const std::string&, const void*, std::int64_t) override {
    ++uploads;
    return internal_error("no device");
  }
  int uploads = 0;
};

Linear small_op() {
  Linear op;
  op.out_features = 2;
  op.weight = {1, 2, 3, 4};
  op.bias = {5, 6};
  return op;
}

// Opens a state for float16 x [1, 2].
Status open_state(const AnyOp& op, WeightUploader& uploader) {
  const TypeFormat half{DataType::kHalf, TensorFormat::kLinear};
  const ConstTensorView x(half, {1, 2}, nullptr);
  const TensorView y(half, {1, 2}, nullptr);
  OpenContext context(op.traits().table, {&x, 1, &y}, {}, uploader);
  return op.open(context).status();
}

TEST(LinearLibrary, SaysWhatItLookedForAndWhatToInstallWhenCublasLtIsMissing) {
  const LibraryPath path("/nowhere/libcublasLt.so.13");
  NoUploads uploader;
  const Status opened = open_state(*any_op(small_op()), uploader);
  EXPECT_EQ(opened.code(), StatusCode::kUnsupported);
  EXPECT_EQ(opened.message().find("Linear_PS: no usable cuBLASLt (/nowhere/libcublasLt.so.13: "),
            0U)
      << opened.message();
  EXPECT_NE(opened.message().find("pip install nvidia-cublas"), std::string::npos);
  EXPECT_EQ(uploader.uploads, 0);
}

TEST(LinearLibrary, RefusesALibraryThatIsNotCublasLt) {
  const LibraryPath path(PLUGSMITH_PLUGIN_LIBRARY);
  const auto api = cublaslt::load();
  ASSERT_FALSE(api.is_ok());
  EXPECT_EQ(api.status().code(), StatusCode::kUnsupported);
  EXPECT_NE(api.status().message().find(": has no cublasLtCreate); install it"), std::string::npos)
      << api.status().message();
}

TEST(LinearLibrary, RefusesARelativePath) {
  const LibraryPath path("libcublasLt.so");
  const auto api = cublaslt::load();
  ASSERT_FALSE(api.is_ok());
  EXPECT_EQ(api.status().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(api.status().message(),
            "Linear_PS: PLUGSMITH_CUBLASLT is \"libcublasLt.so\"; must be the absolute path of "
            "libcublasLt.so");
}

TEST(LinearLibrary, LeavesTheReferenceWithoutCublasLt) {
  const LibraryPath path("/nowhere/libcublasLt.so.13");
  testing::OpRunner runner(op_entry<Linear>(), Backend::kEmbedded);
  const auto y = runner.run(make_example({DataType::kHalf, {2, 3}, 4}, 1).call);
  EXPECT_TRUE(y.is_ok()) << y.status().message();
}

TEST(LinearLibrary, HasAShortTimingCacheIdThatTellsWeightsApart) {
  Linear op = small_op();
  op.weight.assign(4096, 0.125F);
  const std::string id = trt::PluginCore(any_op(op), "tests").timing_cache_id();
  EXPECT_LT(id.size(), 200U) << id;
  EXPECT_NE(id.find("weight=4096 values "), std::string::npos) << id;
  op.weight[4095] = 0.25F;
  EXPECT_NE(trt::PluginCore(any_op(op), "tests").timing_cache_id(), id);
}

TEST(LinearLibrary, SharesItsWeightsBetweenTwoContexts) {
  const std::string reason = testing::why_no_cuda_device();
  if (!reason.empty()) GTEST_SKIP() << reason;
  const auto api = cublaslt::load();
  if (!api.is_ok()) GTEST_SKIP() << api.status().message();
  // Brings a plugin registry into the process.
  testing::OpRunner runner(op_entry<Linear>(), Backend::kEmbedded);
  ASSERT_TRUE(runner.run(make_example({DataType::kHalf, {1, 1}, 1}, 1).call).is_ok());

  const Linear op = small_op();
  const TypeFormat half{DataType::kHalf, TensorFormat::kLinear};
  const ConstTensorView x(half, {1, 2}, nullptr);
  const TensorView y(half, {1, 2}, nullptr);
  const OpEntry entry = op_entry<Linear>();
  trt::SharedWeights first_weights, second_weights;
  OpenContext first(entry.traits->table, {&x, 1, &y}, {}, first_weights);
  OpenContext second(entry.traits->table, {&x, 1, &y}, {}, second_weights);
  Linear::State a, b;
  const Status opened = op.open(first, a);
  ASSERT_TRUE(opened.is_ok()) << opened.message();
  ASSERT_TRUE(op.open(second, b).is_ok());
  EXPECT_NE(a.weight, nullptr);
  EXPECT_EQ(a.weight, b.weight);
  EXPECT_EQ(a.bias, b.bias);
  EXPECT_NE(a.weight, a.bias);
}

// y of one product through the fake; `at` shifts x off its alignment.
Values multiply_with_fake(Matmul& matmul, const Product& p, const Values& x, const Values& w,
                          const Values& b, std::size_t at = 0) {
  EXPECT_TRUE(matmul.plan(p, nullptr).is_ok());
  const TestTensor xs = testing::tensor(p.type, {p.rows, p.features}, x);
  const TestTensor ws = testing::tensor(p.type, {p.outputs, p.features}, w);
  const TestTensor bs = testing::tensor(p.type, {static_cast<std::int64_t>(b.size())}, b);
  const bool int8 = p.type == DataType::kInt8;
  TestTensor y = testing::tensor(int8 ? DataType::kInt32 : p.type, {p.rows, p.outputs},
                                 Values(static_cast<std::size_t>(p.rows * p.outputs)));
  const auto place = [](const TestTensor& tensor, std::size_t shift) {
    auto buffer = std::make_unique<testing::GuardedBuffer>(testing::GuardedBuffer::Place::kHost,
                                                           tensor.bytes.size(), shift);
    buffer->write(tensor.bytes);
    return buffer;
  };
  const auto xb = place(xs, at), wb = place(ws, 0), bb = place(bs, 0), yb = place(y, 0);
  const Status ran = matmul.run(
      {xb->data(), wb->data(), p.has_bias ? bb->data() : nullptr, yb->data(), nullptr}, nullptr);
  EXPECT_TRUE(ran.is_ok()) << ran.message();
  EXPECT_TRUE(yb->check_guards("y").is_ok());
  y.bytes = yb->read();
  return testing::values_of(y);
}

class LinearMatmul : public ::testing::Test {
 protected:
  LinearMatmul() { Fake::instance() = Fake(); }
};

TEST_F(LinearMatmul, DescribesARowMajorProductToAColumnMajorLibrary) {
  {
    Matmul matmul;
    ASSERT_TRUE(matmul.open(Fake::api()).is_ok());
    EXPECT_EQ(multiply_with_fake(matmul, {DataType::kHalf, 2, 3, 2}, {1, 2, 3, 4},
                                 {1, 0, 0, 1, 1, -1}, {}),
              (Values{1, 2, -1, 3, 4, -1}));
    // A second shape on the same object.
    EXPECT_EQ(multiply_with_fake(matmul, {DataType::kBf16, 1, 2, 3, Activation::kRelu, true},
                                 {1, 2, 3}, {1, 1, 1, -1, -1, -1}, {10, 1}),
              (Values{16, 0}));
    EXPECT_EQ(multiply_with_fake(matmul, {DataType::kInt8, 1, 4, 4}, {100, 100, 100, 100},
                                 Values(16, 127), {}),
              (Values{50800, 50800, 50800, 50800}));
    Matmul moved = std::move(matmul);
    EXPECT_EQ(multiply_with_fake(moved, {DataType::kHalf, 1, 1, 1}, {2}, {3}, {}), (Values{6}));
  }
  EXPECT_EQ(Fake::instance().live, 0);
}

TEST_F(LinearMatmul, TakesAnAlgorithmThatFitsTheAlignment) {
  Matmul matmul;
  ASSERT_TRUE(matmul.open(Fake::api()).is_ok());
  multiply_with_fake(matmul, {DataType::kHalf, 1, 1, 1}, {2}, {3}, {});
  EXPECT_EQ(Fake::instance().last_alignment, 16U);
  multiply_with_fake(matmul, {DataType::kHalf, 1, 1, 1}, {2}, {3}, {}, 2);
  EXPECT_EQ(Fake::instance().last_alignment, 2U);
}

TEST_F(LinearMatmul, RefusesAddressesThatNoAlgorithmServes) {
  Fake::instance().has_unaligned = false;
  Matmul matmul;
  ASSERT_TRUE(matmul.open(Fake::api()).is_ok());
  alignas(256) unsigned char memory[1024];
  const auto at = [&](std::size_t offset) { return static_cast<void*>(memory + offset); };
  const Matmul::Operands operands{at(0), at(512), nullptr, at(768), nullptr};
  Status ran = matmul.run(operands, nullptr);
  EXPECT_EQ(ran.code(), StatusCode::kUnsupported);
  EXPECT_NE(ran.message().find("the last change of shape failed"), std::string::npos);
  ASSERT_TRUE(matmul.plan({DataType::kHalf, 1, 3, 2}, nullptr).is_ok());
  ran = matmul.run({at(2), at(512), nullptr, at(768), nullptr}, nullptr);
  EXPECT_EQ(ran.message(),
            "Linear_PS: no algorithm was planned for float16 x [1,2] and weight [3,2] at "
            "addresses that are no multiples of 16 bytes; align them");
  ran = matmul.run({at(1), at(512), nullptr, at(768), nullptr}, nullptr);
  EXPECT_EQ(ran.code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(ran.message(), "Linear_PS: a tensor's address is no multiple of 2 bytes; align it");
}

TEST_F(LinearMatmul, LeavesNothingBehindWhicheverCallFails) {
  constexpr int kMoreThanThereAre = 100;
  int failures = 0;
  for (int call = 0; call < kMoreThanThereAre; ++call) {
    Fake::instance() = Fake();
    Fake::instance().calls_until_fail = call;
    {
      Matmul matmul;
      Status status = matmul.open(Fake::api());
      if (status.is_ok()) {
        status = matmul.plan({DataType::kHalf, 1, 1, 1, Activation::kRelu, true}, nullptr);
      }
      if (!status.is_ok()) {
        ++failures;
        EXPECT_EQ(status.code(), StatusCode::kCuda);
        EXPECT_NE(status.message().find(" failed with CUBLAS_STATUS_ALLOC_FAILED (3)"),
                  std::string::npos)
            << status.message();
      }
    }
    EXPECT_EQ(Fake::instance().live, 0) << "call " << call;
  }
  EXPECT_GT(failures, 10);
}

}  // namespace
}  // namespace plugsmith::ops::linear_tests
