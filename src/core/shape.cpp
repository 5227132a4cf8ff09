// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "plugsmith/shape.hpp"

#include <algorithm>
#include <limits>

namespace plugsmith {
inline namespace v1 {

Shape::Shape(std::initializer_list<std::int64_t> dims)
    : Shape(dims.begin(), static_cast<int>(dims.size())) {}

Shape::Shape(const std::int64_t* dims, int rank) : rank_(std::clamp(rank, 0, kMaxRank)) {
  for (int i = 0; i < rank_; ++i) {
    dims_[static_cast<std::size_t>(i)] = std::max<std::int64_t>(dims[i], 0);
  }
}

std::int64_t Shape::volume(int begin, int end) const {
  std::int64_t product = 1;
  bool overflow = false;
  for (int i = begin; i < end; ++i) {
    if ((*this)[i] == 0) return 0;
    overflow = __builtin_mul_overflow(product, (*this)[i], &product) || overflow;
  }
  return overflow ? std::numeric_limits<std::int64_t>::max() : product;
}

bool operator==(const Shape& a, const Shape& b) {
  return a.rank_ == b.rank_ &&
         std::equal(a.dims_.begin(), a.dims_.begin() + a.rank_, b.dims_.begin());
}

std::string to_string(const Shape& shape) {
  std::string text = "[";
  for (int i = 0; i < shape.rank(); ++i) {
    if (i > 0) text += ',';
    text += std::to_string(shape[i]);
  }
  return text + "]";
}

}  // namespace v1
}  // namespace plugsmith
