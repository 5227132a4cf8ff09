// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferConsistency.h>
#include <NvInferSafePlugin.h>
#include <NvInferSafeRuntime.h>

#include <vector>

// y = x > limit ? x : value against the safety interfaces of TensorRT 11.4's public headers. The
// runtime that would load it is not public, so it is compiled, and driven by its own tests only
// (docs/safety.md).

namespace example {

/// All capabilities in one object. Shapes are fixed; nothing is allocated after initResource().
class ThresholdSafe final : public nvinfer1::IPluginV3,
                            public nvinfer2::safe::IPluginV3OneSafeCore,
                            public nvinfer2::safe::IPluginV3OneSafeBuild,
                            public nvinfer2::safe::IPluginV3OneSafeRuntime {
 public:
  using Descriptor = nvinfer2::safe::TensorDescriptor;
  ThresholdSafe(float limit, float value);

  // IPluginV3, and the runtime capability's own clone()
  nvinfer1::IPluginCapability* getCapabilityInterface(
      nvinfer1::PluginCapabilityType type) noexcept override;
  nvinfer1::IPluginV3* clone() noexcept override;

  // IPluginV3OneSafeCore
  char const* getPluginName() const noexcept override { return "Threshold"; }
  char const* getPluginVersion() const noexcept override { return "1.safe"; }
  char const* getPluginNamespace() const noexcept override { return ""; }

  // IPluginV3OneSafeBuild
  std::int32_t getNbOutputs() const noexcept override { return 1; }
  std::int32_t getOutputDataTypes(nvinfer1::DataType* outputs, std::int32_t output_count,
                                  nvinfer1::DataType const* inputs,
                                  std::int32_t input_count) const noexcept override;
  std::int32_t getOutputShapes(nvinfer1::Dims const* inputs, std::int32_t input_count,
                               nvinfer1::Dims* outputs,
                               std::int32_t output_count) const noexcept override;
  bool supportsFormatCombination(std::int32_t pos, Descriptor const* in_out, std::int32_t inputs,
                                 std::int32_t outputs) noexcept override;
  std::int32_t configurePlugin(Descriptor const* in, std::int32_t inputs, Descriptor const* out,
                               std::int32_t outputs) noexcept override;

  // IPluginV3OneSafeRuntime
  std::int32_t initResource(
      nvinfer2::safe::ISafePluginResourceContext const* context) noexcept override;
  std::int32_t enqueue(Descriptor const* input_desc, Descriptor const* output_desc,
                       void const* const* inputs, void* const* outputs, void* workspace,
                       cudaStream_t stream) noexcept override;
  nvinfer1::PluginFieldCollection const* getFieldsToSerialize() noexcept override;

 private:
  ThresholdSafe(ThresholdSafe const& other) : ThresholdSafe(other.limit_, other.value_) {}

  float limit_, value_;
  nvinfer1::PluginField fields_[2];
  nvinfer1::PluginFieldCollection collection_{};
};

/// A safe creator keeps a recorder; what it refuses is reported there.
class ThresholdSafeCreator final : public nvinfer2::safe::ISafePluginCreatorV3One {
 public:
  ThresholdSafeCreator();
  nvinfer1::IPluginV3* createPlugin(char const* name, nvinfer1::PluginFieldCollection const* fc,
                                    nvinfer1::TensorRTPhase phase) noexcept override;
  nvinfer1::PluginFieldCollection const* getFieldNames() noexcept override { return &collection_; }
  char const* getPluginName() const noexcept override { return "Threshold"; }
  char const* getPluginVersion() const noexcept override { return "1.safe"; }
  char const* getPluginNamespace() const noexcept override { return ""; }
  nvinfer2::safe::ISafeRecorder* getSafeRecorder() const noexcept override { return recorder_; }
  void setSafeRecorder(nvinfer2::safe::ISafeRecorder& recorder) noexcept override {
    recorder_ = &recorder;
  }

 private:
  nvinfer1::IPluginV3* refuse(char const* why) const noexcept;

  nvinfer1::PluginField fields_[2];
  nvinfer1::PluginFieldCollection collection_{};
  nvinfer2::safe::ISafeRecorder* recorder_ = nullptr;
};

/// What the consistency checker asks of a plugin in an engine: do its tensors and fields agree with
/// what the plugin computes?
class ThresholdChecker final : public nvinfer2::safe::consistency::IPluginChecker {
 public:
  bool validate(std::vector<nvinfer2::safe::TensorDescriptor> const& inputs,
                std::vector<nvinfer2::safe::TensorDescriptor> const& outputs,
                nvinfer1::PluginFieldCollection* fc) noexcept override;
};

}  // namespace example
