// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <type_traits>

#include "tests/host/v2_probe_host.hpp"

// The older three interfaces of the family: static shapes in a network of explicit batch.

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace plugsmith::testing {
namespace {

using namespace nvinfer1;

struct Seen {
  std::vector<std::string> calls;
  int alive = 0;
};

std::string text(const Dims& dims) {
  std::string result = "[";
  for (std::int32_t i = 0; i < dims.nbDims; ++i) {
    result += (i == 0 ? "" : ",") + std::to_string(dims.d[i]);
  }
  return result + "]";
}

/// What the three have in common: halves the last dimension and negates the first element.
template <class Interface>
class Common : public Interface {
 public:
  explicit Common(Seen& seen) : seen_(seen) { ++seen_.alive; }
  Common(const Common& other) : Common(other.seen_) {}
  Common& operator=(const Common&) = delete;

  AsciiChar const* getPluginType() const noexcept override { return "Probe"; }
  AsciiChar const* getPluginVersion() const noexcept override { return "1"; }
  std::int32_t getNbOutputs() const noexcept override { return 1; }
  Dims getOutputDimensions(std::int32_t, Dims const* inputs, std::int32_t) noexcept override {
    call("getOutputDimensions " + text(inputs[0]));
    Dims dims = inputs[0];
    dims.d[dims.nbDims - 1] /= 2;
    return dims;
  }
  std::int32_t initialize() noexcept override { return 0; }
  void terminate() noexcept override {}
  std::size_t getWorkspaceSize(std::int32_t batch) const noexcept override {
    return static_cast<std::size_t>(batch) * 256;
  }
  std::int32_t enqueue(std::int32_t batch, void const* const* inputs, void* const* outputs,
                       void* workspace, cudaStream_t) noexcept override {
    call("enqueue batch " + std::to_string(batch) + (workspace != nullptr ? " with" : " without") +
         " workspace");
    *static_cast<float*>(outputs[0]) = -*static_cast<const float*>(inputs[0]);
    return 0;
  }
  std::size_t getSerializationSize() const noexcept override { return 0; }
  void serialize(void*) const noexcept override {}
  void destroy() noexcept override { delete this; }
  void setPluginNamespace(AsciiChar const*) noexcept override {}
  AsciiChar const* getPluginNamespace() const noexcept override { return ""; }

 protected:
  ~Common() override { --seen_.alive; }
  void call(const std::string& line) const { seen_.calls.push_back(line); }

  Seen& seen_;
};

template <class Interface>
class Extended : public Common<Interface> {
 public:
  using Common<Interface>::Common;
  nvinfer1::DataType getOutputDataType(std::int32_t, nvinfer1::DataType const* types,
                                       std::int32_t) const noexcept override {
    return types[0];
  }
  // No override: TensorRT 11 no longer has them.
  bool isOutputBroadcastAcrossBatch(std::int32_t, bool const*,  // NOLINT
                                    std::int32_t) const noexcept {
    return false;
  }
  bool canBroadcastInputAcrossBatch(std::int32_t) const noexcept { return false; }  // NOLINT
  void attachToContext(cudnnContext*, cublasContext*, IGpuAllocator*) noexcept override {
    this->call("attachToContext");
  }
  void detachFromContext() noexcept override { this->call("detachFromContext"); }
};

class OldProbe final : public Common<IPluginV2> {
 public:
  using Common::Common;
  bool supportsFormat(nvinfer1::DataType type, PluginFormat format) const noexcept override {
    return type == nvinfer1::DataType::kFLOAT && format == PluginFormat::kLINEAR;
  }
  void configureWithFormat(Dims const* in, std::int32_t, Dims const* out, std::int32_t,
                           nvinfer1::DataType, PluginFormat, std::int32_t batch) noexcept override {
    call("configure " + text(in[0]) + " " + text(out[0]) + " batch " + std::to_string(batch));
  }
  IPluginV2* clone() const noexcept override { return new OldProbe(*this); }
};

class ExtProbe final : public Extended<IPluginV2Ext> {
 public:
  using Extended::Extended;
  bool supportsFormat(nvinfer1::DataType type, PluginFormat format) const noexcept override {
    return type == nvinfer1::DataType::kFLOAT && format == PluginFormat::kLINEAR;
  }
  void configurePlugin(Dims const* in, std::int32_t, Dims const* out, std::int32_t,
                       nvinfer1::DataType const*, nvinfer1::DataType const*,
                       bool const* in_broadcast, bool const* out_broadcast, PluginFormat,
                       std::int32_t batch) noexcept override {
    EXPECT_FALSE(in_broadcast[0] || out_broadcast[0]);
    call("configure " + text(in[0]) + " " + text(out[0]) + " batch " + std::to_string(batch));
  }
  IPluginV2Ext* clone() const noexcept override { return new ExtProbe(*this); }
};

class IoExtProbe final : public Extended<IPluginV2IOExt> {
 public:
  using Extended::Extended;
  bool supportsFormatCombination(std::int32_t position, PluginTensorDesc const* ports, std::int32_t,
                                 std::int32_t) const noexcept override {
    return ports[position].type == nvinfer1::DataType::kFLOAT &&
           ports[position].format == nvinfer1::TensorFormat::kLINEAR;
  }
  void configurePlugin(PluginTensorDesc const* in, std::int32_t, PluginTensorDesc const* out,
                       std::int32_t) noexcept override {
    call("configure " + text(in[0].dims) + " " + text(out[0].dims));
  }
  IPluginV2IOExt* clone() const noexcept override { return new IoExtProbe(*this); }
};

template <class Probe>
class StaticCreator final : public IPluginCreator {
 public:
  IPluginV2* createPlugin(AsciiChar const*, PluginFieldCollection const*) noexcept override {
    return new Probe(seen);
  }
  IPluginV2* deserializePlugin(AsciiChar const*, void const*, std::size_t) noexcept override {
    return new Probe(seen);
  }
  PluginFieldCollection const* getFieldNames() noexcept override { return &fields_; }
  AsciiChar const* getPluginName() const noexcept override { return "Probe"; }
  AsciiChar const* getPluginVersion() const noexcept override { return "1"; }
  AsciiChar const* getPluginNamespace() const noexcept override { return ""; }
  void setPluginNamespace(AsciiChar const*) noexcept override {}

  Seen seen;

 private:
  PluginFieldCollection fields_{0, nullptr};
};

template <class Probe>
class StaticV2 : public ::testing::Test {
 protected:
  Status run() {
    auto layer = host_->add_layer(spec_);
    if (!layer.is_ok()) return layer.status();
    auto engine = layer.value()->build({});
    if (!engine.is_ok()) return engine.status();
    workspace_bytes_ = engine.value()->info().workspace_bytes;
    auto context = engine.value()->create_context();
    if (!context.is_ok()) return context.status();
    const auto dims = context.value()->output_dims({spec_.inputs[0].dims}, {});
    if (!dims.is_ok()) return dims.status();
    output_dims_ = dims.value()[0];
    std::vector<float> in(64, 5.0F);
    std::vector<host::MutableTensor> outputs{{out_.data(), output_dims_}};
    return context.value()->run({{in.data(), spec_.inputs[0].dims}}, {}, outputs,
                                host::Execution::kEnqueueOnHost);
  }

  V2Host<StaticCreator<Probe>> host_;
  host::LayerSpec spec_ = v2_layer({2, 3, 4});
  host::DimValues output_dims_;
  std::int64_t workspace_bytes_ = 0;
  std::vector<float> out_ = std::vector<float>(64);
};

using Probes = ::testing::Types<OldProbe, ExtProbe, IoExtProbe>;
TYPED_TEST_SUITE(StaticV2, Probes);

TYPED_TEST(StaticV2, SeesItsDimensionsWithoutTheBatchAndRuns) {
  ASSERT_TRUE(this->host_.registered());
  const Status status = this->run();
  ASSERT_TRUE(status.is_ok()) << status.message();
  EXPECT_EQ(this->output_dims_, (host::DimValues{2, 3, 2}));
  EXPECT_EQ(this->workspace_bytes_, 512);
  EXPECT_EQ(this->out_[0], -5.0F);
  const auto& calls = this->host_.creator().seen.calls;
  const auto count = [&](const std::string& line) {
    return std::count_if(calls.begin(), calls.end(), [&](const std::string& call) {
      return call.compare(0, line.size(), line) == 0;
    });
  };
  EXPECT_EQ(count("getOutputDimensions [3,4]"), count("getOutputDimensions"));
  EXPECT_EQ(count("configure [3,4] [3,2]"), 1);
  EXPECT_EQ(count("enqueue batch 2 with workspace"), 1);
  const bool has_contexts = !std::is_same_v<TypeParam, OldProbe>;
  EXPECT_EQ(count("attachToContext"), has_contexts ? 1 : 0);
  EXPECT_EQ(count("detachFromContext"), has_contexts ? 1 : 0);
  EXPECT_EQ(this->host_.creator().seen.alive, 0);
}

TYPED_TEST(StaticV2, IsRefusedWithOpenDimensionsInASentence) {
  this->spec_.inputs[0].dims = {-1, 3, 4};
  const Status status = this->run();
  EXPECT_EQ(status.code(), StatusCode::kUnsupported);
  EXPECT_NE(status.message().find("which the embedded host runs with static shapes only, but input "
                                  "0 is [-1,3,4]; open dimensions need an IPluginV2DynamicExt"),
            std::string::npos)
      << status.message();
  EXPECT_EQ(this->host_.creator().seen.alive, 0);
}

TYPED_TEST(StaticV2, IsRefusedWithInputsOfDifferentBatches) {
  this->spec_.inputs.push_back({"y", DataType::kFloat, {1, 3, 4}});
  const Status status = this->run();
  EXPECT_EQ(status.code(), StatusCode::kUnsupported);
  EXPECT_NE(status.message().find("takes the outermost dimension of every input as the batch, but "
                                  "input 1 is [1,3,4] and input 0 is [2,3,4]"),
            std::string::npos)
      << status.message();
}

TYPED_TEST(StaticV2, IsRefusedWithATypeThatItDoesNotTake) {
  this->spec_.inputs[0].type = DataType::kHalf;
  const Status status = this->run();
  EXPECT_EQ(status.code(), StatusCode::kUnsupported);
  EXPECT_NE(status.message().find("input/output data types (float16 -> float16)"),
            std::string::npos)
      << status.message();
}

}  // namespace
}  // namespace plugsmith::testing
