// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/io/tensor.hpp"

#include <algorithm>
#include <limits>

namespace plugsmith::io {

std::string to_string(const Dims& dims) {
  std::string text = "[";
  for (std::size_t i = 0; i < dims.size(); ++i) {
    if (i > 0) text += ',';
    text += dims[i] < 0 ? "?" : std::to_string(dims[i]);
  }
  return text + "]";
}

Result<std::int64_t> element_count(const Dims& dims, const std::string& what) {
  if (std::any_of(dims.begin(), dims.end(), [](std::int64_t dim) { return dim < 0; })) {
    return invalid_argument(what + ": shape " + to_string(dims) +
                            " holds a dimension that is not known; give a size of 0 or more");
  }
  if (std::count(dims.begin(), dims.end(), 0) > 0) return std::int64_t{0};
  std::int64_t count = 1;
  for (const std::int64_t dim : dims) {
    if (__builtin_mul_overflow(count, dim, &count)) {
      return out_of_range(what + ": shape " + to_string(dims) + " has more than 2^63 elements");
    }
  }
  return count;
}

Result<std::int64_t> byte_count(DataType type, const Dims& dims, const std::string& what) {
  auto count = element_count(dims, what);
  if (!count.is_ok()) return count;
  if (*count > std::numeric_limits<std::int64_t>::max() / 8) {
    return out_of_range(what + ": shape " + to_string(dims) + " needs more than 2^63 bytes");
  }
  return bytes_of(type, *count);
}

}  // namespace plugsmith::io
