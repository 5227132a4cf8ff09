// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "tests/host/libraries/small_op.hpp"

PLUGSMITH_TEST_EXPORT nvinfer1::IPluginCreatorInterface* const* getCreators(std::int32_t&) {
  throw std::runtime_error("no license");
}
