// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "src/trt/trace/format.hpp"

// The notation that the host shares with traces of real TensorRT.

namespace plugsmith::host {

using trace::format_desc;
using trace::format_dims;
using trace::format_fields;
using trace::to_dims;

}  // namespace plugsmith::host
