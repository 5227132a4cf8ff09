// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "src/host/plugin_host.hpp"

namespace plugsmith::check {

/// Every advertised field for which a value can be made up, with that value in its own type.
std::vector<host::FieldValue> invent_fields(const host::CreatorInfo& info, int value);

/// Dims of a usual tensor of that rank, 0 to 5.
host::DimValues usual_dims(int rank);

}  // namespace plugsmith::check
