// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "plugsmith/scratch.hpp"

#include <string_view>

namespace plugsmith {
inline namespace v1 {
namespace {

constexpr std::int64_t kSliceAlignment = 256;  // what cudaMalloc and TensorRT's workspace give

}  // namespace

void ScratchLayout::add(const Scratch& slice, std::int64_t bytes) {
  std::int64_t end = 0;
  std::int64_t padded = 0;
  if (bytes < 0 || __builtin_add_overflow(bytes, kSliceAlignment - 1, &padded) ||
      __builtin_add_overflow(end_, padded / kSliceAlignment * kSliceAlignment, &end)) {
    valid_ = false;
    return;
  }
  slices_.push_back({slice.name, end_});
  end_ = end;
}

Result<std::int64_t> ScratchLayout::total_bytes() const {
  if (!valid_) {
    return out_of_range("a workspace slice has a negative size or one that does not fit 64 bits");
  }
  return end_;
}

std::int64_t ScratchLayout::offset_of(const Scratch& slice) const {
  for (const Slice& known : slices_) {
    if (known.name == slice.name || std::string_view(known.name) == slice.name) return known.offset;
  }
  return -1;
}

}  // namespace v1
}  // namespace plugsmith
