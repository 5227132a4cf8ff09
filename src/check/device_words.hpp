// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace plugsmith::check {

/// Whether a log line speaks of CUDA, cuDNN, cuBLAS or a library that could not be loaded.
bool mentions_device(std::string text);

}  // namespace plugsmith::check
