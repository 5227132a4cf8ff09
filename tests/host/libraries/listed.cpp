// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/host/libraries/small_op.hpp"

// As a library built with Plugsmith is: getCreators, setLoggerFinder, a CPU reference, patterns.

PLUGSMITH_TEST_EXPORT void setLoggerFinder(nvinfer1::ILoggerFinder* finder) {
  small_op::logger = finder->findLogger();
}

PLUGSMITH_TEST_EXPORT nvinfer1::IPluginCreatorInterface* const* getCreators(std::int32_t& count) {
  static small_op::Creator creator("Listed");
  static nvinfer1::IPluginCreatorInterface* const list[] = {&creator};
  count = 1;
  return list;
}

PLUGSMITH_TEST_EXPORT std::int32_t plugsmithAbi() {
  return PLUGSMITH_GENERATION * 1000 + plugsmith::trt::kReferenceAbi;
}

PLUGSMITH_TEST_EXPORT char const* plugsmithPorts(char const*) {
  return "x in 1..8 float32,float16 -\nrows in 1 int64 0..x[0]\ny out 0..8 float32 -\n";
}

PLUGSMITH_TEST_EXPORT char const* plugsmithPatterns(char const* op) {
  return std::strcmp(op, "Listed") == 0 ? "pattern of Listed" : nullptr;
}
