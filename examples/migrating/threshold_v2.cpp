// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "threshold_v2.hpp"

#include <cstring>
#include <new>

#include "threshold_kernel.hpp"

namespace example {

nvinfer1::IPluginV2DynamicExt* ThresholdV2::clone() const noexcept {
  return new (std::nothrow) ThresholdV2(*this);
}

void ThresholdV2::serialize(void* buffer) const noexcept {
  std::memcpy(buffer, &limit_, sizeof limit_);
  std::memcpy(static_cast<char*>(buffer) + sizeof limit_, &value_, sizeof value_);
}

nvinfer1::DataType ThresholdV2::getOutputDataType(std::int32_t, nvinfer1::DataType const*,
                                                  std::int32_t) const noexcept {
  return nvinfer1::DataType::kFLOAT;
}

nvinfer1::DimsExprs ThresholdV2::getOutputDimensions(std::int32_t,
                                                     nvinfer1::DimsExprs const* inputs,
                                                     std::int32_t,
                                                     nvinfer1::IExprBuilder&) noexcept {
  return inputs[0];
}

bool ThresholdV2::supportsFormatCombination(std::int32_t pos,
                                            nvinfer1::PluginTensorDesc const* in_out, std::int32_t,
                                            std::int32_t) noexcept {
  return in_out[pos].type == nvinfer1::DataType::kFLOAT &&
         in_out[pos].format == nvinfer1::TensorFormat::kLINEAR;
}

std::int32_t ThresholdV2::enqueue(nvinfer1::PluginTensorDesc const* input_desc,
                                  nvinfer1::PluginTensorDesc const*, void const* const* inputs,
                                  void* const* outputs, void*, cudaStream_t stream) noexcept {
  std::int64_t count = 1;
  for (std::int32_t i = 0; i < input_desc[0].dims.nbDims; ++i) count *= input_desc[0].dims.d[i];
  return launch_threshold(static_cast<const float*>(inputs[0]), static_cast<float*>(outputs[0]),
                          count, limit_, value_, stream);
}

ThresholdV2Creator::ThresholdV2Creator()
    : fields_{{"limit", nullptr, nvinfer1::PluginFieldType::kFLOAT32, 1},
              {"value", nullptr, nvinfer1::PluginFieldType::kFLOAT32, 1}},
      collection_{2, fields_} {}

nvinfer1::IPluginV2* ThresholdV2Creator::createPlugin(
    char const*, nvinfer1::PluginFieldCollection const* fc) noexcept {
  float limit = 0.0F, value = 0.0F;
  for (std::int32_t i = 0; fc != nullptr && i < fc->nbFields; ++i) {
    const nvinfer1::PluginField& field = fc->fields[i];
    float* target = nullptr;
    if (std::strcmp(field.name, "limit") == 0) target = &limit;
    if (std::strcmp(field.name, "value") == 0) target = &value;
    if (target == nullptr) continue;
    if (field.type != nvinfer1::PluginFieldType::kFLOAT32 || field.length != 1 ||
        field.data == nullptr) {
      return nullptr;
    }
    std::memcpy(target, field.data, sizeof *target);
  }
  auto* plugin = new (std::nothrow) ThresholdV2(limit, value);
  if (plugin != nullptr) plugin->setPluginNamespace(namespace_.c_str());
  return plugin;
}

nvinfer1::IPluginV2* ThresholdV2Creator::deserializePlugin(char const*, void const* data,
                                                           std::size_t bytes) noexcept {
  float stored[2];
  if (data == nullptr || bytes != sizeof stored) return nullptr;
  std::memcpy(stored, data, sizeof stored);
  auto* plugin = new (std::nothrow) ThresholdV2(stored[0], stored[1]);
  if (plugin != nullptr) plugin->setPluginNamespace(namespace_.c_str());
  return plugin;
}

}  // namespace example
