// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "src/spec/spec.hpp"

namespace plugsmith::spec {

using Dims = std::vector<std::int64_t>;

/// What is settled before shapes are looked for: attribute index to its elements, or its shape.
struct Settled {
  std::map<std::size_t, Dims> elements;  ///< of integer attributes
  std::map<std::size_t, Dims> shapes;
  /// Attributes that are not given: constraints that name them do not hold here.
  std::vector<bool> left_out;
};

/// Values of symbols that satisfy a version's constraints.
using Values = std::map<Symbol, std::int64_t>;

/// How large the dimensions that nothing fixes shall be.
enum class Size { kSmall, kUsual, kLarge };

/// Looks for dims of all inputs whose rank is known, for elements of integer attributes and for
/// shapes of attributes. The error says which constraint cannot be met. Deterministic.
Result<Values> solve(const Version& version, const Settled& settled, Size size);

/// Dims of input or attribute `owner`, as far as they are in `values`, from dimension 0 on.
Dims dims_of(const Values& values, Symbol::Kind kind, std::size_t owner);

/// Dims of each output by output_dims; empty where one of them is not known.
std::vector<Dims> output_dims(const Version& version, const Values& values);

/// The same as texts over the dims of inputs, attributes put in: "i0[0], (2*i1[3])", where
/// input `p` of the version is called i<positions[p]>. Empty where one of them is not known.
std::vector<std::string> output_texts(const Version& version, const Values& values,
                                      const std::vector<std::size_t>& positions);

}  // namespace plugsmith::spec
