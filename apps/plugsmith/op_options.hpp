// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>

#include "apps/plugsmith/run_options.hpp"

namespace plugsmith::cli {

/// Adds --op-version, --op-namespace, --attr, --shape-input, --tactic, --input-format.
void add_op_options(CLI::App& app, OpOptions& options);

}  // namespace plugsmith::cli
