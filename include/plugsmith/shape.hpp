// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>

namespace plugsmith {
inline namespace v1 {

/// Largest number of dimensions a TensorRT tensor has (nvinfer1::Dims::MAX_DIMS).
inline constexpr int kMaxRank = 8;

/// Concrete dimensions of a tensor: non-negative, at most kMaxRank of them. Row-major.
class Shape {
 public:
  Shape() = default;
  Shape(std::initializer_list<std::int64_t> dims);
  /// Takes `rank` values (clamped to 0..kMaxRank); negative ones become 0.
  Shape(const std::int64_t* dims, int rank);

  int rank() const { return rank_; }
  /// Dimension `axis`; a negative axis counts from the end. An axis outside the rank gives 1, which
  /// is what a missing dimension means for every computation here.
  std::int64_t operator[](int axis) const {
    const int index = axis < 0 ? axis + rank_ : axis;
    return index >= 0 && index < rank_ ? dims_[static_cast<std::size_t>(index)] : 1;
  }
  /// Number of elements (1 for rank 0); the largest std::int64_t if the product does not fit.
  std::int64_t volume() const { return volume(0, rank_); }
  /// Product of the dimensions in [begin, end).
  std::int64_t volume(int begin, int end) const;

  friend bool operator==(const Shape& a, const Shape& b);
  friend bool operator!=(const Shape& a, const Shape& b) { return !(a == b); }

 private:
  std::array<std::int64_t, kMaxRank> dims_{};
  int rank_ = 0;
};

/// "[2,3,16,20]"; "[]" for a scalar.
std::string to_string(const Shape& shape);

}  // namespace v1
}  // namespace plugsmith
