// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/common_options.hpp"

namespace plugsmith::cli {

CLI::App* add_command(CLI::App& app, const std::string& name, const std::string& help) {
  const std::size_t first = help.find("\n\n");
  CLI::App* command = app.add_subcommand(name, help.substr(0, first));
  command->footer(help.substr(first + 1));
  return command;
}

void add_worker_options(CLI::App& app, WorkerOptions& options) {
  app.add_option(
         "--init", options.init,
         "Function of the library that registers its creators, if it has no other entry point")
      ->type_name("SYMBOL");
  app.add_option("--for", options.rules,
                 "TensorRT version whose rules apply; also the generation of libraries that do not "
                 "tell theirs (default 10.16)")
      ->type_name("VERSION");
  app.add_option("--timeout", options.timeout_seconds, "Limit of the whole run in seconds (none)")
      ->check(CLI::NonNegativeNumber)
      ->type_name("SECONDS");
  app.add_option("--method-timeout", options.method_timeout_seconds,
                 "Limit of one plugin method in seconds, enqueue and reference aside (10; 0: none)")
      ->check(CLI::NonNegativeNumber)
      ->type_name("SECONDS");
  app.add_option("--memory-limit", options.memory_limit_gib,
                 "Limit of the worker's memory in GiB (8; 0: none)")
      ->check(CLI::NonNegativeNumber)
      ->type_name("GIB");
}

}  // namespace plugsmith::cli
