// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/host/libraries/small_op.hpp"

// A creator list with holes, twins inside it, and no setLoggerFinder.
PLUGSMITH_TEST_EXPORT nvinfer1::IPluginCreatorInterface* const* getCreators(std::int32_t& count) {
  static small_op::Creator creator("Holed");
  static small_op::Creator twin("Holed");
  static nvinfer1::IPluginCreatorInterface* const list[] = {nullptr, &creator, nullptr, &twin};
  count = 4;
  return list;
}
