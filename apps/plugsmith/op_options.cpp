// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/op_options.hpp"

namespace plugsmith::cli {

void add_op_options(CLI::App& app, OpOptions& options) {
  app.add_option_function<std::string>(
         "--op-version",
         [&options](const std::string& text) {
           options.version = text;
           options.version_given = true;
         },
         "Version of the op's creator, where several have its name")
      ->type_name("VERSION");
  app.add_option_function<std::string>(
         "--op-namespace",
         [&options](const std::string& text) {
           options.name_space = text;
           options.name_space_given = true;
         },
         "Namespace of the op's creator, where several have its name")
      ->type_name("NAMESPACE");
  app.add_option(
         "--attr", options.attributes,
         "Attribute of the op, read as the type that its creator advertises; lists as 1,2,3")
      ->allow_extra_args(false)
      ->type_name("NAME=VALUE");
  app.add_option("--shape-input", options.shape_inputs,
                 "Values of a shape input of the op (int64); once for each, in order")
      ->allow_extra_args(false)
      ->type_name("2,3,16,12");
  app.add_option("--tactic", options.tactic,
                 "The tactic that shall win in the embedded host (the first valid one)")
      ->type_name("N");
  app.add_option("--input-format", options.input_format,
                 "The format of the first input there, like kHWC8 (the first that the op takes)")
      ->type_name("FORMAT");
  app.add_flag_function(
      "--no-alias-preview", [&options](std::int64_t) { options.alias_preview = false; },
      "Build with TensorRT's preview feature ALIASED_PLUGIN_IO_10_03 off, which ops that work in "
      "place need");
}

}  // namespace plugsmith::cli
