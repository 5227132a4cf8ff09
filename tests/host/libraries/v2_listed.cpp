// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <NvInfer.h>

#include <cstring>

#include "src/trt/reference_abi.hpp"

// A library with one op "V2Listed" of the IPluginV2 family, y = factor * x, as one built with
// Plugsmith is: it computes on a CPU. For TensorRT 8 and later.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

#define PLUGSMITH_TEST_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

using namespace nvinfer1;

/// How far an object of an execution context is. The reference demands all of it, in this order.
enum class Step { kMade, kAttached, kExpecting, kConfigured };

class Scale final : public IPluginV2DynamicExt {
 public:
  explicit Scale(float factor) : factor_(factor) {}

  AsciiChar const* getPluginType() const noexcept override { return "V2Listed"; }
  AsciiChar const* getPluginVersion() const noexcept override { return "1"; }
  AsciiChar const* getPluginNamespace() const noexcept override { return ""; }
  void setPluginNamespace(AsciiChar const*) noexcept override {}
  std::int32_t getNbOutputs() const noexcept override { return 1; }
  DataType getOutputDataType(std::int32_t, DataType const* types,
                             std::int32_t) const noexcept override {
    return types[0];
  }
  DimsExprs getOutputDimensions(std::int32_t, DimsExprs const* in, std::int32_t,
                                IExprBuilder&) noexcept override {
    return in[0];
  }
  bool supportsFormatCombination(std::int32_t position, PluginTensorDesc const* ports, std::int32_t,
                                 std::int32_t) noexcept override {
    return ports[position].type == DataType::kFLOAT &&
           ports[position].format == TensorFormat::kLINEAR;
  }
  void configurePlugin(DynamicPluginTensorDesc const*, std::int32_t, DynamicPluginTensorDesc const*,
                       std::int32_t) noexcept override {
    if (step_ == Step::kExpecting) step_ = Step::kConfigured;
  }
  std::size_t getWorkspaceSize(PluginTensorDesc const*, std::int32_t, PluginTensorDesc const*,
                               std::int32_t) const noexcept override {
    return 0;
  }
  std::int32_t initialize() noexcept override { return 0; }
  void terminate() noexcept override {}
  std::int32_t enqueue(PluginTensorDesc const*, PluginTensorDesc const*, void const* const*,
                       void* const*, void*, cudaStream_t) noexcept override {
    return 1;  // there is no device
  }
  std::size_t getSerializationSize() const noexcept override { return sizeof factor_; }
  void serialize(void* buffer) const noexcept override {
    std::memcpy(buffer, &factor_, sizeof factor_);
  }
  void destroy() noexcept override { delete this; }
  IPluginV2DynamicExt* clone() const noexcept override { return new Scale(factor_); }
  void attachToContext(cudnnContext*, cublasContext*, IGpuAllocator*) noexcept override {
    step_ = Step::kAttached;
  }

  void expect_reference() {
    if (step_ == Step::kAttached) step_ = Step::kExpecting;
  }
  const char* reference(PluginTensorDesc const& desc, void const* in, void* out) const {
    if (step_ != Step::kConfigured) return "V2Listed: called out of order";
    std::int64_t count = 1;
    for (std::int32_t i = 0; i < desc.dims.nbDims; ++i) count *= desc.dims.d[i];
    for (std::int64_t i = 0; i < count; ++i) {
      const float value = static_cast<const float*>(in)[i];
      if (value < 0) return "V2Listed: input \"x\" is negative; must be at least 0";
      static_cast<float*>(out)[i] = factor_ * value;
    }
    return nullptr;
  }

 private:
  ~Scale() override = default;
  float factor_;
  Step step_ = Step::kMade;
};

class Creator final : public IPluginCreator {
 public:
  IPluginV2* createPlugin(AsciiChar const*, PluginFieldCollection const* fields) noexcept override {
    float factor = 2;
    for (std::int32_t i = 0; i < fields->nbFields; ++i) {
      const PluginField& field = fields->fields[i];
      if (std::strcmp(field.name, "factor") == 0) std::memcpy(&factor, field.data, sizeof factor);
    }
    return new Scale(factor);
  }
  IPluginV2* deserializePlugin(AsciiChar const*, void const* data,
                               std::size_t bytes) noexcept override {
    float factor = 0;
    if (bytes != sizeof factor) return nullptr;
    std::memcpy(&factor, data, sizeof factor);
    return new Scale(factor);
  }
  PluginFieldCollection const* getFieldNames() noexcept override { return &fields_; }
  AsciiChar const* getPluginName() const noexcept override { return "V2Listed"; }
  AsciiChar const* getPluginVersion() const noexcept override { return "1"; }
  AsciiChar const* getPluginNamespace() const noexcept override { return ""; }
  void setPluginNamespace(AsciiChar const*) noexcept override {}

 private:
  PluginField field_{"factor", nullptr, PluginFieldType::kFLOAT32, 1};
  PluginFieldCollection fields_{1, &field_};
};

Scale* as_scale(void* plugin) {
  return static_cast<Scale*>(static_cast<IPluginV2DynamicExt*>(static_cast<IPluginV2*>(plugin)));
}

Creator creator;

}  // namespace

PLUGSMITH_TEST_EXPORT void setLoggerFinder(ILoggerFinder*) {}

#if PLUGSMITH_GENERATION >= 10
PLUGSMITH_TEST_EXPORT IPluginCreatorInterface* const* getCreators(std::int32_t& count) {
  static IPluginCreatorInterface* const list[] = {&creator};
#else
PLUGSMITH_TEST_EXPORT IPluginCreator* const* getPluginCreators(std::int32_t& count) {
  static IPluginCreator* const list[] = {&creator};
#endif
  count = 1;
  return list;
}

PLUGSMITH_TEST_EXPORT std::int32_t plugsmithAbi() {
  return PLUGSMITH_GENERATION * 1000 + plugsmith::trt::kReferenceAbi;
}

PLUGSMITH_TEST_EXPORT void plugsmithExpectReference(void* plugin) {
  as_scale(plugin)->expect_reference();
}

PLUGSMITH_TEST_EXPORT std::int32_t plugsmithReference(void* plugin, PluginTensorDesc const* in_desc,
                                                      PluginTensorDesc const*,
                                                      void const* const* inputs,
                                                      void* const* outputs, char* message,
                                                      std::int32_t message_bytes) {
  const char* problem = as_scale(plugin)->reference(in_desc[0], inputs[0], outputs[0]);
  if (problem == nullptr) return 0;
  std::strncpy(message, problem, static_cast<std::size_t>(message_bytes - 1));
  return 1;  // plugsmith::StatusCode::kInvalidArgument
}
