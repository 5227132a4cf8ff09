// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <algorithm>
#include <initializer_list>

namespace plugsmith::testing {

inline nvinfer1::PluginTensorDesc desc(nvinfer1::DataType type,
                                       std::initializer_list<std::int64_t> dims) {
  nvinfer1::PluginTensorDesc result{};
  result.type = type;
  result.format = nvinfer1::TensorFormat::kLINEAR;
  result.dims.nbDims = static_cast<std::int32_t>(dims.size());
  std::copy(dims.begin(), dims.end(), result.dims.d);
  return result;
}

/// Network dimensions of `network`, a profile with `most` as its only shape.
inline nvinfer1::DynamicPluginTensorDesc dynamic(const nvinfer1::PluginTensorDesc& network,
                                                 const nvinfer1::PluginTensorDesc& most) {
  nvinfer1::DynamicPluginTensorDesc result{};
  result.desc = network;
  result.min = result.max = most.dims;
#if NV_TENSORRT_MAJOR >= 10
  result.opt = most.dims;
#endif
  return result;
}

}  // namespace plugsmith::testing
