// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/engine/builder_config.hpp"

namespace plugsmith::trt {
namespace {

using nvinfer1::BuilderFlag;

#if NV_TENSORRT_MAJOR < 11
bool holds_quantization(const nvinfer1::INetworkDefinition& network) {
  for (std::int32_t i = 0; i < network.getNbLayers(); ++i) {
    const auto type = network.getLayer(i)->getType();
    if (type == nvinfer1::LayerType::kQUANTIZE || type == nvinfer1::LayerType::kDEQUANTIZE) {
      return true;
    }
  }
  return false;
}

Status allow(nvinfer1::IBuilderConfig& config, const Network& network, Precision precision) {
  switch (precision) {
    case Precision::kFp16: config.setFlag(BuilderFlag::kFP16); break;
    case Precision::kBf16: config.setFlag(BuilderFlag::kBF16); break;
    case Precision::kInt8:
      if (!holds_quantization(*network.definition)) {
        return unsupported(
            "--precision int8: the model holds no QuantizeLinear or DequantizeLinear node, and "
            "there is no calibration here; quantize the model first, which leaves such nodes");
      }
      config.setFlag(BuilderFlag::kINT8);
      config.setFlag(BuilderFlag::kFP16);
      break;
    default: break;
  }
  return Status::ok();
}
#else
Status allow(nvinfer1::IBuilderConfig&, const Network&, Precision precision) {
  if (precision == Precision::kFp32 || precision == Precision::kTf32) return Status::ok();
  return unsupported(
      "--precision: networks of TensorRT 11 are strongly typed, so the model's own types decide; "
      "convert the model, or use TensorRT 10");
}
#endif

Status embed(const TensorRt& tensorrt, nvinfer1::IBuilderConfig& config,
             const std::vector<std::string>& libraries) {
  if (libraries.empty()) return Status::ok();
  std::vector<const char*> paths;
  for (const std::string& path : libraries) paths.push_back(path.c_str());
  const auto count = static_cast<std::int32_t>(paths.size());
  config.setPluginsToSerialize(paths.data(), count);
  if (config.getNbPluginsToSerialize() == count) return Status::ok();
  return invalid_argument("--embed-plugins: TensorRT " + to_string(tensorrt.version()) +
                          " did not take the libraries; it embeds only libraries that export "
                          "getCreators");
}

}  // namespace

Status configure(const TensorRt& tensorrt, nvinfer1::IBuilderConfig& config, const Network& network,
                 const BuildRequest& request) {
  if (request.precision == Precision::kFp32) config.clearFlag(BuilderFlag::kTF32);
  if (network.strongly_typed && NV_TENSORRT_MAJOR < 11 && request.precision != Precision::kFp32 &&
      request.precision != Precision::kTf32) {
    return invalid_argument(
        "--strongly-typed lets the model's own types decide; leave --precision out");
  }
  PLUGSMITH_RETURN_IF_ERROR(allow(config, network, request.precision));
  if (request.version_compatible) config.setFlag(BuilderFlag::kVERSION_COMPATIBLE);
  if (request.lean_runtime_excluded) config.setFlag(BuilderFlag::kEXCLUDE_LEAN_RUNTIME);
  if (request.workspace_bytes > 0) {
    config.setMemoryPoolLimit(nvinfer1::MemoryPoolType::kWORKSPACE,
                              static_cast<std::size_t>(request.workspace_bytes));
  }
  if (request.optimization_level >= 0) {
    config.setBuilderOptimizationLevel(request.optimization_level);
  }
  config.setProfilingVerbosity(nvinfer1::ProfilingVerbosity::kDETAILED);
  const bool aliases = !aliased_outputs(*network.definition).empty();
  if (aliases && request.alias_preview && tensorrt.version().at_least(10, 3)) {
    config.setPreviewFeature(nvinfer1::PreviewFeature::kALIASED_PLUGIN_IO_10_03, true);
  }
  return embed(tensorrt, config, request.embedded_libraries);
}

}  // namespace plugsmith::trt
