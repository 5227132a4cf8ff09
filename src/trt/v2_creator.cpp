// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/v2_creator.hpp"

#include <vector>

#include "src/core/blob.hpp"
#include "src/trt/logging.hpp"
#include "src/trt/v2_plugin.hpp"

PLUGSMITH_BEGIN_V2
namespace plugsmith::trt {

nvinfer1::IPluginV2* V2Creator::createPlugin(Ascii const*,
                                             nvinfer1::PluginFieldCollection const* fc) noexcept {
  nvinfer1::IPluginV2* plugin = nullptr;
  guarded("createPlugin", [&] {
    Result<std::unique_ptr<AnyOp>> op = core_.from_build(fc);
    if (op.is_ok()) plugin = new V2Plugin(std::move(*op), core_.name_space(), version_);
    return op.status();
  });
  return plugin;
}

nvinfer1::IPluginV2* V2Creator::deserializePlugin(Ascii const*, void const* data,
                                                  std::size_t bytes) noexcept {
  nvinfer1::IPluginV2* plugin = nullptr;
  guarded("deserializePlugin", [&] {
    Result<std::unique_ptr<AnyOp>> op = from_bytes(data, bytes);
    if (op.is_ok()) plugin = new V2Plugin(std::move(*op), core_.name_space(), version_);
    return op.status();
  });
  return plugin;
}

Result<std::unique_ptr<AnyOp>> V2Creator::from_bytes(void const* data, std::size_t bytes) const {
  std::vector<FieldView> views;
  // The op itself reads what an older, hand-written plugin of this name left in engines.
  if (core_.reads_foreign_fields() && data != nullptr && bytes <= INT32_MAX &&
      !is_blob(data, bytes)) {
    views.push_back(
        {kForeignBlobField, data, FieldType::kUnknown, static_cast<std::int32_t>(bytes)});
    return core_.from_engine(views);
  }
  const Result<std::vector<FieldData>> fields =
      read_blob(core_.traits().identity.name, data, bytes);
  if (!fields.is_ok()) return fields.status();
  for (const FieldData& field : *fields) {
    views.push_back({field.name.c_str(), field.bytes.data(), field.type, field.length});
  }
  return core_.from_engine(views);
}

void V2Creator::setPluginNamespace(Ascii const* name_space) noexcept {
  guarded("setPluginNamespace", [&] {
    core_.set_name_space(name_space != nullptr ? name_space : "");
    return Status::ok();
  });
}

}  // namespace plugsmith::trt
PLUGSMITH_END_V2
