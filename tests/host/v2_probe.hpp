// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInfer.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

// The IPluginV2 family is deprecated, but TensorRT 10 and 11 still run it.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace plugsmith::testing {

/// The method in which a probe of the IPluginV2 family misbehaves.
enum class V2Fault {
  kNone,
  kCreateNull,
  kDeserializeNull,
  kOtherMajor,
  kPython,
  kUnknownClass,
  kClone,
  kCloneReturnsThis,
  kTypeNull,
  kOtherType,
  kOutputCount,
  kDataType,
  kBoolOutput,
  kDimensionsNotWritten,
  kNullDimension,
  kStaleExpression,
  kSizeTensor,
  kWorkspaceMinusOne,
  kWorkspace,
  kInitialize,
  kInitializeAtRuntime,
  kSizeMinusOne,
  kSizeGrows,
  kSerializeBeyond,
  kSerializeBefore,
  kSerializeLess,
  kSerializeRandom,
  kEnqueue,
};

struct V2Behaviour {
  V2Fault fault = V2Fault::kNone;
  std::function<bool(int position, const nvinfer1::PluginTensorDesc& desc)> accepts =
      [](int, const nvinfer1::PluginTensorDesc& desc) {
        return desc.format == nvinfer1::TensorFormat::kLINEAR;
      };
  std::size_t workspace_bytes = 0;
  std::function<std::int32_t(const void* const* inputs, void* const* outputs)> compute;
};

/// What probes of one creator share.
struct V2Record {
  V2Behaviour behaviour;
  std::vector<std::string> calls;  ///< as the probe of the recordings printed them
  int objects = 0;                 ///< made so far
  int alive = 0;
  int initialized = 0;  ///< initialize without terminate
};

/// A creator "Probe", version "1", of an IPluginV2DynamicExt that behaves and prints as the one did
/// with which real TensorRT was recorded: one input, one output of its shape whose last two
/// dimensions are the field "target", 32. Lives as long as it is registered.
class V2ProbeCreator final : public nvinfer1::IPluginCreator {
 public:
  explicit V2ProbeCreator(V2Behaviour behaviour) { record_.behaviour = std::move(behaviour); }

  nvinfer1::IPluginV2* createPlugin(
      nvinfer1::AsciiChar const* name,
      nvinfer1::PluginFieldCollection const* fields) noexcept override;
  nvinfer1::IPluginV2* deserializePlugin(nvinfer1::AsciiChar const* name, void const* data,
                                         std::size_t bytes) noexcept override;
  nvinfer1::PluginFieldCollection const* getFieldNames() noexcept override { return &fields_; }
  nvinfer1::AsciiChar const* getPluginName() const noexcept override { return "Probe"; }
  nvinfer1::AsciiChar const* getPluginVersion() const noexcept override { return "1"; }
  nvinfer1::AsciiChar const* getPluginNamespace() const noexcept override { return ""; }
  void setPluginNamespace(nvinfer1::AsciiChar const*) noexcept override {}

  V2Record& record() { return record_; }

 private:
  nvinfer1::IPluginV2* make(const std::string& call, bool deserialized);

  V2Record record_;
  nvinfer1::PluginField field_{"target", nullptr, nvinfer1::PluginFieldType::kINT32, 1};
  nvinfer1::PluginFieldCollection fields_{1, &field_};
};

}  // namespace plugsmith::testing

#pragma GCC diagnostic pop
