// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/creator_core.hpp"

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

// TensorRT 8 and earlier know no 64-bit field; their parser gives every ONNX integer as kINT32.
nvinfer1::PluginFieldType advertised(FieldType type) {
#if NV_TENSORRT_MAJOR < 9
  if (type == FieldType::kInt64) type = FieldType::kInt32;
#endif
  return static_cast<nvinfer1::PluginFieldType>(type);
}

}  // namespace

CreatorCore::CreatorCore(const OpEntry& entry)
    : entry_(entry), name_space_(entry.traits->identity.name_space) {
  const std::unique_ptr<AnyOp> op = entry_.make();
  Attributes attributes;
  op->attributes(attributes);
  for (const AttributeSpec& spec : attributes.specs()) names_.push_back(spec.name());
  for (std::size_t i = 0; i < names_.size(); ++i) {
    fields_.emplace_back(names_[i].c_str(), nullptr,
                         advertised(attributes.specs()[i].advertised_type()), 1);
  }
  collection_ = {static_cast<std::int32_t>(fields_.size()), fields_.data()};
}

Result<std::unique_ptr<AnyOp>> CreatorCore::from_build(
    nvinfer1::PluginFieldCollection const* fields) const {
  const Result<std::vector<FieldView>> views = views_of(traits().identity.name, fields);
  if (!views.is_ok()) return views.status();
  std::unique_ptr<AnyOp> op = entry_.make();
  PLUGSMITH_RETURN_IF_ERROR(configure_from_build_fields(*op, *views));
  return op;
}

Result<std::unique_ptr<AnyOp>> CreatorCore::from_engine(
    nvinfer1::PluginFieldCollection const* fields) const {
  const Result<std::vector<FieldView>> views = views_of(traits().identity.name, fields);
  if (!views.is_ok()) return views.status();
  return from_engine(*views);
}

Result<std::unique_ptr<AnyOp>> CreatorCore::from_engine(
    const std::vector<FieldView>& fields) const {
  std::unique_ptr<AnyOp> op = entry_.make();
  PLUGSMITH_RETURN_IF_ERROR(configure_from_engine_fields(*op, fields));
  return op;
}

}  // namespace plugsmith::trt
