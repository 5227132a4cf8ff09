// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "plugsmith/dim.hpp"

#include <algorithm>
#include <limits>

namespace plugsmith {
inline namespace v1 {

Dim::Dim(DimBuilder& builder, const void* node, std::optional<std::int64_t> known)
    : value_(known.value_or(0)),
      node_(node),
      builder_(&builder),
      known_(known.has_value()),
      valid_(node != nullptr) {}

const void* Dim::node(DimBuilder& builder) const {
  if (!valid_) return nullptr;
  return node_ != nullptr ? node_ : builder.constant(value_);
}

Dim Dim::combine(DimOperation op, const Dim& a, const Dim& b) {
  if (!a.valid_ || !b.valid_) return invalid();
  DimBuilder* builder = a.builder_ != nullptr ? a.builder_ : b.builder_;
  if (a.known_ && b.known_) {
    const auto value = evaluate(op, a.value_, b.value_);
    return value ? Dim(*value) : invalid();
  }
  return {*builder, builder->operation(op, a.node(*builder), b.node(*builder)), std::nullopt};
}

std::optional<std::int64_t> evaluate(DimOperation op, std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  switch (op) {
    case DimOperation::kSum:
      if (__builtin_add_overflow(a, b, &result)) return std::nullopt;
      return result;
    case DimOperation::kSub:
      if (__builtin_sub_overflow(a, b, &result)) return std::nullopt;
      return result;
    case DimOperation::kProd:
      if (__builtin_mul_overflow(a, b, &result)) return std::nullopt;
      return result;
    case DimOperation::kMax: return std::max(a, b);
    case DimOperation::kMin: return std::min(a, b);
    case DimOperation::kEqual: return a == b ? 1 : 0;
    case DimOperation::kLess: return a < b ? 1 : 0;
    case DimOperation::kFloorDiv:
    case DimOperation::kCeilDiv: break;
    default: return std::nullopt;
  }
  if (b == 0 || (a == std::numeric_limits<std::int64_t>::min() && b == -1)) return std::nullopt;
  const std::int64_t quotient = a / b;
  const bool exact = a % b == 0;
  const bool positive = (a < 0) == (b < 0);
  if (exact) return quotient;
  if (op == DimOperation::kFloorDiv) return positive ? quotient : quotient - 1;
  return positive ? quotient + 1 : quotient;
}

}  // namespace v1
}  // namespace plugsmith
