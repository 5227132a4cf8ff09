// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>

#include "apps/plugsmith/tensorrt_call.hpp"

namespace plugsmith::cli {

/// Options of every command that uses real TensorRT.
void add_tensorrt_options(CLI::App& app, TensorRtOptions& options);

}  // namespace plugsmith::cli
