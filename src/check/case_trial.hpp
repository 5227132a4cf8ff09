// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "src/check/subject.hpp"

namespace plugsmith::check {

/// What of a case's inputs the user described; the rest is tried.
enum class Origin { kInvented, kTypesGiven, kGiven };

/// Goes with the plugin as far as it lets the case, fills in what it answers, and says in `problem`
/// what stopped it. Types of invented inputs are chosen on the way.
void advance(const AnyPlugin& plugin, Origin origin, Case& use, std::string& problem);

/// A case of invented inputs: dims that are open in the network or fixed, and the number of
/// elements of a shape input, 0 for none.
struct Attempt {
  std::vector<host::DimValues> dims;
  bool open = false;
  std::int32_t shape_elements = 0;

  Case make_case() const;
  std::string text() const;  ///< "inputs [2,8] [2], dynamic"
};

/// Whether plugins of that kind know open dimensions and a batch dimension.
enum class Dimensions { kOpenToo, kFixed };

/// Inputs to try, likely ones first: those that the library tells, else up to ten of all ranks.
std::vector<Attempt> attempts(const host::CreatorInfo& info, Dimensions kind);

/// What a plugin's log says that its inputs have to be, as "nbInputs == 3" does. Plain data.
struct InputHints {
  static constexpr std::size_t kInputs = 10;
  std::int32_t count = -1;
  std::array<std::int8_t, kInputs> rank = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1};

  void learn(const std::string& log);
  bool exclude(const Attempt& attempt) const;
};

}  // namespace plugsmith::check
