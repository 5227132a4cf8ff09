// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
// Against the real library: what needs no GPU everywhere, the rest where there is one.
#include <cuda_runtime_api.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numeric>

#include "src/trt/engine/backend.hpp"

namespace plugsmith::trt {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string library() {
  const char* elsewhere = std::getenv("PLUGSMITH_PLUGIN_LIBRARY");
  return elsewhere != nullptr ? elsewhere : OUR_LIBRARY;
}

// One process has one TensorRT: it is opened once for all tests.
Result<Backend*> real() {
  static const auto backend = [] {
    BackendOptions options;
    if (std::filesystem::exists(TENSORRT_FOLDER)) options.folder = TENSORRT_FOLDER;
    auto opened = Backend::open(std::move(options));
    if (opened.is_ok()) {
      const Status loaded = (*opened)->load_library(library(), {}, LoadAs::kCreators);
      if (!loaded.is_ok()) return Result<std::unique_ptr<Backend>>(loaded);
    }
    return opened;
  }();
  if (!backend.is_ok()) return backend.status();
  return backend->get();
}

class RealTensorRt : public testing::Test {
 protected:
  void SetUp() override {
    auto opened = real();
    if (!opened.is_ok() && opened.status().code() == StatusCode::kUnsupported) {
      GTEST_SKIP() << opened.status().message();
    }
    ASSERT_TRUE(opened.is_ok()) << opened.status().message();
    backend_ = *opened;
  }
  Backend& backend() { return *backend_; }

