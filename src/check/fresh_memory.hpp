// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace plugsmith::check {

/// Makes memory that is allocated from now on, and the stack below the caller, hold the byte `fill`.
/// What a plugin leaves unset shows when the same is done with two values.
void fill_fresh_memory(int fill);

}  // namespace plugsmith::check
