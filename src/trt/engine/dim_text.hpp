// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "src/trt/engine/engine_types.hpp"

namespace plugsmith::trt {

std::string to_text(const DimList& dims);  ///< "[1,3,640,640]"; -1 is "?"

/// Bytes of a dense tensor; 0 when a dimension is negative.
std::size_t dense_bytes(DataType type, const DimList& dims);

}  // namespace plugsmith::trt
