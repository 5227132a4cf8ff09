// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/v3_creator.hpp"

#include "src/trt/logging.hpp"

namespace plugsmith::trt {
namespace {

Result<std::vector<FieldView>> views_of(const std::string& op,
                                        nvinfer1::PluginFieldCollection const* fc) {
  std::vector<FieldView> views;
  if (fc == nullptr) return views;
  if (fc->nbFields < 0 || (fc->nbFields > 0 && fc->fields == nullptr)) {
    return invalid_argument(op + ": the field collection has " + std::to_string(fc->nbFields) +
                            " fields" + (fc->fields == nullptr ? " and a null pointer" : "") +
                            "; must be 0 or more, with as many entries");
  }
  for (std::int32_t i = 0; i < fc->nbFields; ++i) {
    const nvinfer1::PluginField& field = fc->fields[i];
    views.push_back({field.name, field.data, static_cast<FieldType>(field.type), field.length});
  }
  return views;
}

}  // namespace

V3Creator::V3Creator(const OpEntry& entry, PluginFactory* factory)
    : entry_(entry), factory_(factory), name_space_(entry.traits->identity.name_space) {
  const std::unique_ptr<AnyOp> op = entry_.make();
  Attributes attributes;
  op->attributes(attributes);
  for (const AttributeSpec& spec : attributes.specs()) field_names_.push_back(spec.name());
  for (std::size_t i = 0; i < field_names_.size(); ++i) {
    const auto type =
        static_cast<nvinfer1::PluginFieldType>(attributes.specs()[i].advertised_type());
    fields_.emplace_back(field_names_[i].c_str(), nullptr, type, 1);
  }
  collection_ = {static_cast<std::int32_t>(fields_.size()), fields_.data()};
}

nvinfer1::IPluginV3* V3Creator::createPlugin(nvinfer1::AsciiChar const*,
                                             nvinfer1::PluginFieldCollection const* fc,
                                             nvinfer1::TensorRTPhase phase) noexcept {
  nvinfer1::IPluginV3* plugin = nullptr;
  guarded("createPlugin", [&] {
    const Result<std::vector<FieldView>> fields = views_of(getPluginName(), fc);
    if (!fields.is_ok()) return fields.status();
    std::unique_ptr<AnyOp> op = entry_.make();
    PLUGSMITH_RETURN_IF_ERROR(phase == nvinfer1::TensorRTPhase::kBUILD
                                  ? configure_from_build_fields(*op, *fields)
                                  : configure_from_engine_fields(*op, *fields));
    plugin = factory_(std::move(op), name_space_).release();
    return Status::ok();
  });
  return plugin;
}

nvinfer1::PluginFieldCollection const* V3Creator::getFieldNames() noexcept { return &collection_; }
nvinfer1::AsciiChar const* V3Creator::getPluginName() const noexcept {
  return entry_.traits->identity.name;
}
nvinfer1::AsciiChar const* V3Creator::getPluginVersion() const noexcept {
  return entry_.traits->identity.version;
}
nvinfer1::AsciiChar const* V3Creator::getPluginNamespace() const noexcept {
  return name_space_.c_str();
}

}  // namespace plugsmith::trt
