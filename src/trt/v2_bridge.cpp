// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/v2_bridge.hpp"

#include <cstring>
#include <utility>

#include "plugsmith/status.hpp"
#include "src/core/blob.hpp"
#include "src/trt/convert.hpp"
#include "src/trt/logging.hpp"

PLUGSMITH_BEGIN_V2
namespace plugsmith::trt {
namespace {

using Desc = nvinfer1::PluginTensorDesc;
using DynamicDesc = nvinfer1::DynamicPluginTensorDesc;

std::vector<Desc> descs_at_largest(DynamicDesc const* descs, std::int32_t count) {
  std::vector<Desc> result;
  for (std::int32_t i = 0; i < count; ++i) {
    result.push_back(descs[i].desc);
    result.back().dims = descs[i].max;
  }
  return result;
}

std::vector<DynamicDesc> fixed(Desc const* descs, std::int32_t count) {
  std::vector<DynamicDesc> result;
  for (std::int32_t i = 0; i < count; ++i) {
    result.push_back({descs[i], descs[i].dims, descs[i].dims, descs[i].dims});
  }
  return result;
}

// The class of a V2 object, by the top byte of its version.
const char* interface_of(nvinfer1::IPluginV2& plugin) {
  switch (static_cast<std::uint32_t>(plugin.getTensorRTVersion()) >> 24U) {
    case 0: return "IPluginV2";
    case 1: return "IPluginV2Ext";
    case 2: return "IPluginV2IOExt";
    case 3: return "IPluginV2DynamicExt";
    default: break;
  }
  return "an unknown interface";
}

Result<V2Object> as_dynamic(const std::string& name, nvinfer1::IPluginV2* plugin) {
  if (plugin == nullptr) {
    return invalid_argument(name + ": the bridged creator returned null; see the messages before");
  }
  const std::string interface_name = interface_of(*plugin);
  if (interface_name == "IPluginV2DynamicExt") {
    return V2Object(static_cast<nvinfer1::IPluginV2DynamicExt*>(plugin));
  }
  plugin->destroy();
  return unsupported(name + ": its plugins are of " + interface_name +
                     "; only those of IPluginV2DynamicExt can be bridged to IPluginV3");
}

Result<nvinfer1::PluginField> stored_blob(const std::string& name,
                                          nvinfer1::PluginFieldCollection const* fc) {
  for (std::int32_t i = 0; fc != nullptr && fc->fields != nullptr && i < fc->nbFields; ++i) {
    const nvinfer1::PluginField& field = fc->fields[i];
    if (field.name == nullptr || std::strcmp(field.name, kForeignBlobField) != 0) continue;
    if (field.type == nvinfer1::PluginFieldType::kUNKNOWN && field.length >= 0 &&
        (field.data != nullptr || field.length == 0)) {
      return field;
    }
    return invalid_argument(name + ": field \"serialized\" of the engine must be kUNKNOWN bytes");
  }
  return invalid_argument(name +
                          ": the engine holds no field \"serialized\"; it was not built with the "
                          "bridged form of this plugin");
}

}  // namespace

V2Bridge::V2Bridge(V2Object plugin, BridgeIdentity identity)
    : plugin_(std::move(plugin)), identity_(std::move(identity)) {}

V2Bridge::~V2Bridge() {
  if (attached_) plugin_->detachFromContext();
  if (initialised_) plugin_->terminate();
}

std::int32_t V2Bridge::initialise() {
  const std::int32_t code = plugin_->initialize();
  runs_ = initialised_ = code == 0;
  if (code != 0) {
    return report(internal_error(identity_.name + ": initialize() of the bridged plugin returned " +
                                 std::to_string(code)));
  }
  return 0;
}

nvinfer1::IPluginCapability* V2Bridge::getCapabilityInterface(
    nvinfer1::PluginCapabilityType type) noexcept {
  switch (type) {
    case nvinfer1::PluginCapabilityType::kCORE:
      return static_cast<nvinfer1::IPluginV3OneCore*>(this);
    case nvinfer1::PluginCapabilityType::kBUILD:
      return static_cast<nvinfer1::IPluginV3OneBuild*>(this);
    case nvinfer1::PluginCapabilityType::kRUNTIME:
      return static_cast<nvinfer1::IPluginV3OneRuntime*>(this);
    default: break;
  }
  return nullptr;
}

std::unique_ptr<V2Bridge> V2Bridge::copy() const {
  V2Object cloned(plugin_->clone());
  if (cloned == nullptr) return nullptr;
  auto made = std::make_unique<V2Bridge>(std::move(cloned), identity_);
  made->runs_ = runs_;
  return made;
}

nvinfer1::IPluginV3* V2Bridge::clone() noexcept {
  std::unique_ptr<V2Bridge> made;
  guarded("clone", [&] {
    made = copy();
    return made != nullptr ? Status::ok()
                           : internal_error(identity_.name + ": the bridged clone() returned null");
  });
  return made.release();
}

nvinfer1::IPluginV3* V2Bridge::attachToContext(nvinfer1::IPluginResourceContext* context) noexcept {
  std::unique_ptr<V2Bridge> made;
  const std::int32_t code = guarded("attachToContext", [&] {
    made = copy();
    if (made == nullptr) {
      return internal_error(identity_.name + ": the bridged clone() returned null");
    }
    if (!made->runs_ && made->initialise() != 0) {
      return internal_error(identity_.name + ": cannot run; see the message before");
    }
    made->plugin_->attachToContext(nullptr, nullptr,
                                   context != nullptr ? context->getGpuAllocator() : nullptr);
    made->attached_ = true;
    return Status::ok();
  });
  return code == 0 ? made.release() : nullptr;
}

std::int32_t V2Bridge::getOutputDataTypes(nvinfer1::DataType* out, std::int32_t outputs,
                                          nvinfer1::DataType const* in,
                                          std::int32_t inputs) const noexcept {
  for (std::int32_t i = 0; i < outputs; ++i) out[i] = plugin_->getOutputDataType(i, in, inputs);
  return 0;
}

std::int32_t V2Bridge::getOutputShapes(nvinfer1::DimsExprs const* in, std::int32_t inputs,
                                       nvinfer1::DimsExprs const*, std::int32_t shape_input_count,
                                       nvinfer1::DimsExprs* out, std::int32_t outputs,
                                       nvinfer1::IExprBuilder& builder) noexcept {
  return guarded("getOutputShapes", [&] {
    if (shape_input_count != 0) {
      return unsupported(identity_.name +
                         ": a bridged IPluginV2 takes no shape inputs; pass them as tensors");
    }
    for (std::int32_t i = 0; i < outputs; ++i) {
      out[i] = plugin_->getOutputDimensions(i, in, inputs, builder);
      if (out[i].nbDims < 0) {
        return invalid_argument(
            identity_.name + ": getOutputDimensions of the bridged plugin gave " +
            std::to_string(out[i].nbDims) + " dimensions for output " + std::to_string(i));
      }
    }
    return Status::ok();
  });
}

bool V2Bridge::supportsFormatCombination(std::int32_t pos, DynamicDesc const* in_out,
                                         std::int32_t inputs, std::int32_t outputs) noexcept {
  bool supported = false;
  guarded("supportsFormatCombination", [&] {
    std::vector<Desc> descs(static_cast<std::size_t>(inputs + outputs));
    for (std::int32_t i = 0; i <= pos; ++i) descs[static_cast<std::size_t>(i)] = in_out[i].desc;
    supported = plugin_->supportsFormatCombination(pos, descs.data(), inputs, outputs);
    return Status::ok();
  });
  return supported;
}

std::int32_t V2Bridge::configurePlugin(DynamicDesc const* in, std::int32_t inputs,
                                       DynamicDesc const* out, std::int32_t outputs) noexcept {
  plugin_->configurePlugin(in, inputs, out, outputs);
  return 0;
}

std::size_t V2Bridge::getWorkspaceSize(DynamicDesc const* in, std::int32_t inputs,
                                       DynamicDesc const* out,
                                       std::int32_t outputs) const noexcept {
  std::size_t bytes = 0;
  guarded("getWorkspaceSize", [&] {
    const std::vector<Desc> ins = descs_at_largest(in, inputs);
    const std::vector<Desc> outs = descs_at_largest(out, outputs);
    bytes = plugin_->getWorkspaceSize(ins.data(), inputs, outs.data(), outputs);
    return Status::ok();
  });
  return bytes;
}

std::int32_t V2Bridge::setTactic(std::int32_t tactic) noexcept {
  return guarded("setTactic", [&] {
    if (tactic == 0) return Status::ok();
    return invalid_argument(identity_.name + ": a bridged IPluginV2 has no tactic " +
                            std::to_string(tactic) + "; it has only 0");
  });
}

std::int32_t V2Bridge::onShapeChange(Desc const* in, std::int32_t inputs, Desc const* out,
                                     std::int32_t outputs) noexcept {
  return guarded("onShapeChange", [&] {
    if (!runs_ && initialise() != 0) {
      return internal_error(identity_.name + ": cannot run; see the message before");
    }
    const std::vector<DynamicDesc> ins = fixed(in, inputs), outs = fixed(out, outputs);
    plugin_->configurePlugin(ins.data(), inputs, outs.data(), outputs);
    return Status::ok();
  });
}

nvinfer1::PluginFieldCollection const* V2Bridge::getFieldsToSerialize() noexcept {
  const std::int32_t code = guarded("getFieldsToSerialize", [&] {
    blob_.resize(plugin_->getSerializationSize());
    if (blob_.size() > INT32_MAX) {
      return out_of_range(identity_.name + ": serializes " + std::to_string(blob_.size()) +
                          " bytes; a field holds at most " + std::to_string(INT32_MAX));
    }
    plugin_->serialize(blob_.data());
    field_ = {kForeignBlobField, blob_.data(), nvinfer1::PluginFieldType::kUNKNOWN,
              static_cast<std::int32_t>(blob_.size())};
    collection_ = {1, &field_};
    return Status::ok();
  });
  return code == 0 ? &collection_ : nullptr;
}

V2BridgeCreator::V2BridgeCreator(nvinfer1::IPluginCreator& creator, const char* version)
    : creator_(creator),
      identity_{creator.getPluginName(), version != nullptr ? version : creator.getPluginVersion(),
                creator.getPluginNamespace()} {}

nvinfer1::IPluginV3* V2BridgeCreator::createPlugin(Ascii const* name,
                                                   nvinfer1::PluginFieldCollection const* fc,
                                                   nvinfer1::TensorRTPhase phase) noexcept {
  std::unique_ptr<V2Bridge> bridge;
  const std::int32_t code = guarded("createPlugin", [&] {
    nvinfer1::IPluginV2* made = nullptr;
    if (phase == nvinfer1::TensorRTPhase::kBUILD) {
      made = creator_.createPlugin(name, fc);
    } else {
      const Result<nvinfer1::PluginField> blob = stored_blob(identity_.name, fc);
      if (!blob.is_ok()) return blob.status();
      made = creator_.deserializePlugin(name, blob->data, static_cast<std::size_t>(blob->length));
    }
    Result<V2Object> plugin = as_dynamic(identity_.name, made);
    if (!plugin.is_ok()) return plugin.status();
    bridge = std::make_unique<V2Bridge>(std::move(*plugin), identity_);
    if (phase == nvinfer1::TensorRTPhase::kRUNTIME && bridge->initialise() != 0) {
      return internal_error(identity_.name + ": cannot run; see the message before");
    }
    return Status::ok();
  });
  return code == 0 ? bridge.release() : nullptr;
}

}  // namespace plugsmith::trt
PLUGSMITH_END_V2
