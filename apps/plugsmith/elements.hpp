// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "apps/common/wire.hpp"

namespace plugsmith::cli {

/// Whether elements of the type can be read as numbers here (all but the 4- and 8-bit floats).
bool has_numbers(DataType type);
/// Element `index` as a number.
double element(const wire::NamedTensor& tensor, std::size_t index);
std::size_t element_count(const wire::NamedTensor& tensor);

/// {"min", "max", "mean", "nan"} of a tensor's numbers; empty where there are none.
wire::Json statistics(const wire::NamedTensor& tensor);

}  // namespace plugsmith::cli
