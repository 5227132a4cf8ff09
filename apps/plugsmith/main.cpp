// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <exception>

#include "apps/plugsmith/common_options.hpp"
#include "src/graph/node_mapping.hpp"

namespace plugsmith::cli {
namespace {

constexpr char kHelp[] =
    R"(Plugsmith: write, prove and run TensorRT custom layers, without TensorRT.

Exit codes: 0 nothing wrong (warnings included); 1 the op refused or failed, or a comparison failed;
2 wrong usage, or an input, model or library that cannot be read; 3 the environment cannot do it.)";

// CLI11 exits with codes of its own; ours are promised.
int parse_failure(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
  const auto commands = app.get_subcommands();
  const std::string name = commands.empty() ? "plugsmith" : "plugsmith " + commands[0]->get_name();
  std::fprintf(stderr, "%s: %s; see %s --help\n", name.c_str(), printable(error.what()).c_str(),
               name.c_str());
  return kUsage;
}

// CLI11 would only say that a command is required.
Status check_command(const CLI::App& app, int argc, char** argv) {
  std::vector<std::string> names;
  std::string all;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
    all += (all.empty() ? "" : ", ") + names.back();
  }
  const std::string given = argc > 1 ? argv[1] : "";
  if (argc > 1 && given.rfind('-', 0) == 0) return Status::ok();
  if (std::find(names.begin(), names.end(), given) != names.end()) return Status::ok();
  if (argc == 1) return invalid_argument("name a command, one of " + all);
  const auto nearest = graph::nearest_names(given, names, 1);
  return invalid_argument("there is no command \"" + given + "\"" +
                          (nearest.empty() ? "" : "; did you mean \"" + nearest[0] + "\"?") +
                          " (commands: " + all + ")");
}

int run(int argc, char** argv) {
  CLI::App app(kHelp, "plugsmith");
  app.set_version_flag("--version", "plugsmith " PLUGSMITH_VERSION);
  app.require_subcommand(1);
  std::vector<Command> commands{add_build(app), add_check(app),     add_list(app),
                                add_run(app),   add_graft(app),     add_trace(app),
                                add_eject(app), add_selfcheck(app), add_bench(app)};
  std::string format = "text";
  for (auto& command : commands) {
    command.app->add_option("--format", format, "How to report on the standard output")
        ->check(CLI::IsMember({"text", "json"}))
        ->type_name("text|json");
  }
  const Status known = check_command(app, argc, argv);
  if (!known.is_ok()) {
    std::fprintf(stderr, "plugsmith: %s; see plugsmith --help\n", known.message().c_str());
    return kUsage;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return parse_failure(app, error);
  }
  for (auto& command : commands) {
    if (!command.app->parsed()) continue;
    return print(command.app->get_name(), format == "json" ? Format::kJson : Format::kText,
                 command.perform());
  }
  return kUsage;
}

}  // namespace
}  // namespace plugsmith::cli

int main(int argc, char** argv) {
  try {
    return plugsmith::cli::run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "plugsmith: failed: %s\n", error.what());
    return plugsmith::cli::kFailed;
  }
}
