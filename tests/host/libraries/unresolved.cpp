// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
extern "C" int plugsmith_test_function_that_nobody_has();

extern "C" __attribute__((visibility("default"))) int plugsmith_test_calls_it() {
  return plugsmith_test_function_that_nobody_has();
}
