// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace plugsmith::check {

/// Counts what operator new is asked for on this thread while it lives, and lets one request fail
/// with std::bad_alloc. Linking this replaces the program's operator new, which plugin libraries
/// use as well, unless they were linked with a C++ runtime of their own.
class AllocationFault {
 public:
  /// The request of this number (from 1) fails; 0: none.
  explicit AllocationFault(std::int64_t failing);
  ~AllocationFault();
  AllocationFault(const AllocationFault&) = delete;
  AllocationFault& operator=(const AllocationFault&) = delete;

  /// Requests so far.
  std::int64_t requests() const;
  bool failed() const;  ///< whether one did
};

}  // namespace plugsmith::check
