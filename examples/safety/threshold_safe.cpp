// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "threshold_safe.hpp"

#include <cstring>
#include <new>

#include "examples/migrating/threshold_kernel.hpp"

namespace example {
namespace {

using nvinfer1::PluginField;
using nvinfer1::PluginFieldType;
using nvinfer2::safe::TensorDescriptor;

// Both values, or false if a field does not fit. Missing ones keep what `values` holds.
bool read_fields(nvinfer1::PluginFieldCollection const* fc, float (&values)[2]) {
  for (std::int32_t i = 0; fc != nullptr && i < fc->nbFields; ++i) {
    const PluginField& field = fc->fields[i];
    const int index = std::strcmp(field.name, "limit") == 0   ? 0
                      : std::strcmp(field.name, "value") == 0 ? 1
                                                              : -1;
    if (index < 0 || field.type != PluginFieldType::kFLOAT32 || field.length != 1 ||
        field.data == nullptr) {
      return false;
    }
    std::memcpy(&values[index], field.data, sizeof(float));
  }
  return true;
}

// One component a vector, innermost dimension last.
bool is_linear_float(TensorDescriptor const& tensor) {
  return tensor.dataType == nvinfer1::DataType::kFLOAT && tensor.vectorizedDim == -1;
}

}  // namespace

ThresholdSafe::ThresholdSafe(float limit, float value)
    : limit_(limit),
      value_(value),
      fields_{{"limit", &limit_, PluginFieldType::kFLOAT32, 1},
              {"value", &value_, PluginFieldType::kFLOAT32, 1}},
      collection_{2, fields_} {}

nvinfer1::IPluginCapability* ThresholdSafe::getCapabilityInterface(
    nvinfer1::PluginCapabilityType type) noexcept {
  switch (type) {
    case nvinfer1::PluginCapabilityType::kCORE:
      return static_cast<nvinfer2::safe::IPluginV3OneSafeCore*>(this);
    case nvinfer1::PluginCapabilityType::kBUILD:
      return static_cast<nvinfer2::safe::IPluginV3OneSafeBuild*>(this);
    case nvinfer1::PluginCapabilityType::kRUNTIME:
      return static_cast<nvinfer2::safe::IPluginV3OneSafeRuntime*>(this);
    default: break;
  }
  return nullptr;
}

nvinfer1::IPluginV3* ThresholdSafe::clone() noexcept {
  return new (std::nothrow) ThresholdSafe(*this);
}

std::int32_t ThresholdSafe::getOutputDataTypes(nvinfer1::DataType* outputs,
                                               std::int32_t output_count,
                                               nvinfer1::DataType const* inputs,
                                               std::int32_t input_count) const noexcept {
  if (output_count != 1 || input_count != 1) return 1;
  outputs[0] = inputs[0];
  return 0;
}

std::int32_t ThresholdSafe::getOutputShapes(nvinfer1::Dims const* inputs, std::int32_t input_count,
                                            nvinfer1::Dims* outputs,
                                            std::int32_t output_count) const noexcept {
  if (output_count != 1 || input_count != 1) return 1;
  outputs[0] = inputs[0];
  return 0;
}

bool ThresholdSafe::supportsFormatCombination(std::int32_t pos, Descriptor const* in_out,
                                              std::int32_t, std::int32_t) noexcept {
  return is_linear_float(in_out[pos]);
}

std::int32_t ThresholdSafe::configurePlugin(Descriptor const* in, std::int32_t inputs,
                                            Descriptor const* out, std::int32_t outputs) noexcept {
  return inputs == 1 && outputs == 1 && in[0].sizeInBytes == out[0].sizeInBytes ? 0 : 1;
}

std::int32_t ThresholdSafe::initResource(
    nvinfer2::safe::ISafePluginResourceContext const*) noexcept {
  return 0;  // device memory, had it any, would come from the context's allocator here
}

std::int32_t ThresholdSafe::enqueue(Descriptor const* input_desc, Descriptor const*,
                                    void const* const* inputs, void* const* outputs, void*,
                                    cudaStream_t stream) noexcept {
  const auto count = static_cast<std::int64_t>(input_desc[0].sizeInBytes / sizeof(float));
  return launch_threshold(static_cast<const float*>(inputs[0]), static_cast<float*>(outputs[0]),
                          count, limit_, value_, stream);
}

nvinfer1::PluginFieldCollection const* ThresholdSafe::getFieldsToSerialize() noexcept {
  return &collection_;
}

ThresholdSafeCreator::ThresholdSafeCreator()
    : fields_{{"limit", nullptr, PluginFieldType::kFLOAT32, 1},
              {"value", nullptr, PluginFieldType::kFLOAT32, 1}},
      collection_{2, fields_} {}

nvinfer1::IPluginV3* ThresholdSafeCreator::refuse(char const* why) const noexcept {
  if (recorder_ != nullptr) recorder_->reportError(nvinfer1::ErrorCode::kINVALID_ARGUMENT, why);
  return nullptr;
}

nvinfer1::IPluginV3* ThresholdSafeCreator::createPlugin(char const*,
                                                        nvinfer1::PluginFieldCollection const* fc,
                                                        nvinfer1::TensorRTPhase) noexcept {
  float values[2] = {0.0F, 0.0F};
  if (!read_fields(fc, values)) {
    return refuse("Threshold: takes the fields \"limit\" and \"value\", each one kFLOAT32");
  }
  return new (std::nothrow) ThresholdSafe(values[0], values[1]);
}

bool ThresholdChecker::validate(std::vector<TensorDescriptor> const& inputs,
                                std::vector<TensorDescriptor> const& outputs,
                                nvinfer1::PluginFieldCollection* fc) noexcept {
  float values[2] = {0.0F, 0.0F};
  return inputs.size() == 1 && outputs.size() == 1 && is_linear_float(inputs[0]) &&
         is_linear_float(outputs[0]) && inputs[0].sizeInBytes == outputs[0].sizeInBytes &&
         read_fields(fc, values);
}

}  // namespace example
