// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInfer.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace plugsmith::testing {

/// The method in which a probe misbehaves, as the recordings of failures name it.
enum class Fault {
  kNone,
  kNoBuildCapability,
  kClone,
  kName,
  kOutputCount,
  kConfigure,
  kDataTypes,
  kShapes,
  kWorkspace,
  kSetTactic,
  kOnShapeChange,
  kEnqueue,
  kAttach,
  kFields,
  kCreateAtRuntime,
  // Faults that TensorRT was not recorded with
  kCloneReturnsThis,
  kAttachReturnsThis,
  kWrongCapabilityKind,
  kTypesNotWritten,
  kBoolOutput,
  kShapesNotWritten,
  kNullDimension,
  kNegativeDimension,
  kDivisionByZero,
  kOverflow,
  kStaleExpression,
  kTooManyTactics,
  kZeroTactic,
  kZeroLimit,
  kAliasOutOfRange,
  kWorkspaceMinusOne,
  kFieldWithoutData,
  kCreateNull,
};

/// What a probe plugin does. Everything is plain data, so that a test reads like a table.
struct ProbeBehaviour {
  Fault fault = Fault::kNone;
  /// Whether the type and format are taken at a position.
  std::function<bool(int position, const nvinfer1::PluginTensorDesc& desc)> accepts =
      [](int, const nvinfer1::PluginTensorDesc& desc) {
        return desc.format == nvinfer1::TensorFormat::kLINEAR;
      };
  std::vector<std::int32_t> tactics;
  std::size_t workspace_bytes = 0;
  const char* timing_cache_id = nullptr;
  bool build_v2 = false;  ///< has getAliasedInput, which answers 0
  /// Two outputs [n, 2] INT32 and the size tensor n INT64: TensorRT's data-dependent scenario.
  bool data_dependent = false;
  std::int64_t real_size = 2;  ///< what a data-dependent probe writes as n
  /// Called instead of the default enqueue, which fills nothing.
  std::function<std::int32_t(const nvinfer1::PluginTensorDesc* in,
                             const nvinfer1::PluginTensorDesc* out, const void* const* inputs,
                             void* const* outputs, void* workspace)>
      compute;
  std::vector<std::int32_t>* tactics_seen = nullptr;
};

/// A creator "Probe", version "1", whose plugins behave as the one did with which real TensorRT was
/// recorded: one input, one output of its shape, one field "target". Lives as long as it is
/// registered.
class ProbeCreator final : public nvinfer1::IPluginCreatorV3One {
 public:
  explicit ProbeCreator(ProbeBehaviour behaviour);

  nvinfer1::IPluginV3* createPlugin(nvinfer1::AsciiChar const* name,
                                    nvinfer1::PluginFieldCollection const* fields,
                                    nvinfer1::TensorRTPhase phase) noexcept override;
  nvinfer1::PluginFieldCollection const* getFieldNames() noexcept override { return &fields_; }
  nvinfer1::AsciiChar const* getPluginName() const noexcept override { return "Probe"; }
  nvinfer1::AsciiChar const* getPluginVersion() const noexcept override { return "1"; }
  nvinfer1::AsciiChar const* getPluginNamespace() const noexcept override { return ""; }

  /// Plugin objects that are alive.
  int alive() const { return alive_; }

 private:
  ProbeBehaviour behaviour_;
  nvinfer1::PluginField field_{"target", nullptr, nvinfer1::PluginFieldType::kINT32, 1};
  nvinfer1::PluginFieldCollection fields_{1, &field_};
  int alive_ = 0;
};

}  // namespace plugsmith::testing
