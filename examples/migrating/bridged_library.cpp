// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0

// The same plugin, unchanged, as an IPluginV3.

#include "src/trt/logging.hpp"
#include "src/trt/v2_bridge.hpp"
#include "threshold_v2.hpp"

#define EXPORTED extern "C" __attribute__((visibility("default")))

EXPORTED nvinfer1::IPluginCreatorInterface* const* getCreators(std::int32_t& count) {
  static example::ThresholdV2Creator existing;
  static plugsmith::trt::V2BridgeCreator bridge(existing);
  static nvinfer1::IPluginCreatorInterface* const list[] = {&bridge};
  count = 1;
  return list;
}

EXPORTED void setLoggerFinder(nvinfer1::ILoggerFinder* finder) {
  plugsmith::trt::set_logger_finder(finder);
}
