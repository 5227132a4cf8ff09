// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "src/trt/trace/trace.hpp"

namespace plugsmith::host {

using trace::Trace;

}  // namespace plugsmith::host
