// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "src/host/plugin_host.hpp"

namespace plugsmith::check {

/// One tensor in host memory, in linear layout.
struct HostTensor {
  DataType type = DataType::kFloat;
  host::DimValues dims;
  std::vector<std::byte> bytes;
};

/// Units of the type's epsilon between two runs of one kernel: atomics may reorder sums.
inline constexpr double kSameKernel = 16.0;

/// Room for the difference between a kernel and a reference in double: units of epsilon(type) *
/// max(|reference|, 1).
constexpr double reference_ulps(DataType type) { return type == DataType::kFloat ? 128.0 : 4.0; }

}  // namespace plugsmith::check
