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
}

}  // namespace plugsmith::cli
