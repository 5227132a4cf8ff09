// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace plugsmith::check {

/// Bytes of the heap that are in use in this process, as the allocator counts them: glibc's, or
/// AddressSanitizer's where that replaces it.
std::size_t heap_bytes_in_use();

}  // namespace plugsmith::check
