// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
// A library that is none for TensorRT.
extern "C" __attribute__((visibility("default"))) int plugsmith_test_answer() { return 42; }
