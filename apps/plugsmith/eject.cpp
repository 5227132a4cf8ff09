// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cctype>
#include <filesystem>
#include <memory>
#include <span>

#include "apps/plugsmith/common_options.hpp"
#include "apps/plugsmith/eject/eject.hpp"
#include "apps/plugsmith/locate.hpp"
#include "src/graph/node_mapping.hpp"
#include "src/io/file.hpp"

namespace plugsmith::cli {
namespace {

namespace fs = std::filesystem;

constexpr char kHelp[] =
    R"(Writes an op as plain TensorRT plugin source that needs no Plugsmith.

The folder gets one header, one source file, the op's kernel, a CMakeLists.txt and a README.md. What
the op declares becomes code; the bodies of infer, scratch and launch are kept as they are written.

Example:
  plugsmith eject PadTo_PS -o pad_to_plugin)";

struct Options {
  std::string op, output, library, source;
  WorkerOptions worker;
};

// PadTo_PS -> pad_to: the folder of an op.
std::string folder_of(const std::string& op) {
  std::string folder;
  for (const char letter : op.substr(0, op.rfind("_PS"))) {
    const auto byte = static_cast<unsigned char>(letter);
    if (std::isupper(byte) != 0 && !folder.empty()) folder += '_';
    folder += static_cast<char>(std::tolower(byte));
  }
  return folder;
}

Result<eject::LibraryOp> identify(const Options& options) {
  const auto reply = call_worker_for({options.library}, {{"job", "list"}}, {}, options.worker);
  if (!reply.status.is_ok()) return reply.status;
  std::vector<std::string> names;
  for (const Json& creator : reply.json.at("libraries").at(0).at("creators")) {
    names.push_back(creator.at("name").get<std::string>());
    if (names.back() != options.op) continue;
    eject::LibraryOp op{options.op,
                        creator.at("version").get<std::string>(),
                        creator.at("namespace").get<std::string>(),
                        {},
                        ""};
    for (const Json& field : creator.at("fields")) {
      op.fields.push_back(field.at("name").get<std::string>());
    }
    return op;
  }
  const auto nearest = graph::nearest_names(options.op, names, 1);
  return invalid_argument(options.library + ": no creator is called \"" + options.op + "\"" +
                          (nearest.empty() ? "" : "; did you mean \"" + nearest[0] + "\"?"));
}

Result<std::string> ask_ports(const Options& options) {
  const auto reply = call_worker_for(
      {options.library},
      {{"job", "ports"}, {"library", fs::absolute(options.library).string()}, {"op", options.op}},
      {}, options.worker);
  if (!reply.status.is_ok()) return reply.status;
  return reply.json.at("ports").get<std::string>();
}

Status write(const std::string& folder, const eject::Files& files) {
  io::AtomicFiles pending;
  for (const auto& [name, text] : files) {
    const auto bytes = std::as_bytes(std::span(text));
    PLUGSMITH_RETURN_IF_ERROR(pending.add(fs::path(folder) / name, {{bytes}}));
  }
  return pending.commit();
}

Answer perform(Options options) {
  if (options.library.empty()) options.library = own_library().string();
  auto identity = identify(options);
  if (!identity.is_ok()) return failed(identity.status());
  auto ports = ask_ports(options);
  if (!ports.is_ok()) return failed(ports.status());
  identity->ports = std::move(ports).value();
  const std::string name =
      options.source.empty() ? folder_of(options.op)
                             : fs::absolute(options.source + "/").parent_path().filename().string();
  const fs::path folder =
      options.source.empty() ? fs::path(PLUGSMITH_OPS_DIR) / name : fs::path(options.source);
  auto files = eject::eject({*identity, folder, name, PLUGSMITH_INCLUDE_DIR});
  if (!files.is_ok()) return failed(files.status());
  const Status written = write(options.output, *files);
  if (!written.is_ok()) return failed(written);
  Answer answer;
  answer.json = {{"op", options.op}, {"output", options.output}, {"files", Json::array()}};
  for (const auto& [file, text] : *files) answer.json["files"].push_back(file);
  answer.text = options.op + ": " + std::to_string(files->size()) + " files written to " +
                options.output + "\n";
  return answer;
}

}  // namespace

Command add_eject(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = add_command(app, "eject", kHelp);
  command->add_option("OP", options->op, "The op")->required();
  command->add_option("-o,--output", options->output, "The folder to write; made if missing")
      ->required()
      ->type_name("DIR");
  command
      ->add_option("--plugins", options->library,
                   "Library that holds the op (default: Plugsmith's own)")
      ->type_name("LIB");
  command->add_option("--source", options->source, "Folder of the op's sources (default: ours)")
      ->type_name("FOLDER");
  add_worker_options(*command, options->worker);
  return {command, [options] { return perform(*options); }};
}

}  // namespace plugsmith::cli
