// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInfer.h>

#include <cstdint>
#include <cstdio>
#include <cstring>

#include "plugsmith/status.hpp"
#include "src/trt/reference_abi.hpp"

#define PLUGSMITH_TEST_EXPORT extern "C" __attribute__((visibility("default")))

// The op of the test libraries: y = factor * x in FP32, written against the raw interfaces, with
// one creator for each name.

namespace small_op {

using namespace nvinfer1;

class Core final : public IPluginV3OneCore {
 public:
  explicit Core(const char* name) : name_(name) {}
  AsciiChar const* getPluginName() const noexcept override { return name_; }
  AsciiChar const* getPluginVersion() const noexcept override { return "1"; }
  AsciiChar const* getPluginNamespace() const noexcept override { return ""; }

 private:
  const char* name_;
};

class Build final : public IPluginV3OneBuild {
 public:
  std::int32_t configurePlugin(DynamicPluginTensorDesc const*, std::int32_t,
                               DynamicPluginTensorDesc const*, std::int32_t) noexcept override {
    return 0;
  }
  std::int32_t getOutputDataTypes(DataType* out, std::int32_t, DataType const* in,
                                  std::int32_t) const noexcept override {
    out[0] = in[0];
    return 0;
  }
  std::int32_t getOutputShapes(DimsExprs const* in, std::int32_t, DimsExprs const*, std::int32_t,
                               DimsExprs* out, std::int32_t, IExprBuilder&) noexcept override {
    out[0] = in[0];
    return 0;
  }
  bool supportsFormatCombination(std::int32_t pos, DynamicPluginTensorDesc const* io, std::int32_t,
                                 std::int32_t) noexcept override {
    return io[pos].desc.type == DataType::kFLOAT && io[pos].desc.format == TensorFormat::kLINEAR;
  }
  std::int32_t getNbOutputs() const noexcept override { return 1; }
};

class Reference final : public plugsmith::trt::IReferenceCapability {
 public:
  explicit Reference(float factor) : factor_(factor) {}
  void expect_reference() noexcept override {}
  std::int32_t reference(PluginTensorDesc const* in, PluginTensorDesc const*,
                         void const* const* inputs, void* const* outputs, char* message,
                         std::int32_t message_bytes) noexcept override {
    std::int64_t count = 1;
    for (std::int32_t i = 0; i < in[0].dims.nbDims; ++i) count *= in[0].dims.d[i];
    const auto* x = static_cast<const float*>(inputs[0]);
    auto* y = static_cast<float*>(outputs[0]);
    for (std::int64_t i = 0; i < count; ++i) {
      if (x[i] < 0) {
        std::snprintf(message, static_cast<std::size_t>(message_bytes), "element %d is negative",
                      static_cast<int>(i));
        return static_cast<std::int32_t>(plugsmith::StatusCode::kOutOfRange);
      }
      y[i] = factor_ * x[i];
    }
    return 0;
  }

 private:
  float factor_;
};

class Plugin final : public IPluginV3 {
 public:
  Plugin(const char* name, float factor)
      : name_(name), factor_(factor), core_(name), runtime_(*this), reference_(factor) {}
  IPluginCapability* getCapabilityInterface(PluginCapabilityType type) noexcept override {
    if (type == plugsmith::trt::kReferenceCapability) return &reference_;
    switch (type) {
      case PluginCapabilityType::kCORE: return &core_;
      case PluginCapabilityType::kBUILD: return &build_;
      case PluginCapabilityType::kRUNTIME: return &runtime_;
    }
    return nullptr;
  }
  IPluginV3* clone() noexcept override { return new Plugin(name_, factor_); }

 private:
  class Runtime final : public IPluginV3OneRuntime {
   public:
    explicit Runtime(Plugin& plugin) : plugin_(plugin) {}
    std::int32_t setTactic(std::int32_t) noexcept override { return 0; }
    std::int32_t onShapeChange(PluginTensorDesc const*, std::int32_t, PluginTensorDesc const*,
                               std::int32_t) noexcept override {
      return 0;
    }
    std::int32_t enqueue(PluginTensorDesc const*, PluginTensorDesc const*, void const* const*,
                         void* const*, void*, cudaStream_t) noexcept override {
      return 1;  // there is no device
    }
    IPluginV3* attachToContext(IPluginResourceContext*) noexcept override {
      return plugin_.clone();
    }
    PluginFieldCollection const* getFieldsToSerialize() noexcept override {
      field_ = {"factor", &plugin_.factor_, PluginFieldType::kFLOAT32, 1};
      fields_ = {1, &field_};
      return &fields_;
    }

   private:
    Plugin& plugin_;
    PluginField field_;
    PluginFieldCollection fields_{};
  };

  const char* name_;
  float factor_;
  Core core_;
  Build build_;
  Runtime runtime_;
  Reference reference_;
};

/// The logger that setLoggerFinder or an init function handed over; null before.
inline ILogger* logger = nullptr;

class Creator final : public IPluginCreatorV3One {
 public:
  explicit Creator(const char* name) : name_(name) {}
  IPluginV3* createPlugin(AsciiChar const*, PluginFieldCollection const* given,
                          TensorRTPhase) noexcept override {
    float factor = 2;
    for (std::int32_t i = 0; i < given->nbFields; ++i) {
      if (std::strcmp(given->fields[i].name, "factor") != 0) continue;
      if (given->fields[i].type != PluginFieldType::kFLOAT32) {
        if (logger != nullptr) {
          logger->log(ILogger::Severity::kERROR, "factor must be one float32");
        }
        return nullptr;
      }
      std::memcpy(&factor, given->fields[i].data, sizeof factor);
    }
    return new Plugin(name_, factor);
  }
  PluginFieldCollection const* getFieldNames() noexcept override { return &fields_; }
  AsciiChar const* getPluginName() const noexcept override { return name_; }
  AsciiChar const* getPluginVersion() const noexcept override { return "1"; }
  AsciiChar const* getPluginNamespace() const noexcept override { return ""; }

 private:
  const char* name_;
  PluginField field_{"factor", nullptr, PluginFieldType::kFLOAT32, 1};
  PluginFieldCollection fields_{1, &field_};
};

}  // namespace small_op
