// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/v3_plugin.hpp"

#include <algorithm>
#include <cstdio>

#include "src/trt/convert.hpp"
#include "src/trt/logging.hpp"

namespace plugsmith::trt {
namespace {

// TensorRT caches timings per plugin name, formats and shapes; what else changes the kernel's work
// are the attributes, so they make the suffix.
std::string timing_cache_id(AnyOp& op) {
  Attributes attributes;
  op.attributes(attributes);
  std::string id = "schema=" + std::to_string(attributes.schema());
  for (const AttributeSpec& spec : attributes.specs()) {
    id += ";" + spec.name() + "=" + spec.value_text();
  }
  return id;
}

}  // namespace

V3Plugin::V3Plugin(std::unique_ptr<AnyOp> op, std::string name_space)
    : op_(std::move(op)),
      table_(op_->traits().table),
      name_space_(std::move(name_space)),
      timing_cache_id_(timing_cache_id(*op_)),
      inputs_(static_cast<std::size_t>(table_.inputs())),
      outputs_(static_cast<std::size_t>(table_.outputs())) {}

V3Plugin::V3Plugin(const V3Plugin& other) : V3Plugin(other.op_->clone(), other.name_space_) {}

nvinfer1::IPluginCapability* V3Plugin::getCapabilityInterface(
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
  if (type == kReferenceCapability) return static_cast<IReferenceCapability*>(this);
  return nullptr;
}

nvinfer1::IPluginV3* V3Plugin::clone() noexcept {
  nvinfer1::IPluginV3* copy = nullptr;
  guarded("clone", [&] {
    copy = new V3Plugin(*this);
    return Status::ok();
  });
  return copy;
}

nvinfer1::AsciiChar const* V3Plugin::getPluginName() const noexcept {
  return op_->traits().identity.name;
}
nvinfer1::AsciiChar const* V3Plugin::getPluginVersion() const noexcept {
  return op_->traits().identity.version;
}
nvinfer1::AsciiChar const* V3Plugin::getPluginNamespace() const noexcept {
  return name_space_.c_str();
}

Status V3Plugin::check_counts(const char* method, std::int32_t inputs, std::int32_t outputs) const {
  if (inputs == table_.inputs() && outputs == table_.outputs()) return Status::ok();
  return invalid_argument(std::string(getPluginName()) + ": " + method + " got " +
                          std::to_string(inputs) + " inputs and " + std::to_string(outputs) +
                          " outputs; the op has " + std::to_string(table_.inputs()) + " and " +
                          std::to_string(table_.outputs()));
}

Result<std::int64_t> V3Plugin::workspace_bytes(nvinfer1::DynamicPluginTensorDesc const* in,
                                               nvinfer1::DynamicPluginTensorDesc const* out) const {
  std::vector<ConstTensorView> inputs;
  std::vector<TensorView> outputs;
  for (int i = 0; i < table_.inputs(); ++i) {
    inputs.emplace_back(layout_of_desc(in[i].desc), to_shape(in[i].max), nullptr);
  }
  for (int i = 0; i < table_.outputs(); ++i) {
    outputs.emplace_back(layout_of_desc(out[i].desc), to_shape(out[i].max), nullptr);
  }
  ScratchLayout layout;
  ScratchContext context(table_, inputs.data(), outputs.data(), layout);
  PLUGSMITH_RETURN_IF_ERROR(op_->scratch(context));
  return layout.total_bytes();
}

std::int32_t V3Plugin::configurePlugin(nvinfer1::DynamicPluginTensorDesc const* in,
                                       std::int32_t inputs,
                                       nvinfer1::DynamicPluginTensorDesc const* out,
                                       std::int32_t outputs) noexcept {
  return guarded("configurePlugin", [&] {
    PLUGSMITH_RETURN_IF_ERROR(check_counts("configurePlugin", inputs, outputs));
    // getWorkspaceSize cannot fail, so what it would refuse is refused here.
    return workspace_bytes(in, out).status();
  });
}

std::int32_t V3Plugin::getOutputDataTypes(nvinfer1::DataType* out, std::int32_t outputs,
                                          nvinfer1::DataType const* in,
                                          std::int32_t inputs) const noexcept {
  return guarded("getOutputDataTypes", [&] {
    PLUGSMITH_RETURN_IF_ERROR(check_counts("getOutputDataTypes", inputs, outputs));
    std::vector<DataType> in_types;
    for (std::int32_t i = 0; i < inputs; ++i) in_types.push_back(static_cast<DataType>(in[i]));
    std::vector<DataType> out_types(static_cast<std::size_t>(outputs));
    if (!output_types(table_, in_types.data(), out_types.data())) {
      std::string got;
      for (DataType type : in_types)
        got += (got.empty() ? "" : ", ") + std::string(to_string(type));
      return invalid_argument(std::string(getPluginName()) + ": input types (" + got +
                              ") are not accepted; takes " + describe(table_) +
                              "; insert a Cast before the node");
    }
    std::transform(out_types.begin(), out_types.end(), out,
                   [](DataType type) { return static_cast<nvinfer1::DataType>(type); });
    return Status::ok();
  });
}

std::int32_t V3Plugin::getOutputShapes(nvinfer1::DimsExprs const* in, std::int32_t inputs,
                                       nvinfer1::DimsExprs const*, std::int32_t shape_input_count,
                                       nvinfer1::DimsExprs* out, std::int32_t outputs,
                                       nvinfer1::IExprBuilder& builder) noexcept {
  return guarded("getOutputShapes", [&] {
    const std::string name = getPluginName();
    PLUGSMITH_RETURN_IF_ERROR(check_counts("getOutputShapes", inputs, outputs));
    if (shape_input_count != 0) {
      return invalid_argument(name + ": got " + std::to_string(shape_input_count) +
                              " shape inputs; the op has none");
    }
    ExprDimBuilder dims(builder);
    std::vector<SymbolicShape> shapes;
    for (std::int32_t i = 0; i < inputs; ++i) shapes.push_back(to_symbolic(in[i], dims));
    const Result<std::vector<SymbolicShape>> result = infer_shapes(*op_, std::move(shapes));
    if (!result.is_ok()) return result.status();
    for (std::size_t i = 0; i < result->size(); ++i) {
      PLUGSMITH_RETURN_IF_ERROR(to_exprs(name, (*result)[i], dims, out[i]));
    }
    return Status::ok();
  });
}

bool V3Plugin::supportsFormatCombination(std::int32_t pos,
                                         nvinfer1::DynamicPluginTensorDesc const* in_out,
                                         std::int32_t inputs, std::int32_t outputs) noexcept {
  bool supported = false;
  guarded("supportsFormatCombination", [&] {
    PLUGSMITH_RETURN_IF_ERROR(check_counts("supportsFormatCombination", inputs, outputs));
    if (pos < 0 || pos >= table_.ports) {
      return out_of_range(std::string(getPluginName()) + ": supportsFormatCombination asks for " +
                          "position " + std::to_string(pos) + " of " +
                          std::to_string(table_.ports));
    }
    std::vector<TypeFormat> chosen;
    for (std::int32_t i = 0; i <= pos; ++i) chosen.push_back(layout_of_desc(in_out[i].desc));
    const int min_rank = layout_of(chosen.back().format).min_rank;
    supported = in_out[pos].desc.dims.nbDims >= min_rank && accepts(table_, chosen.data(), pos);
    return Status::ok();
  });
  return supported;
}

std::int32_t V3Plugin::getNbOutputs() const noexcept { return table_.outputs(); }

std::size_t V3Plugin::getWorkspaceSize(nvinfer1::DynamicPluginTensorDesc const* in,
                                       std::int32_t inputs,
                                       nvinfer1::DynamicPluginTensorDesc const* out,
                                       std::int32_t outputs) const noexcept {
  std::size_t bytes = 0;
  guarded("getWorkspaceSize", [&] {
    PLUGSMITH_RETURN_IF_ERROR(check_counts("getWorkspaceSize", inputs, outputs));
    const Result<std::int64_t> total = workspace_bytes(in, out);
    if (total.is_ok()) bytes = static_cast<std::size_t>(*total);
    return total.status();
  });
  return bytes;
}

char const* V3Plugin::getTimingCacheID() noexcept { return timing_cache_id_.c_str(); }
std::int32_t V3Plugin::getFormatCombinationLimit() noexcept { return op_->traits().format_limit; }

std::int32_t V3Plugin::setTactic(std::int32_t tactic) noexcept {
  return guarded("setTactic", [&] {
    if (tactic == 0) return Status::ok();
    return invalid_argument(std::string(getPluginName()) + ": setTactic got " +
                            std::to_string(tactic) + "; the op has no tactics, only 0 is valid");
  });
}

void V3Plugin::bind(nvinfer1::PluginTensorDesc const* input_desc,
                    nvinfer1::PluginTensorDesc const* output_desc, void const* const* inputs,
                    void* const* outputs) {
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    inputs_[i] = {layout_of_desc(input_desc[i]), to_shape(input_desc[i].dims),
                  inputs != nullptr ? inputs[i] : nullptr};
  }
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    outputs_[i] = {layout_of_desc(output_desc[i]), to_shape(output_desc[i].dims),
                   outputs != nullptr ? outputs[i] : nullptr};
  }
}

