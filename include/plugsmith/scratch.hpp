// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "plugsmith/status.hpp"

namespace plugsmith {
inline namespace v1 {

/// Name of a slice of the workspace: `static constexpr Scratch kSums{"sums"};`.
struct Scratch {
  const char* name;
};

/// Where the slices lie. Each begins at a multiple of 256 bytes from the (256-byte aligned) start.
class ScratchLayout {
 public:
  /// Appends a slice; negative or overflowing sizes make the layout invalid.
  void add(const Scratch& slice, std::int64_t bytes);
  /// Total bytes, or nothing if a size was invalid.
  Result<std::int64_t> total_bytes() const;
  /// Offset of a slice, or -1.
  std::int64_t offset_of(const Scratch& slice) const;

 private:
  struct Slice {
    const char* name;
    std::int64_t offset;
  };
  std::vector<Slice> slices_;
  std::int64_t end_ = 0;
  bool valid_ = true;
};

}  // namespace v1
}  // namespace plugsmith