 private:
  Backend* backend_ = nullptr;
};

class OnDevice : public RealTensorRt {
 protected:
  void SetUp() override {
    RealTensorRt::SetUp();
    if (IsSkipped()) return;
    const Status device = find_device();
    if (!device.is_ok()) GTEST_SKIP() << device.message();
  }
};

FieldData field(const char* name, std::int32_t value) {
  FieldData data{name, FieldType::kInt32, 1, {}};
  const auto* bytes = reinterpret_cast<const unsigned char*>(&value);
  data.bytes.assign(bytes, bytes + sizeof value);
  return data;
}

OneOp pad(std::int32_t height = 4) {
  OneOp op;
  op.name = op.layer_name = "PadTo_PS";
  op.name_space = "plugsmith";
  op.fields = {field("height", height), field("width", 4)};
  op.inputs = {{"x", DataType::kFloat, {{1, 1, 2, 2}, {1, 1, 2, 3}, {1, 1, 2, 4}, {}}}};
  return op;
}

BuildRequest request_for(const OneOp& op) {
  BuildRequest request;
  request.strongly_typed = true;
  Profile profile;
  for (const OneOpInput& input : op.inputs) profile[input.name] = input.range;
  request.profiles = {profile};
  return request;
}

TEST_F(RealTensorRt, TellsItsVersionAndWhereItLies) {
  EXPECT_THAT(backend().version(), testing::StartsWith(std::to_string(Backend::generation())));
  EXPECT_THAT(backend().path(), HasSubstr("libnvinfer.so."));
}

TEST_F(RealTensorRt, RegistersOurLibraryAndTellsItsPorts) {
  const auto creators = backend().creators();
  const auto found = std::find_if(creators.begin(), creators.end(), [](const auto& creator) {
    return creator.name == "PadTo_PS" && creator.kind == "IPluginCreatorV3One";
  });
  ASSERT_NE(found, creators.end());
  EXPECT_EQ(found->name_space, "plugsmith");
  EXPECT_EQ(found->library, library());
  EXPECT_THAT(found->ports, HasSubstr("x in 4 float32"));
  EXPECT_FALSE(found->fields.empty());
}

TEST_F(RealTensorRt, RefusesALibraryThatIsNone) {
  const Status text = backend().load_library(__FILE__, {}, LoadAs::kLibrary);
  EXPECT_EQ(text.code(), StatusCode::kInvalidArgument);
  EXPECT_THAT(text.message(), HasSubstr("cannot be loaded"));
  const Status absent = backend().load_library("/nonexistent.so", {}, LoadAs::kCreators);
  EXPECT_EQ(absent.code(), StatusCode::kInvalidArgument);
}

TEST_F(RealTensorRt, RefusesACreatorThatIsThereAlready) {
  for (const LoadAs how : {LoadAs::kLibrary, LoadAs::kCreators}) {
    const Status again = backend().load_library(library(), {}, how);
    EXPECT_EQ(again.code(), StatusCode::kInvalidArgument);
    EXPECT_THAT(again.message(), HasSubstr("already, by another library?"));
  }
}

TEST_F(RealTensorRt, AsksAPluginForWhatWouldCrash) {
  EXPECT_TRUE(backend().check_plugin(pad()).is_ok());
  const Status refused = backend().check_plugin(pad(-1));
  EXPECT_EQ(refused.code(), StatusCode::kInternal);
  EXPECT_THAT(refused.message(), HasSubstr("createPlugin(kBUILD) returned null"));
  OneOp unknown = pad();
  unknown.name = "NoSuchOp";
  EXPECT_THAT(backend().check_plugin(unknown).message(), HasSubstr("has no creator NoSuchOp"));
}

TEST_F(RealTensorRt, SaysThatItNeedsAGpuWhereThereIsNone) {
  if (find_device().is_ok()) GTEST_SKIP() << "there is a GPU";
  const auto built = backend().build_op(pad(), request_for(pad()));
  ASSERT_FALSE(built.is_ok());
  EXPECT_EQ(built.status().code(), StatusCode::kUnsupported);
  EXPECT_THAT(built.status().message(),
              AllOf(HasSubstr("no GPU that CUDA can use"), HasSubstr("--backend embedded")));
  EXPECT_FALSE(backend().load("x", 1, {}, PlanCode::kRefused).is_ok());
}

Result<RunResult> run_pad(LoadedEngine& engine, const std::vector<float>& values) {
  RunRequest request;
  request.inputs = {{"x",
                     DataType::kFloat,
                     {1, 1, 2, static_cast<std::int64_t>(values.size() / 2)},
                     values.data()}};
  return engine.run(request);
}

std::vector<float> floats(const HostTensor& tensor) {
  const auto* data = reinterpret_cast<const float*>(tensor.bytes.data());
  return {data, data + tensor.bytes.size() / sizeof(float)};
}

TEST_F(OnDevice, BuildsAndRunsAnOp) {
  auto built = backend().build_op(pad(), request_for(pad()));
  ASSERT_TRUE(built.is_ok()) << built.status().message();
  auto engine = backend().load(built->plan.data(), built->plan.size(), {}, PlanCode::kRefused);
  ASSERT_TRUE(engine.is_ok()) << engine.status().message();
  for (const std::vector<float>& values :
       {std::vector<float>{1, 2, 3, 4}, std::vector<float>{1, 2, 3, 4, 5, 6}}) {
    auto result = run_pad(**engine, values);
    ASSERT_TRUE(result.is_ok()) << result.status().message();
    ASSERT_EQ(result->outputs.size(), 1U);
    EXPECT_EQ(result->outputs[0].dims, (DimList{1, 1, 4, 4}));
    const std::vector<float> padded = floats(result->outputs[0]);
    EXPECT_EQ(padded[4], values[values.size() / 2]);
    EXPECT_EQ(std::accumulate(padded.begin(), padded.end(), 0.0F),
              std::accumulate(values.begin(), values.end(), 0.0F));
  }
}

TEST_F(OnDevice, RefusesShapesThatNoProfileTakes) {
  auto built = backend().build_op(pad(), request_for(pad()));
  ASSERT_TRUE(built.is_ok()) << built.status().message();
  auto engine = backend().load(built->plan.data(), built->plan.size(), {}, PlanCode::kRefused);
  ASSERT_TRUE(engine.is_ok()) << engine.status().message();
  auto result = run_pad(**engine, std::vector<float>(10));
  ASSERT_FALSE(result.is_ok());
  EXPECT_EQ(result.status().code(), StatusCode::kInvalidArgument);
  EXPECT_THAT(result.status().message(),
              AllOf(HasSubstr("no profile of the engine takes these shapes"),
                    HasSubstr("x is [1,1,2,5], built for [1,1,2,2] to [1,1,2,4]")));
}

TEST_F(OnDevice, RefusesPlansThatAreCutOrNone) {
  auto built = backend().build_op(pad(), request_for(pad()));
  ASSERT_TRUE(built.is_ok()) << built.status().message();
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{7}, built->plan.size() / 2, built->plan.size() - 1}) {
    auto engine = backend().load(built->plan.data(), size, {}, PlanCode::kRefused);
    ASSERT_FALSE(engine.is_ok()) << size;
    EXPECT_EQ(engine.status().code(), StatusCode::kInvalidArgument) << engine.status().message();
    EXPECT_THAT(engine.status().message(), HasSubstr("truncated or changed"));
  }
}

