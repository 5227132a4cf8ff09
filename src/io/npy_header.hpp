// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "src/io/tensor.hpp"

namespace plugsmith::io {

/// What the header of a .npy file says.
struct NpyHeader {
  std::string descr;  ///< NumPy's type string, e.g. "<f4"
  bool fortran_order = false;
  Dims shape;
};

/// Parses the Python dictionary that a .npy header is. `what` names the file in messages.
Result<NpyHeader> parse_npy_dictionary(std::string_view text, const std::string& what);

/// The element type of a type string, and whether its bytes must be swapped.
struct NpyType {
  DataType type = DataType::kFloat;
  bool swap = false;
};
Result<NpyType> npy_type(const std::string& descr, const std::string& what);

/// The type string under which a type is written; empty where there is none.
std::string npy_descr(DataType type);

}  // namespace plugsmith::io
