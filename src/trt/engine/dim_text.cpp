// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/engine/dim_text.hpp"

#include <algorithm>

namespace plugsmith::trt {

std::string to_text(const DimList& dims) {
  std::string text = "[";
  for (const std::int64_t dim : dims) {
    if (text.size() > 1) text += ",";
    text += dim < 0 ? "?" : std::to_string(dim);
  }
  return text + "]";
}

std::size_t dense_bytes(DataType type, const DimList& dims) {
  std::int64_t count = 1;
  for (const std::int64_t dim : dims) count *= std::max<std::int64_t>(dim, 0);
  return static_cast<std::size_t>(bytes_of(type, count));
}

}  // namespace plugsmith::trt
