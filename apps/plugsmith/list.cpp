// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "apps/plugsmith/common_options.hpp"

namespace plugsmith::cli {
namespace {

constexpr char kHelp[] =
    R"(Lists the creators in plugin libraries: name, version, namespace, interface, fields.

Needs neither a GPU nor TensorRT. Each library is loaded in a process of its own, so one that
crashes does not hide the others.

Example:
  plugsmith list libplugsmith_plugins.so)";

struct Options {
  std::vector<std::string> libraries;
  WorkerOptions worker;
};

std::string describe(const Json& creator) {
  std::string fields;
  for (const Json& field : creator.at("fields")) {
    fields += fmt::format("{}{} {}", fields.empty() ? "" : ", ",
                          field.at("name").get<std::string>(), field.at("type").get<std::string>());
  }
  return fmt::format(
      "  {}  version {}  namespace \"{}\"  {}{}\n    fields: {}\n",
      creator.at("name").get<std::string>(), creator.at("version").get<std::string>(),
      creator.at("namespace").get<std::string>(), creator.at("interface").get<std::string>(),
      creator.at("has_reference").get<bool>() ? "  with CPU reference" : "",
      fields.empty() ? "none" : fields);
}

std::string describe_library(const Json& library) {
  std::string routes;
  for (const Json& route : library.at("routes")) {
    routes += (routes.empty() ? "" : ", ") + route.get<std::string>();
  }
  const std::string init = library.at("init").get<std::string>();
  const auto count = library.at("creators").size();
  std::string text = fmt::format(
      "{}: {} creator{}{}{}\n", library.at("path").get<std::string>(), count, count == 1 ? "" : "s",
      routes.empty() ? "" : ", found by: " + routes, init.empty() ? "" : " (" + init + ")");
  for (const Json& creator : library.at("creators")) text += describe(creator);
  return text;
}

void add_library(Json library, Answer& answer) {
  const auto path = library.at("path").get<std::string>();
  for (const Json& warning : library.at("warnings")) {
    answer.warnings.push_back(path + ": " + warning.get<std::string>());
  }
  for (const Json& made : library.at("stand_ins")) {
    answer.warnings.push_back(path + ": needs " + made.at("library").get<std::string>() +
                              ", which is not on this machine; an empty stand-in is loaded");
  }
  answer.text += describe_library(library);
  for (Json& creator : library.at("creators")) {
    creator["patterns"] = !creator.at("patterns").get<std::string>().empty();
  }
  answer.json["libraries"].push_back(std::move(library));
}

Answer perform(const Options& options) {
  Answer answer;
  answer.json["libraries"] = Json::array();
  answer.json["errors"] = Json::array();
  for (const std::string& path : options.libraries) {
    auto reply = call_worker_for({path}, {{"job", "list"}}, {}, options.worker);
    if (reply.status.is_ok()) {
      for (Json& library : reply.json.at("libraries")) {
        library["stand_ins"] = reply.json.value("stand_ins", Json::array());
        add_library(std::move(library), answer);
      }
      continue;
    }
    const std::string message = reply.status.message();
    const bool named = message.find(path) != std::string::npos;
    const Status status(reply.status.code(), named ? message : path + ": " + message);
    if (options.libraries.size() == 1) return failed(status, std::move(reply.json));
    answer.json["errors"].push_back({{"library", path}, {"message", status.message()}});
    answer.warnings.push_back(status.message());
    answer.exit = std::max(answer.exit, exit_code(status));
  }
  return answer;
}

}  // namespace

Command add_list(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = add_command(app, "list", kHelp);
  command->add_option("LIB", options->libraries, "Plugin libraries (.so)")->required();
  add_worker_options(*command, options->worker);
  return {command, [options] { return perform(*options); }};
}

}  // namespace plugsmith::cli
