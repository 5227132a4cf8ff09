// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace plugsmith {
inline namespace v1 {

/// Operations on dimensions; values and meaning are those of nvinfer1::DimensionOperation.
enum class DimOperation : std::int32_t {
  kSum = 0,
  kProd = 1,
  kMax = 2,
  kMin = 3,
  kSub = 4,
  kEqual = 5,
  kLess = 6,
  kFloorDiv = 7,
  kCeilDiv = 8,
};

/// Makes symbolic expressions; implemented by the adapters over nvinfer1::IExprBuilder. Nodes are
/// owned by the builder and live as long as the call that handed it out. Null means failure.
class DimBuilder {
 public:
  virtual ~DimBuilder() = default;
  virtual const void* constant(std::int64_t value) = 0;
  virtual const void* operation(DimOperation op, const void* first, const void* second) = 0;
  /// nvinfer1::IExprBuilder::declareSizeTensor for output `output`.
  virtual const void* size_tensor(int output, const void* opt, const void* upper) = 0;
};

/// A dimension while shapes are inferred: a number, or an expression over dimensions that are not
/// known yet. There is no conversion to an integer, so an unknown dimension cannot be read as -1;
/// ask constant(). Valid only during the infer() call that made it.
class Dim {
 public:
  /// A known dimension.
  Dim(std::int64_t value)
      : value_(value), known_(true), valid_(true) {}  // NOLINT: implicit by design
  /// An expression of `builder`; `known` holds its value if it is constant. A null node is invalid.
  Dim(DimBuilder& builder, const void* node, std::optional<std::int64_t> known);
  /// A dimension that could not be computed; every expression over it is invalid too.
  static Dim invalid() { return Dim(); }

  /// The value if it is known now, else nothing.
  std::optional<std::int64_t> constant() const {
    return known_ && valid_ ? std::optional<std::int64_t>(value_) : std::nullopt;
  }
  /// False after a division by zero, an overflow, or an axis that does not exist.
  bool is_valid() const { return valid_; }

  /// The expression in `builder`, made on demand for numbers; null if invalid. For adapters.
  const void* node(DimBuilder& builder) const;

  /// a op b: folded when both are known, else an expression.
  static Dim combine(DimOperation op, const Dim& a, const Dim& b);

 private:
  Dim() = default;
  std::int64_t value_ = 0;
  const void* node_ = nullptr;
  DimBuilder* builder_ = nullptr;
  bool known_ = false;
  bool valid_ = false;
};

/// Computes `a op b` on numbers as TensorRT does (kEqual and kLess give 1 or 0; divisions round to
/// -inf and +inf). Nothing on overflow or division by zero.
std::optional<std::int64_t> evaluate(DimOperation op, std::int64_t a, std::int64_t b);

inline Dim operator+(const Dim& a, const Dim& b) { return Dim::combine(DimOperation::kSum, a, b); }
inline Dim operator-(const Dim& a, const Dim& b) { return Dim::combine(DimOperation::kSub, a, b); }
inline Dim operator*(const Dim& a, const Dim& b) { return Dim::combine(DimOperation::kProd, a, b); }
inline Dim max(const Dim& a, const Dim& b) { return Dim::combine(DimOperation::kMax, a, b); }
inline Dim min(const Dim& a, const Dim& b) { return Dim::combine(DimOperation::kMin, a, b); }
inline Dim floor_div(const Dim& a, const Dim& b) {
  return Dim::combine(DimOperation::kFloorDiv, a, b);
}
inline Dim ceil_div(const Dim& a, const Dim& b) {
  return Dim::combine(DimOperation::kCeilDiv, a, b);
}
/// 1 where equal, else 0: a dimension, not a bool, because it may be unknown.
inline Dim operator==(const Dim& a, const Dim& b) {
  return Dim::combine(DimOperation::kEqual, a, b);
}
/// 1 where less, else 0.
inline Dim operator<(const Dim& a, const Dim& b) { return Dim::combine(DimOperation::kLess, a, b); }

}  // namespace v1
}  // namespace plugsmith
