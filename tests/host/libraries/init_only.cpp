// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/host/libraries/small_op.hpp"

// As NVIDIA's own libraries are: creators come from an init function only.
PLUGSMITH_TEST_EXPORT bool initSmallPlugins(void* logger, char const* lib_namespace) {
  static small_op::Creator creator("InitOnly");
  small_op::logger = static_cast<nvinfer1::ILogger*>(logger);
  return getPluginRegistry()->registerCreator(creator, lib_namespace);
}
