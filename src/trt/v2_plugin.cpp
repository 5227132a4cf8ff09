// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/v2_plugin.hpp"

#include <cstring>
#include <vector>

#include "src/core/blob.hpp"
#include "src/trt/logging.hpp"

PLUGSMITH_BEGIN_V2
namespace plugsmith::trt {
namespace {

constexpr std::int32_t kMostCombinations = 100;  // what TensorRT asks an IPluginV2DynamicExt for

bool is_concrete(const nvinfer1::DynamicPluginTensorDesc* descs, std::int32_t count) {
  for (std::int32_t i = 0; i < count; ++i) {
    const nvinfer1::Dims& dims = descs[i].desc.dims;
    for (std::int32_t axis = 0; axis < dims.nbDims; ++axis) {
      if (dims.d[axis] < 0) return false;
    }
  }
  return true;
}

std::vector<nvinfer1::PluginTensorDesc> plain_descs(const nvinfer1::DynamicPluginTensorDesc* descs,
                                                    std::int32_t count) {
  std::vector<nvinfer1::PluginTensorDesc> result;
  for (std::int32_t i = 0; i < count; ++i) result.push_back(descs[i].desc);
  return result;
}

}  // namespace

std::string v2_obstacle(const OpTraits& traits) {
  for (int i = 0; i < traits.table.ports(); ++i) {
    const PortInfo& port = traits.table.port(i);
    const std::string name = std::string("\"") + port.name + "\"";
    if (port.kind == PortKind::kSizeOut) {
      return "its output shape depends on data (size " + name + ")";
    }
    if (port.kind == PortKind::kHostInput) {
      return "input " + name + " is a shape input, whose values it never sees";
    }
    if (port.kind == PortKind::kInOut && port.alias == Alias::kRequired) {
      return "output " + name + " must lie in its input's memory";
    }
  }
  if (traits.format_limit > kMostCombinations) {
    return "it wants to be asked for " + std::to_string(traits.format_limit) +
           " format combinations, TensorRT stops at " + std::to_string(kMostCombinations);
  }
  return "";
}

V2Plugin::V2Plugin(std::unique_ptr<AnyOp> op, const std::string& name_space, std::string version)
    : core_(std::move(op), name_space), version_(std::move(version)) {}

// A clone of an initialised object runs without initialize() of its own; what lives on the device
// it opens itself, at its first shape.
V2Plugin::V2Plugin(const V2Plugin& other)
    : core_(other.core_),
      version_(other.version_),
      initialised_(other.initialised_),
      failure_(other.failure_),
      inputs_(other.inputs_) {}

std::int32_t V2Plugin::initialize() noexcept {
  initialised_ = true;
  return failure_;
}

void V2Plugin::terminate() noexcept {
  close();
  initialised_ = false;
}

void V2Plugin::detachFromContext() noexcept { close(); }

void V2Plugin::close() {
  core_.close();
  prepared_ = false;
}

std::size_t V2Plugin::getSerializationSize() const noexcept {
  std::size_t bytes = 0;
  guarded("getSerializationSize", [&] {
    bytes = write_blob(core_.engine_fields()).size();
    return Status::ok();
  });
  return bytes;
}

void V2Plugin::serialize(void* buffer) const noexcept {
  guarded("serialize", [&] {
    const std::vector<unsigned char> blob = write_blob(core_.engine_fields());
    std::memcpy(buffer, blob.data(), blob.size());
    return Status::ok();
  });
}

nvinfer1::IPluginV2DynamicExt* V2Plugin::clone() const noexcept {
  nvinfer1::IPluginV2DynamicExt* made = nullptr;
  guarded("clone", [&] {
    made = new V2Plugin(*this);
    return Status::ok();
  });
  return made;
}

void V2Plugin::setPluginNamespace(Ascii const* name_space) noexcept {
  guarded("setPluginNamespace", [&] {
    core_.set_name_space(name_space != nullptr ? name_space : "");
    return Status::ok();
  });
}

nvinfer1::DataType V2Plugin::getOutputDataType(std::int32_t index, nvinfer1::DataType const* in,
                                               std::int32_t inputs) const noexcept {
  nvinfer1::DataType type = nvinfer1::DataType::kFLOAT;
  guarded("getOutputDataType", [&] { return core_.output_type(type, index, in, inputs); });
  return type;
}

nvinfer1::DimsExprs V2Plugin::getOutputDimensions(std::int32_t index, nvinfer1::DimsExprs const* in,
                                                  std::int32_t inputs,
                                                  nvinfer1::IExprBuilder& builder) noexcept {
  nvinfer1::DimsExprs shape{};
  const std::int32_t code = guarded("getOutputDimensions", [&] {
    PLUGSMITH_RETURN_IF_ERROR(core_.check_output("getOutputDimensions", index));
    std::vector<nvinfer1::DimsExprs> all(static_cast<std::size_t>(getNbOutputs()));
    PLUGSMITH_RETURN_IF_ERROR(
        core_.output_shapes({in, inputs, nullptr, 0, all.data(), getNbOutputs()}, builder));
    shape = all[static_cast<std::size_t>(index)];
    return Status::ok();
  });
  if (code != 0) shape.nbDims = -1;
  return shape;
}

bool V2Plugin::supportsFormatCombination(std::int32_t pos, Desc const* in_out, std::int32_t inputs,
                                         std::int32_t outputs) noexcept {
  bool supported = false;
  guarded("supportsFormatCombination",
          [&] { return core_.supports_format(pos, in_out, inputs, outputs, supported); });
  return supported;
}

void V2Plugin::configurePlugin(DynamicDesc const* in, std::int32_t inputs, DynamicDesc const* out,
                               std::int32_t outputs) noexcept {
  failure_ = guarded("configurePlugin", [&] { return configure({in, inputs, out, outputs}); });
}

Status V2Plugin::configure(const PluginCore::DynamicIo& io) {
  inputs_ = io.inputs;
  prepared_ = false;
  const bool is_execution =
      initialised_ && is_concrete(io.in, io.inputs) && is_concrete(io.out, io.outputs);
  if (!is_execution) return core_.configure(io);
  const auto in = plain_descs(io.in, io.inputs), out = plain_descs(io.out, io.outputs);
  return prepare({in.data(), io.inputs, out.data(), io.outputs});
}

Status V2Plugin::prepare(const PluginCore::StaticIo& io) {
  PLUGSMITH_RETURN_IF_ERROR(core_.shape_changed(io));
  prepared_ = true;
  return Status::ok();
}

std::size_t V2Plugin::getWorkspaceSize(Desc const* in, std::int32_t inputs, Desc const* out,
                                       std::int32_t outputs) const noexcept {
  std::size_t bytes = 0;
  guarded("getWorkspaceSize", [&] {
    const Result<std::int64_t> total =
        core_.workspace_bytes(PluginCore::StaticIo{in, inputs, out, outputs});
    if (total.is_ok()) bytes = static_cast<std::size_t>(*total);
    return total.status();
  });
  return bytes;
}

std::int32_t V2Plugin::enqueue(Desc const* input_desc, Desc const* output_desc,
                               void const* const* inputs, void* const* outputs, void* workspace,
                               cudaStream_t stream) noexcept {
  if (failure_ != 0) return failure_;
  return guarded("enqueue", [&] {
    // After detachFromContext and a second attachToContext nobody tells the shapes again.
    if (!prepared_) {
      PLUGSMITH_RETURN_IF_ERROR(prepare({input_desc, inputs_, output_desc, getNbOutputs()}));
    }
    return core_.enqueue(input_desc, output_desc, {inputs, outputs, workspace, stream});
  });
}

}  // namespace plugsmith::trt
PLUGSMITH_END_V2
