// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace plugsmith::check {

/// Makes memory that is allocated from now on, and the stack below the caller, hold the byte
/// `fill`. What a plugin leaves unset shows when the same is done with two values.
void fill_fresh_memory(int fill);
/// The byte of the last call, for gaps in what the host hands to a plugin.
int fresh_memory_fill();

}  // namespace plugsmith::check
