// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/host/libraries/small_op.hpp"

// An init function of another name: only found when it is named.
PLUGSMITH_TEST_EXPORT bool register_all_of_it(void*, char const* lib_namespace) {
  static small_op::Creator creator("OddInit");
  return getPluginRegistry()->registerCreator(creator, lib_namespace);
}
