// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <exception>

#include "apps/plugsmith/common_options.hpp"

namespace plugsmith::cli {
namespace {

constexpr char kHelp[] =
    R"(Plugsmith: write, prove and run TensorRT custom layers, without TensorRT.

Exit codes: 0 nothing wrong (warnings included); 1 the op refused or failed, or a comparison failed;
2 wrong usage, or an input, model or library that cannot be read; 3 the environment cannot do it.)";

int parse_failure(const CLI::App& app, const CLI::ParseError& error) {
  const int code = app.exit(error);
  return code == 0 ? kNothingWrong : kUsage;
}

int run(int argc, char** argv) {
  CLI::App app(kHelp, "plugsmith");
  app.set_version_flag("--version", "plugsmith " PLUGSMITH_VERSION);
  app.require_subcommand(1);
  std::vector<Command> commands{add_list(app), add_run(app), add_graft(app), add_trace(app)};
  std::string format = "text";
  for (auto& command : commands) {
    command.app->add_option("--format", format, "How to report on the standard output")
        ->check(CLI::IsMember({"text", "json"}))
        ->type_name("text|json");
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