std::int32_t V3Plugin::onShapeChange(nvinfer1::PluginTensorDesc const* in, std::int32_t inputs,
                                     nvinfer1::PluginTensorDesc const* out,
                                     std::int32_t outputs) noexcept {
  return guarded("onShapeChange", [&] {
    PLUGSMITH_RETURN_IF_ERROR(check_counts("onShapeChange", inputs, outputs));
    bind(in, out, nullptr, nullptr);
    scratch_ = ScratchLayout();
    ScratchContext context(table_, inputs_.data(), outputs_.data(), scratch_);
    PLUGSMITH_RETURN_IF_ERROR(op_->scratch(context));
    return scratch_.total_bytes().status();
  });
}

std::int32_t V3Plugin::enqueue(nvinfer1::PluginTensorDesc const* input_desc,
                               nvinfer1::PluginTensorDesc const* output_desc,
                               void const* const* inputs, void* const* outputs, void* workspace,
                               cudaStream_t stream) noexcept {
  return guarded("enqueue", [&] {
    bind(input_desc, output_desc, inputs, outputs);
    LaunchContext context(table_, inputs_.data(), outputs_.data(), {stream, workspace, &scratch_});
    return op_->launch(context);
  });
}

nvinfer1::IPluginV3* V3Plugin::attachToContext(nvinfer1::IPluginResourceContext*) noexcept {
  return clone();
}

