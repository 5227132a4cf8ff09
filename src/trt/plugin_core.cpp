// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/plugin_core.hpp"

#include <algorithm>

#include "src/core/digest.hpp"
#include "src/trt/convert.hpp"
#include "src/trt/logging.hpp"

namespace plugsmith::trt {
namespace {

// A list of weights is told by its digest: as text it would be many times its own size.
std::string value_for_id(const AttributeSpec& spec) {
  constexpr std::size_t kLongList = 64;
  const auto* const* list = std::get_if<std::vector<float>*>(&spec.ref());
  if (list == nullptr || (*list)->size() <= kLongList) return spec.value_text();
  const auto bytes = static_cast<std::int64_t>((*list)->size() * sizeof(float));
  return std::to_string((*list)->size()) + " values " +
         std::to_string(fnv1a((*list)->data(), bytes));
}

// TensorRT caches timings per plugin name, formats and shapes; what else changes the kernel's work
// are the attributes, so they make the suffix.
std::string timing_cache_id_of(AnyOp& op) {
  Attributes attributes;
  op.attributes(attributes);
  std::string id = "schema=" + std::to_string(attributes.schema());
  for (const AttributeSpec& spec : attributes.specs()) {
    id += ";" + spec.name() + "=" + value_for_id(spec);
  }
  return id;
}

std::string types_text(const std::vector<DataType>& types) {
  std::string text;
  for (DataType type : types) text += (text.empty() ? "" : ", ") + std::string(to_string(type));
  return text;
}

}  // namespace

PluginCore::PluginCore(std::unique_ptr<AnyOp> op, std::string name_space)
    : op_(std::move(op)),
      table_(op_->traits().table),
      rows_(rows_in_force(*op_)),
      name_space_(std::move(name_space)),
      timing_cache_id_(timing_cache_id_of(*op_)),
      input_count_(table_.inputs()),
      inputs_(static_cast<std::size_t>(table_.inputs())),
      outputs_(static_cast<std::size_t>(table_.outputs())) {}

PluginCore::PluginCore(const PluginCore& other)
    : PluginCore(other.op_->clone(), other.name_space_) {
  requested_tactic_ = other.requested_tactic_;
  valid_tactics_ = other.valid_tactics_;
}

PluginCore::~PluginCore() { close(); }

void PluginCore::close() {
  state_.reset();
  weights_.reset();
}

Status PluginCore::check_counts(const char* method, std::int32_t inputs,
                                std::int32_t outputs) const {
  if (inputs >= table_.required_inputs() && inputs <= table_.inputs() &&
      outputs == table_.outputs()) {
    return Status::ok();
  }
  return invalid_argument(std::string(traits().identity.name) + ": " + method + " got " +
                          std::to_string(inputs) + " inputs and " + std::to_string(outputs) +
                          " outputs; the op has " + std::to_string(table_.inputs()) + " and " +
                          std::to_string(table_.outputs()));
}

Status PluginCore::output_types(nvinfer1::DataType* out, std::int32_t outputs,
                                nvinfer1::DataType const* in, std::int32_t inputs) const {
  PLUGSMITH_RETURN_IF_ERROR(check_counts("getOutputDataTypes", inputs, outputs));
  std::vector<DataType> in_types;
  for (std::int32_t i = 0; i < inputs; ++i) in_types.push_back(static_cast<DataType>(in[i]));
  std::vector<DataType> out_types(static_cast<std::size_t>(outputs));
  if (!plugsmith::output_types(table_, in_types, out_types.data(), rows_)) {
    return invalid_argument(std::string(traits().identity.name) + ": input types (" +
                            types_text(in_types) + ") are not accepted; takes " + describe(table_) +
                            "; insert a Cast before the node");
  }
  std::transform(out_types.begin(), out_types.end(), out,
                 [](DataType type) { return static_cast<nvinfer1::DataType>(type); });
  return Status::ok();
}

Status PluginCore::check_output(const char* method, std::int32_t index) const {
  if (index >= 0 && index < table_.outputs()) return Status::ok();
  return out_of_range(std::string(traits().identity.name) + ": " + method + " asks for output " +
                      std::to_string(index) + " of " + std::to_string(table_.outputs()));
}

Status PluginCore::output_type(nvinfer1::DataType& out, std::int32_t index,
                               nvinfer1::DataType const* in, std::int32_t inputs) const {
  PLUGSMITH_RETURN_IF_ERROR(check_output("getOutputDataType", index));
  PLUGSMITH_RETURN_IF_ERROR(check_counts("getOutputDataType", inputs, table_.outputs()));
  std::vector<nvinfer1::DataType> out_types(outputs_.size());
  for (const DataType instead :
       {DataType::kFloat, DataType::kHalf, DataType::kBf16, DataType::kInt8}) {
    std::vector<DataType> in_types;
    for (std::int32_t i = 0; i < inputs; ++i) {
      const auto type = static_cast<DataType>(in[i]);
      in_types.push_back(type == DataType::kFloat ? instead : type);
    }
    std::vector<DataType> types(outputs_.size());
    if (!plugsmith::output_types(table_, in_types, types.data(), rows_)) continue;
    out = static_cast<nvinfer1::DataType>(types[static_cast<std::size_t>(index)]);
    return Status::ok();
  }
  return output_types(out_types.data(), table_.outputs(), in, inputs);  // says what is wrong
}

Status PluginCore::output_shapes(const ShapeArguments& a, nvinfer1::IExprBuilder& builder) const {
  PLUGSMITH_RETURN_IF_ERROR(check_counts("getOutputShapes", a.inputs, a.outputs));
  ExprDimBuilder dims(builder);
  InferInputs inputs;
  for (std::int32_t i = 0; i < a.inputs; ++i) inputs.device.push_back(to_symbolic(a.in[i], dims));
  for (std::int32_t i = 0; i < a.shape_input_count; ++i) {
    inputs.host.push_back(to_symbolic(a.shape_inputs[i], dims));
  }
  const Result<std::vector<SymbolicShape>> result = infer_shapes(*op_, inputs, &dims);
  if (!result.is_ok()) return result.status();
  for (std::size_t i = 0; i < result->size(); ++i) {
    PLUGSMITH_RETURN_IF_ERROR(to_exprs(traits().identity.name, (*result)[i], dims, a.out[i]));
  }
  return Status::ok();
}

Status PluginCore::check_position(std::int32_t pos, std::int32_t inputs,
                                  std::int32_t outputs) const {
  PLUGSMITH_RETURN_IF_ERROR(check_counts("supportsFormatCombination", inputs, outputs));
  if (pos >= 0 && pos < inputs + outputs) return Status::ok();
  return out_of_range(std::string(traits().identity.name) +
                      ": supportsFormatCombination asks for position " + std::to_string(pos) +
                      " of " + std::to_string(inputs + outputs));
}

template <class Desc>
Status PluginCore::supports_format(std::int32_t pos, Desc const* in_out, std::int32_t inputs,
                                   std::int32_t outputs, bool& supported) const {
  PLUGSMITH_RETURN_IF_ERROR(check_position(pos, inputs, outputs));
  std::vector<TypeFormat> chosen;
  for (std::int32_t i = 0; i <= pos; ++i) chosen.push_back(layout_of_desc(plain(in_out[i])));
  const int min_rank = layout_of(chosen.back().format).min_rank;
  supported = plain(in_out[pos]).dims.nbDims >= min_rank &&
              accepts(table_, chosen.data(), pos, inputs, rows_);
  return Status::ok();
}
template Status PluginCore::supports_format(std::int32_t, nvinfer1::PluginTensorDesc const*,
                                            std::int32_t, std::int32_t, bool&) const;
template Status PluginCore::supports_format(std::int32_t, nvinfer1::DynamicPluginTensorDesc const*,
                                            std::int32_t, std::int32_t, bool&) const;

std::int32_t PluginCore::aliased_input(std::int32_t output) const {
  if (output < 0 || output >= table_.outputs() || !op_->aliases(output)) return -1;
  return table_.alias_position(output);
}

Status PluginCore::set_tactic(std::int32_t tactic) {
  const ConstTensorView* none = nullptr;
  const TacticContext unused(table_, {none, 0, nullptr}, environment());
  if (tactic != 0) {
    const Result<Tactic> known = choose_tactic(*op_, tactic, unused);
    if (!known.is_ok()) return known.status();
    // A deserialized plugin was never configured: there every tactic of the op may come.
    if (!valid_tactics_.empty() &&
        std::find(valid_tactics_.begin(), valid_tactics_.end(), tactic) == valid_tactics_.end()) {
      return invalid_argument(std::string(traits().identity.name) + ": tactic " +
                              std::to_string(tactic) +
                              " does not fit the types and shapes that were configured; ask "
                              "getValidTactics for those that do");
    }
  }
  requested_tactic_ = tactic;
  return Status::ok();
}

TensorContext::Environment PluginCore::environment() const { return {tactic_, &logger_sink()}; }

Tensors PluginCore::tensors() const { return {inputs_.data(), input_count_, outputs_.data()}; }

void PluginCore::bind(nvinfer1::PluginTensorDesc const* in, nvinfer1::PluginTensorDesc const* out,
                      void const* const* inputs, void* const* outputs) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(input_count_); ++i) {
    inputs_[i] = {layout_of_desc(in[i]), to_shape(in[i].dims),
                  inputs != nullptr ? inputs[i] : nullptr, scale_of(in[i])};
  }
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    outputs_[i] = {layout_of_desc(out[i]), to_shape(out[i].dims),
                   outputs != nullptr ? outputs[i] : nullptr, scale_of(out[i])};
  }
}

std::vector<FieldData> PluginCore::engine_fields() const {
  Attributes attributes;
  op_->attributes(attributes);
  return write_engine_fields(attributes);
}

nvinfer1::PluginFieldCollection const* PluginCore::fields_to_serialize() {
  stored_ = engine_fields();
  stored_fields_.clear();
  for (const FieldData& field : stored_) {
    stored_fields_.emplace_back(field.name.c_str(), field.bytes.data(),
                                static_cast<nvinfer1::PluginFieldType>(field.type), field.length);
  }
  collection_ = {static_cast<std::int32_t>(stored_fields_.size()), stored_fields_.data()};
  return &collection_;
}

}  // namespace plugsmith::trt
