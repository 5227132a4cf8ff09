// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plugsmith/status.hpp"
#include "src/trt/engine/engine_types.hpp"

namespace plugsmith::trt {

/// An input as a network declares it.
struct DeclaredInput {
  std::string name;
  DimList dims;
  bool is_shape = false;  ///< its values are a shape
};

/// Holds a profile against the inputs: unknown names, another rank, min > opt or opt > max, a range
/// for a dimension that the model fixes to another size, and inputs with open dimensions that have
/// no range are invalid arguments; the sentence names input and axis.
Status check_profile(const std::vector<DeclaredInput>& inputs, const Profile& profile);

/// "[1,3]:[2,3]:[4,3]".
std::string to_text(const InputRange& range);

}  // namespace plugsmith::trt
