// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "non_zero.hpp"

#include <limits>

#include "non_zero_kernel.hpp"

namespace plugsmith::ops {

Status NonZero::check_range(std::int64_t elements) const {
  constexpr std::int64_t kLimit = std::numeric_limits<std::int32_t>::max();
  if (index_type == IndexType::kInt64 || elements <= kLimit) return Status::ok();
  return out_of_range("NonZero_PS: input \"x\" has " + std::to_string(elements) +
                      " elements; index_type int32 counts up to " + std::to_string(kLimit) +
                      ", set it to int64");
}

Status NonZero::infer(InferContext& c) const {
  Dim elements = 1;
  for (const Dim& dim : c[x].dims()) elements = elements * dim;
  PLUGSMITH_RETURN_IF_ERROR(check_range(elements.constant().value_or(0)));
  const Dim found = c.size(count, {ceil_div(elements, 2), elements});
  const Dim axes = c[x].rank();
  if (order == Order::kRow) {
    c[y] = {axes, found};
  } else {
    c[y] = {found, axes};
  }
  return Status::ok();
}

Status NonZero::scratch(ScratchContext& c) const {
  const std::int64_t tiles = non_zero::tiles_of(c[x].shape().volume());
  const Result<std::int64_t> scan_bytes = non_zero::scan_bytes(tiles);
  if (!scan_bytes.is_ok()) return scan_bytes.status();
  c.add<std::int64_t>(kTileEnds, tiles);
  c.add<std::uint32_t>(kMarks, tiles * (non_zero::kTile / 32));
  c.add<char>(kScan, *scan_bytes);
  return Status::ok();
}

Status NonZero::launch(LaunchContext& c) const {
  PLUGSMITH_RETURN_IF_ERROR(check_range(c[x].shape().volume()));
  return non_zero::launch({c[x], c[y], c.count(count).data(), order == Order::kColumn,
                           c.scratch<std::int64_t>(kTileEnds), c.scratch<std::uint32_t>(kMarks),
                           c.scratch<char>(kScan)},
                          c.stream());
}

}  // namespace plugsmith::ops
