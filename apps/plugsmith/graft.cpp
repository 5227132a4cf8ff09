// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/graph/graft.hpp"

#include <fmt/format.h>

#include <memory>

#include "apps/plugsmith/common_options.hpp"
#include "apps/plugsmith/locate.hpp"
#include "src/graph/node_mapping.hpp"

namespace plugsmith::cli {
namespace {

constexpr char kHelp[] =
    R"(Replaces each subgraph of a model that an op computes by one node of that op.

The op's library says which subgraphs these are. The new nodes have the op's namespace as their
domain, and plugin_version and plugin_namespace set, so that TensorRT's ONNX parser finds the op.

Example:
  plugsmith graft model.onnx --op HardSwish_PS -o grafted.onnx)";

struct Options {
  std::string model, op, output;
  std::vector<std::string> libraries;
  WorkerOptions worker;
};

// The op's creator as the libraries describe it, or why there is none to graft with.
Result<Json> find_op(const Json& libraries, const std::string& op) {
  std::vector<std::string> names;
  for (const Json& library : libraries) {
    for (const Json& creator : library.at("creators")) {
      names.push_back(creator.at("name").get<std::string>());
      if (names.back() != op) continue;
      if (!creator.at("patterns").get<std::string>().empty()) return creator;
      return invalid_argument(op +
                              " names no subgraphs that it could replace (its library exports " +
                              "no plugsmithPatterns for it)");
    }
  }
  const auto nearest = graph::nearest_names(op, names, 1);
  return invalid_argument("no creator is called \"" + op + "\"" +
                          (nearest.empty() ? "" : "; did you mean \"" + nearest[0] + "\"?"));
}

Answer report(const Options& options, const graph::GraftReport& graft) {
  Answer answer;
  answer.json = {{"model", options.model},
                 {"op", options.op},
                 {"output", options.output},
                 {"replaced", graft.replaced},
                 {"nodes", graft.node_names},
                 {"removed_nodes", graft.removed_nodes},
                 {"nearest_miss", graft.nearest_miss}};
  answer.text = fmt::format("{}: {} subgraph{} replaced by {} ({} nodes removed)\n{}: written\n",
                            options.model, graft.replaced, graft.replaced == 1 ? "" : "s",
                            options.op, graft.removed_nodes.size(), options.output);
  return answer;
}

Answer perform(Options options) {
  if (options.libraries.empty()) options.libraries = {own_library().string()};
  auto model = graph::Model::load(options.model);
  if (!model.is_ok()) return failed(model.status());
  auto reply = call_worker_for(options.libraries, {{"job", "list"}}, {}, options.worker);
  if (!reply.status.is_ok()) return failed(reply.status, std::move(reply.json));
  auto creator = find_op(reply.json.at("libraries"), options.op);
  if (!creator.is_ok()) return failed(creator.status());
  graph::GraftRequest request;
  request.op_type = options.op;
  request.patterns = creator->at("patterns").get<std::string>();
  request.domain = creator->at("namespace").get<std::string>();
  request.plugin_version = creator->at("version").get<std::string>();
  auto graft = graph::graft(*model, request);
  if (!graft.is_ok()) return failed(graft.status());
  if (graft->replaced == 0) {
    return failed(Status(StatusCode::kInternal,
                         options.model + ": holds no subgraph that " + options.op +
                             " replaces; nothing was written" +
                             (graft->nearest_miss.empty() ? "" : ". " + graft->nearest_miss)),
                  report(options, *graft).json);
  }
  const Status saved = model->save(options.output);
  return saved.is_ok() ? report(options, *graft) : failed(saved);
}

}  // namespace

Command add_graft(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = add_command(app, "graft", kHelp);
  command->add_option("MODEL", options->model, "The model (.onnx)")->required();
  command->add_option("--op", options->op, "The op to put in")->required()->type_name("NAME");
  command->add_option("-o,--output", options->output, "The model to write")
      ->required()
      ->type_name("FILE.onnx");
  command
      ->add_option("--plugins", options->libraries,
                   "Libraries that hold the op (default: Plugsmith's own)")
      ->type_name("LIB");
  add_worker_options(*command, options->worker);
  return {command, [options] { return perform(*options); }};
}

}  // namespace plugsmith::cli
