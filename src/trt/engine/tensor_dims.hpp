// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <algorithm>

#include "src/trt/engine/dim_text.hpp"

namespace plugsmith::trt {

/// At most nvinfer1::Dims::MAX_DIMS of them.
inline nvinfer1::Dims to_dims(const DimList& list) {
  nvinfer1::Dims dims{};
  dims.nbDims =
      static_cast<std::int32_t>(std::min<std::size_t>(list.size(), nvinfer1::Dims::MAX_DIMS));
  std::copy_n(list.begin(), dims.nbDims, dims.d);
  return dims;
}

inline DimList to_list(nvinfer1::Dims const& dims) {
  return {dims.d, dims.d + std::max(dims.nbDims, 0)};
}

}  // namespace plugsmith::trt
