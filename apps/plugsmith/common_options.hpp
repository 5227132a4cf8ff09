// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "apps/plugsmith/answer.hpp"
#include "apps/plugsmith/worker_call.hpp"

namespace plugsmith::cli {

/// What a subcommand does once its command line is parsed.
struct Command {
  CLI::App* app = nullptr;
  std::function<Answer()> perform;
};

/// One function a file; each adds its subcommand to `app`.
Command add_build(CLI::App& app);
Command add_check(CLI::App& app);
Command add_eject(CLI::App& app);
Command add_list(CLI::App& app);
Command add_run(CLI::App& app);
Command add_selfcheck(CLI::App& app);
Command add_bench(CLI::App& app);
Command add_graft(CLI::App& app);
Command add_trace(CLI::App& app);

/// Adds a subcommand. The first paragraph of `help` is its line in the list of commands; the rest
/// stands below its options.
CLI::App* add_command(CLI::App& app, const std::string& name, const std::string& help);

/// Options of every command that starts a worker.
void add_worker_options(CLI::App& app, WorkerOptions& options);

}  // namespace plugsmith::cli
