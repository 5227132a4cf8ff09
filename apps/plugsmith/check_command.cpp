// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "apps/plugsmith/check.hpp"
#include "apps/plugsmith/common_options.hpp"

namespace plugsmith::cli {
namespace {

constexpr char kHelp[] =
    R"(Holds the ops of a plugin library to TensorRT's rules, without a GPU and without TensorRT.

Attributes and inputs that are not given are invented; the report says which. Each creator runs in
a process of its own: a crash is a finding, and the next creator still runs. Verdicts are pass, fail
and not run, with the reason.

Example:
  plugsmith check libplugsmith_plugins.so --op PadTo_PS --input 1x3x8x8..1x3x16x16..2x3x32x32:float32)";

struct Options {
  CheckRequest request;
  std::string explain;
};

Answer perform(const Options& options) {
  if (!options.explain.empty()) return explain_rule(options.explain);
  if (options.request.library.empty()) {
    return failed(invalid_argument("name a plugin library, or a rule with --explain"));
  }
  return check_library(options.request);
}

}  // namespace

Command add_check(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CheckRequest& request = options->request;
  CLI::App* command = add_command(app, "check", kHelp);
  command->add_option("LIB", request.library, "Plugin library (.so)");
  command->add_option("--op", request.op, "Check the creators of this name only")
      ->type_name("NAME");
  command
      ->add_option("--attr", request.attributes,
                   "Attribute of the op, read as the type that its creator advertises")
      ->allow_extra_args(false)
      ->type_name("NAME=VALUE");
  command
      ->add_option("--input", request.inputs,
                   "An input of the op, once for each, in order: 2x16:float32, or with a range for "
                   "dynamic dimensions 1x8..2x16..4x32:float32")
      ->allow_extra_args(false)
      ->type_name("SHAPE:TYPE");
  command->add_option("--only", request.only, "Check these rules only")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("CK36,...");
  command->add_option("--skip", request.skip, "Leave these rules out")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("CK36,...");
  command->add_option("--explain", options->explain, "Print what a rule means and how to keep it")
      ->type_name("CK36");
  add_worker_options(*command, request.worker);
  return {command, [options] { return perform(*options); }};
}

}  // namespace plugsmith::cli
