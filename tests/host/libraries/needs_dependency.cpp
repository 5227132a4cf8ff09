// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
extern "C" int plugsmith_test_answer();

extern "C" __attribute__((visibility("default"))) int plugsmith_test_asks() {
  return plugsmith_test_answer();
}