nvinfer1::PluginFieldCollection const* V3Plugin::getFieldsToSerialize() noexcept {
  const std::int32_t code = guarded("getFieldsToSerialize", [&] {
    Attributes attributes;
    op_->attributes(attributes);
    stored_ = write_engine_fields(attributes);
    stored_fields_.clear();
    for (const FieldData& field : stored_) {
      stored_fields_.emplace_back(field.name.c_str(), field.bytes.data(),
                                  static_cast<nvinfer1::PluginFieldType>(field.type), field.length);
    }
    collection_ = {static_cast<std::int32_t>(stored_fields_.size()), stored_fields_.data()};
    return Status::ok();
  });
  return code == 0 ? &collection_ : nullptr;
}

std::int32_t V3Plugin::reference(nvinfer1::PluginTensorDesc const* input_desc,
                                 nvinfer1::PluginTensorDesc const* output_desc,
                                 void const* const* inputs, void* const* outputs, char* message,
                                 std::int32_t message_bytes) noexcept {
  Status status = Status::ok();
  const std::int32_t code = guarded("reference", [&] {
    bind(input_desc, output_desc, inputs, outputs);
    ReferenceContext context(table_, inputs_.data(), outputs_.data());
    status = op_->reference(context);
    return Status::ok();  // the sentence travels in `message`: logging it too would say it twice
  });
  if (code != 0) return code;
  if (message != nullptr && message_bytes > 0) {
    std::snprintf(message, static_cast<std::size_t>(message_bytes), "%s", status.message().c_str());
  }
  return static_cast<std::int32_t>(status.code());
}

}  // namespace plugsmith::trt
