// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "paged_kv_update.hpp"

namespace plugsmith::ops {

Status PagedKvUpdate::reference(ReferenceContext& c) const {
  PLUGSMITH_RETURN_IF_ERROR(check_shapes(c));
  const Shape& cache = c[key_cache].shape();
  const std::int64_t heads = cache[1];
  const std::int64_t page_size = cache[2];
  const std::int64_t row_bytes = bytes_of(c[key].type(), cache[3]);
  if (heads * row_bytes == 0) return Status::ok();
  for (std::int64_t token = 0; token < c[key].shape()[0]; ++token) {
    const std::int64_t slot = c[slots].type() == DataType::kInt64
                                  ? c[slots].data_as<std::int64_t>()[token]
                                  : c[slots].data_as<std::int32_t>()[token];
    if (slot < 0 || slot >= cache[0] * page_size) continue;
    for (std::int64_t head = 0; head < heads; ++head) {
      const std::int64_t from = (token * heads + head) * row_bytes;
      const std::int64_t to =
          ((slot / page_size * heads + head) * page_size + slot % page_size) * row_bytes;
      const auto count = static_cast<std::size_t>(row_bytes);
      std::memcpy(c[key_cache].data_as<char>() + to, c[key].data_as<char>() + from, count);
      std::memcpy(c[value_cache].data_as<char>() + to, c[value].data_as<char>() + from, count);
    }
  }
  return Status::ok();
}

}  // namespace plugsmith::ops
