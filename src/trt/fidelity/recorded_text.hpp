// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The files in recordings/, put into the program when it is built.

namespace plugsmith::fidelity {

extern const char kRecordedWith[];
extern const char kRecordedText[];

}  // namespace plugsmith::fidelity