TEST_F(OnDevice, ReusesATimingCache) {
  auto first = backend().build_op(pad(), request_for(pad()));
  ASSERT_TRUE(first.is_ok()) << first.status().message();
  BuildRequest again = request_for(pad());
  again.timing_cache = first->timing_cache;
  auto second = backend().build_op(pad(), again);
  ASSERT_TRUE(second.is_ok()) << second.status().message();
  EXPECT_EQ(second->timing_cache.size(), first->timing_cache.size());
  again.timing_cache = Blob(100, 7);
  auto junk = backend().build_op(pad(), again);
  ASSERT_FALSE(junk.is_ok());
  EXPECT_THAT(junk.status().message(), HasSubstr("--timing-cache"));
}

// The medians of rounds that take turns: one step here is a copy of 64 MiB.
TEST_F(OnDevice, AddsAtMostATwentiethToEnqueueV3) {
  constexpr std::int64_t kSide = 4096;
  constexpr std::uint64_t kSteps = 500;
  constexpr int kRounds = 9;
  OneOp op = pad();
  op.fields = {field("height", kSide), field("width", kSide)};
  op.inputs[0].range = {{1, 1, kSide, kSide}, {1, 1, kSide, kSide}, {1, 1, kSide, kSide}, {}};
  auto built = backend().build_op(op, request_for(op));
  ASSERT_TRUE(built.is_ok()) << built.status().message();
  auto engine = backend().load(built->plan.data(), built->plan.size(), {}, PlanCode::kRefused);
  ASSERT_TRUE(engine.is_ok()) << engine.status().message();
  const std::vector<float> values(kSide * kSide);
  std::array<std::vector<double>, 2> took;
  for (int round = 0; round < kRounds; ++round) {
    for (const StepTiming timing : {StepTiming::kNone, StepTiming::kEvents}) {
      RunRequest request;
      request.inputs = {{"x", DataType::kFloat, {1, 1, kSide, kSide}, values.data()}};
      request.steps = kSteps;
      request.timing = timing;
      std::uint64_t told = 0;
      if (timing == StepTiming::kEvents) request.on_step = [&](std::uint64_t done) { told = done; };
      auto result = (*engine)->run(request);
      ASSERT_TRUE(result.is_ok()) << result.status().message();
      took[timing == StepTiming::kEvents].push_back(result->steps_ms);
    }
  }
  for (auto& times : took) std::sort(times.begin(), times.end());
  const double ratio = took[1][kRounds / 2] / took[0][kRounds / 2];
  RecordProperty("enqueue_alone_ms", std::to_string(took[0][kRounds / 2]));
  RecordProperty("with_plugsmith_ms", std::to_string(took[1][kRounds / 2]));
  EXPECT_LE(ratio, 1.05);
}

std::size_t free_device_memory() {
  std::size_t free = 0;
  std::size_t total = 0;
  return cudaMemGetInfo(&free, &total) == cudaSuccess ? free : 0;
}

std::size_t resident_pages() {
  std::size_t total = 0;
  std::size_t resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return resident;
}

TEST_F(OnDevice, LeaksNothingOverAHundredBuilds) {
  constexpr int kRounds = 100;
  constexpr int kWarmUp = 10;  // lazy loading of kernels, arenas of the allocator
  std::size_t device = 0;
  std::size_t pages = 0;
  for (int round = 0; round < kRounds; ++round) {
    if (round == kWarmUp) {
      device = free_device_memory();
      pages = resident_pages();
    }
    auto built = backend().build_op(pad(), request_for(pad()));
    ASSERT_TRUE(built.is_ok()) << round << ": " << built.status().message();
    auto engine = backend().load(built->plan.data(), built->plan.size(), {}, PlanCode::kRefused);
    ASSERT_TRUE(engine.is_ok()) << round << ": " << engine.status().message();
    ASSERT_TRUE(run_pad(**engine, {1, 2, 3, 4}).is_ok()) << round;
  }
  const auto device_growth =
      static_cast<std::int64_t>(device) - static_cast<std::int64_t>(free_device_memory());
  const auto host_growth =
      (static_cast<std::int64_t>(resident_pages()) - static_cast<std::int64_t>(pages)) * 4096;
  RecordProperty("device_growth_bytes", std::to_string(device_growth));
  RecordProperty("host_growth_bytes", std::to_string(host_growth));
  EXPECT_LE(device_growth, 4 << 20);
  EXPECT_LE(host_growth, 32 << 20);
}

}  // namespace
}  // namespace plugsmith::trt
