// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0

// The library that holds the hand-written plugin, as TensorRT 10's loadLibrary wants it.

#include "threshold_v2.hpp"

#define EXPORTED extern "C" __attribute__((visibility("default")))

EXPORTED nvinfer1::IPluginCreatorInterface* const* getCreators(std::int32_t& count) {
  static example::ThresholdV2Creator creator;
  static nvinfer1::IPluginCreatorInterface* const list[] = {&creator};
  count = 1;
  return list;
}

EXPORTED void setLoggerFinder(nvinfer1::ILoggerFinder*) {}
