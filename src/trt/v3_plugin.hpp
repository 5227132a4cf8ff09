// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <memory>
#include <string>

#include "src/trt/logging.hpp"
#include "src/trt/plugin_core.hpp"
#include "src/trt/reference_abi.hpp"

namespace plugsmith::trt {

/// An op as a TensorRT plugin (IPluginV3 with core, build and runtime capability) and as a
/// reference for the embedded host: one line per method over PluginCore. `Build` is the build
/// capability's interface: IPluginV3OneBuild, or IPluginV3OneBuildV2 for aliased I/O. Nothing
/// throws across these methods; errors go to TensorRT's logger. Derive to override single methods;
/// a derived class overrides copy() too.
template <class Build>
class BasicV3Plugin : public nvinfer1::IPluginV3,
                      public nvinfer1::IPluginV3OneCore,
                      public Build,
                      public nvinfer1::IPluginV3OneRuntime,
                      public IReferenceCapability {
 public:
  using Desc = nvinfer1::PluginTensorDesc;
  using DynamicDesc = nvinfer1::DynamicPluginTensorDesc;

  BasicV3Plugin(std::unique_ptr<AnyOp> op, std::string name_space)
      : core_(std::move(op), std::move(name_space)) {}

  // IPluginV3
  nvinfer1::IPluginCapability* getCapabilityInterface(
      nvinfer1::PluginCapabilityType type) noexcept override {
    switch (type) {
      case nvinfer1::PluginCapabilityType::kCORE:
        return static_cast<nvinfer1::IPluginV3OneCore*>(this);
      case nvinfer1::PluginCapabilityType::kBUILD: return static_cast<Build*>(this);
      case nvinfer1::PluginCapabilityType::kRUNTIME:
        return static_cast<nvinfer1::IPluginV3OneRuntime*>(this);
      default: break;
    }
    return type == kReferenceCapability ? static_cast<IReferenceCapability*>(this) : nullptr;
  }
  nvinfer1::IPluginV3* clone() noexcept override { return guarded_copy("clone"); }

  // IPluginV3OneCore
  nvinfer1::AsciiChar const* getPluginName() const noexcept override {
    return core_.traits().identity.name;
  }
  nvinfer1::AsciiChar const* getPluginVersion() const noexcept override {
    return core_.traits().identity.version;
  }
  nvinfer1::AsciiChar const* getPluginNamespace() const noexcept override {
    return core_.name_space().c_str();
  }

  // IPluginV3OneBuild
  std::int32_t configurePlugin(DynamicDesc const* in, std::int32_t inputs, DynamicDesc const* out,
                               std::int32_t outputs) noexcept override {
    return guarded("configurePlugin", [&] { return core_.configure({in, inputs, out, outputs}); });
  }
  std::int32_t getOutputDataTypes(nvinfer1::DataType* out, std::int32_t outputs,
                                  nvinfer1::DataType const* in,
                                  std::int32_t inputs) const noexcept override {
    return guarded("getOutputDataTypes",
                   [&] { return core_.output_types(out, outputs, in, inputs); });
  }
  std::int32_t getOutputShapes(nvinfer1::DimsExprs const* in, std::int32_t inputs,
                               nvinfer1::DimsExprs const* shape_inputs,
                               std::int32_t shape_input_count, nvinfer1::DimsExprs* out,
                               std::int32_t outputs,
                               nvinfer1::IExprBuilder& builder) noexcept override {
    return guarded("getOutputShapes", [&] {
      return core_.output_shapes({in, inputs, shape_inputs, shape_input_count, out, outputs},
                                 builder);
    });
  }
  bool supportsFormatCombination(std::int32_t pos, DynamicDesc const* in_out, std::int32_t inputs,
                                 std::int32_t outputs) noexcept override {
    bool supported = false;
    guarded("supportsFormatCombination",
            [&] { return core_.supports_format(pos, in_out, inputs, outputs, supported); });
    return supported;
  }
  std::int32_t getNbOutputs() const noexcept override { return core_.traits().table.outputs(); }
  std::size_t getWorkspaceSize(DynamicDesc const* in, std::int32_t inputs, DynamicDesc const* out,
                               std::int32_t outputs) const noexcept override {
    std::size_t bytes = 0;
    guarded("getWorkspaceSize", [&] {
      const Result<std::int64_t> total = core_.workspace_bytes({in, inputs, out, outputs});
      if (total.is_ok()) bytes = static_cast<std::size_t>(*total);
      return total.status();
    });
    return bytes;
  }
  std::int32_t getNbTactics() noexcept override {
    return static_cast<std::int32_t>(core_.valid_tactics().size());
  }
  std::int32_t getValidTactics(std::int32_t* tactics, std::int32_t count) noexcept override {
    for (std::int32_t i = 0; i < count; ++i) {
      tactics[i] = core_.valid_tactics()[static_cast<std::size_t>(i)];
    }
    return 0;
  }
  char const* getTimingCacheID() noexcept override { return core_.timing_cache_id().c_str(); }
  std::int32_t getFormatCombinationLimit() noexcept override { return core_.traits().format_limit; }

  // IPluginV3OneRuntime
  std::int32_t setTactic(std::int32_t tactic) noexcept override {
    return guarded("setTactic", [&] { return core_.set_tactic(tactic); });
  }
  std::int32_t onShapeChange(Desc const* in, std::int32_t inputs, Desc const* out,
                             std::int32_t outputs) noexcept override {
    return guarded("onShapeChange", [&] {
      return core_.shape_changed({in, inputs, out, outputs});
    });
  }
  std::int32_t enqueue(Desc const* input_desc, Desc const* output_desc, void const* const* inputs,
                       void* const* outputs, void* workspace,
                       cudaStream_t stream) noexcept override {
    return guarded("enqueue", [&] {
      return core_.enqueue(input_desc, output_desc, {inputs, outputs, workspace, stream});
    });
  }
  nvinfer1::IPluginV3* attachToContext(nvinfer1::IPluginResourceContext*) noexcept override {
    return guarded_copy("attachToContext");
  }
  nvinfer1::PluginFieldCollection const* getFieldsToSerialize() noexcept override {
    nvinfer1::PluginFieldCollection const* fields = nullptr;
    guarded("getFieldsToSerialize", [&] {
      fields = core_.fields_to_serialize();
      return Status::ok();
    });
    return fields;
  }

  // IReferenceCapability
  void expect_reference() noexcept override { core_.expect_reference(); }
  std::int32_t reference(Desc const* input_desc, Desc const* output_desc, void const* const* inputs,
                         void* const* outputs, char* message,
                         std::int32_t message_bytes) noexcept override {
    return core_.reference_code(input_desc, output_desc, {inputs, outputs, nullptr, nullptr},
                                message, message_bytes);
  }

 protected:
  BasicV3Plugin(const BasicV3Plugin&) = default;
  /// A new object of the same class and values.
  virtual nvinfer1::IPluginV3* copy() const { return new BasicV3Plugin(*this); }
  const PluginCore& core() const { return core_; }

 private:
  nvinfer1::IPluginV3* guarded_copy(const char* method) noexcept {
    nvinfer1::IPluginV3* made = nullptr;
    guarded(method, [&] {
      made = copy();
      return Status::ok();
    });
    return made;
  }

  PluginCore core_;
};

/// A plugin without aliased I/O: any TensorRT from 10.0 on.
using V3Plugin = BasicV3Plugin<nvinfer1::IPluginV3OneBuild>;

/// A plugin with aliased I/O: TensorRT 10.3 and later.
class AliasingV3Plugin final : public BasicV3Plugin<nvinfer1::IPluginV3OneBuildV2> {
 public:
  using BasicV3Plugin::BasicV3Plugin;
  std::int32_t getAliasedInput(std::int32_t output) noexcept override {
    return core().aliased_input(output);
  }

 protected:
  nvinfer1::IPluginV3* copy() const override { return new AliasingV3Plugin(*this); }
};

/// Makes a plugin object around a configured op; the caller owns it.
using PluginFactory = std::unique_ptr<nvinfer1::IPluginV3>(std::unique_ptr<AnyOp> op,
                                                           const std::string& name_space);

/// The plugin for an op: aliasing if one of its outputs does. The caller owns it.
std::unique_ptr<nvinfer1::IPluginV3> make_v3_plugin(std::unique_ptr<AnyOp> op,
                                                    const std::string& name_space);

}  // namespace plugsmith::trt
