// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/host/libraries/small_op.hpp"

PLUGSMITH_TEST_EXPORT nvinfer1::IPluginCreatorInterface* const* getCreators(std::int32_t& count) {
  static nvinfer1::IPluginCreatorInterface* const list[] = {nullptr};
  count = 1;
  return list;
}
