// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "apps/plugsmith/eject/op_source.hpp"

namespace plugsmith::cli::eject {

/// "{a, b, c}", broken where a line that begins at column `indent` would be too long.
std::string list_of(const std::vector<std::string>& items, std::size_t indent);

/// Rows of the op's format table.
std::size_t rows_of(const OpSource& op);
/// A function for one row: a switch over the positions.
std::string row_function(const OpSource& op, std::size_t row);
/// The body of supportsFormatCombination, over these functions.
std::string format_rows(const OpSource& op);
/// The body of getOutputDataTypes: the outputs' types where a row takes those of the inputs.
std::string type_rows(const OpSource& op);

}  // namespace plugsmith::cli::eject
