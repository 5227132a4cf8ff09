// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "plugsmith/status.hpp"
#include "plugsmith/types.hpp"

namespace plugsmith::io {

using Dims = std::vector<std::int64_t>;

/// A tensor in host memory: linear layout, C order, the machine's byte order.
struct Tensor {
  DataType type = DataType::kFloat;
  Dims dims;
  std::vector<std::byte> bytes;  ///< exactly byte_count(type, dims) of them
};

/// "[1,3,640,640]"; an unknown dimension (-1) is "?".
std::string to_string(const Dims& dims);

/// Number of elements; an error for a negative dimension or a product beyond 64 bits. `what` names
/// the tensor in the message.
Result<std::int64_t> element_count(const Dims& dims, const std::string& what);

/// Size in bytes, with the same errors as element_count.
Result<std::int64_t> byte_count(DataType type, const Dims& dims, const std::string& what);

}  // namespace plugsmith::io
