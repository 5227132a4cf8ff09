// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/plugsmith.hpp"

namespace plugsmith::ops::expand_to {

/// Refuses a dimension of x (axis counted from the first) that is neither 1 nor what is wanted.
Status check_dimension(int axis, std::int64_t size, std::int64_t wanted);

/// The same for whole shapes, aligned at their ends; `to` has at least as many dimensions.
Status check_shapes(const Shape& from, const Shape& to);

/// The size that a dimension of x becomes: `wanted`, except that a wanted 1 keeps `size`. Where
/// the sizes do not fit it gives `wanted`, so that check_shapes finds the fault at run time.
Dim expanded(const Dim& size, const Dim& wanted);

}  // namespace plugsmith::ops::expand_to
