// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "plugsmith/status.hpp"

namespace plugsmith::check {

/// The shape that the user expects of one output, dimensions separated by commas:
///
///     i0[0], 2*i0[1], ceil_div(i1[2], 4), 7      `?` for one that the data decide
///
/// iN[A] is dimension A of input N; + - * / (rounded down), parentheses, min, max and ceil_div. An
/// empty text is a scalar.
class ExpectedShape {
 public:
  static Result<ExpectedShape> parse(const std::string& text);

  std::size_t rank() const { return dims_.size(); }
  bool is_open(std::size_t axis) const { return dims_[axis] == "?"; }
  /// -1 where the data decide. An error where the arithmetic fails or an input has no such
  /// dimension.
  Result<std::vector<std::int64_t>> evaluate(
      const std::vector<std::vector<std::int64_t>>& inputs) const;

 private:
  std::vector<std::string> dims_;  ///< without spaces
};

}  // namespace plugsmith::check
