// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0

/// Read by LeakSanitizer, by this name: OpenVINO's threads library leaves an observer behind when
/// the process ends, now and then.
extern "C" __attribute__((visibility("default"))) const char* __lsan_default_suppressions();
const char* __lsan_default_suppressions() { return "leak:libtbb.so\n"; }
