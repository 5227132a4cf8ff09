// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/run_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "apps/plugsmith/compare.hpp"
#include "apps/plugsmith/elements.hpp"
#include "src/io/npy.hpp"

namespace plugsmith::cli {
namespace {

std::string type_and_shape(const wire::NamedTensor& tensor) {
  return to_string(tensor.type) + io::to_string(tensor.dims);
}

Json to_json(const ReportedTensor& entry, const char* place_key) {
  Json json{{"name", entry.tensor.name},
            {"type", to_string(entry.tensor.type)},
            {"shape", entry.tensor.dims}};
  if (!entry.place.empty()) json[place_key] = entry.place;
  return json;
}

std::string statistics_text(const Json& numbers) {
  std::string text;
  if (numbers.contains("min")) {
    text = fmt::format("  min {:.6g}  max {:.6g}  mean {:.6g}", numbers["min"].get<double>(),
                       numbers["max"].get<double>(), numbers["mean"].get<double>());
  }
  if (numbers.value("nan", 0) > 0) text += fmt::format("  NaN {}", numbers["nan"].get<int>());
  return text;
}

/// With minimum, maximum and mean.
void report_outputs(Answer& answer, const std::vector<ReportedTensor>& outputs) {
  answer.json["outputs"] = Json::array();
  for (const auto& output : outputs) {
    Json json = to_json(output, "file");
    const Json numbers = statistics(output.tensor);
    json.update(numbers);
    answer.json["outputs"].push_back(std::move(json));
    answer.text += fmt::format("output  {}  {}{}{}\n", output.tensor.name,
                               type_and_shape(output.tensor), statistics_text(numbers),
                               output.place.empty() ? "" : "  written to " + output.place);
  }
}

/// Each tensor as FOLDER/NAME.npy, all or none; the paths, none for an empty folder.
Result<std::vector<std::string>> write_files(const std::string& folder,
                                             const std::vector<wire::NamedTensor>& outputs) {
  std::vector<std::string> paths;
  if (folder.empty()) return paths;
  io::AtomicFiles files;
  for (const auto& output : outputs) {
    std::string name = io::safe_file_name(output.name);
    const auto taken = [&](const std::string& candidate) {
      return std::find(paths.begin(), paths.end(), folder + "/" + candidate + ".npy") !=
             paths.end();
    };
    for (int i = 2; taken(name); ++i)
      name = io::safe_file_name(output.name) + "_" + std::to_string(i);
    paths.push_back(folder + "/" + name + ".npy");
    PLUGSMITH_RETURN_IF_ERROR(
        io::add_npy(files, paths.back(), {output.type, output.dims, output.bytes}));
  }
  PLUGSMITH_RETURN_IF_ERROR(files.commit());
  return paths;
}

void report_differences(Answer& answer, const std::string& model,
                        const std::vector<Difference>& differences) {
  Json outputs = Json::array();
  bool within = true;
  for (const auto& entry : differences) {
    within = within && entry.within();
    outputs.push_back({{"name", entry.name},
                       {"largest_absolute", entry.largest_absolute},
                       {"largest_relative", entry.largest_relative},
                       {"tolerance", entry.tolerance},
                       {"outside", entry.outside},
                       {"problem", entry.problem},
                       {"within", entry.within()}});
    answer.text +=
        entry.problem.empty()
            ? fmt::format(
                  "compare {}  largest difference: absolute {:.3g}, relative "
                  "{:.3g}; tolerance {:.3g}: {}\n",
                  entry.name, entry.largest_absolute, entry.largest_relative, entry.tolerance,
                  entry.within() ? "within" : fmt::format("{} elements OUTSIDE", entry.outside))
            : fmt::format("compare {}  {}\n", entry.name, entry.problem);
  }
  answer.json["comparison"] = {{"model", model}, {"within", within}, {"outputs", outputs}};
  answer.text += fmt::format("compare {}: {}\n", model, within ? "agrees" : "DIFFERS");
  if (!within) answer.exit = kFailed;
}

}  // namespace

void report_inputs(Answer& answer, const std::vector<ReportedTensor>& inputs) {
  answer.json["inputs"] = Json::array();
  for (const auto& input : inputs) {
    answer.json["inputs"].push_back(to_json(input, "source"));
    answer.text +=
        fmt::format("input   {}  {}{}\n", input.tensor.name, type_and_shape(input.tensor),
                    input.place.empty() ? "" : "  from " + input.place);
  }
}

void report_nodes(Answer& answer, const Json& reply) {
  answer.json["nodes"] = reply.value("nodes", Json::array());
  std::size_t plugins = 0;
  std::map<std::string, std::string> served;  // by whom: which nodes
  for (const Json& node : answer.json["nodes"]) {
    const auto name = node.at("node").get<std::string>();
    for (const Json& warning : node.at("warnings")) {
      answer.warnings.push_back("node " + name + ": " + warning.get<std::string>());
    }
    if (!node.contains("creator")) continue;
    ++plugins;
    const Json& creator = node.at("creator");
    served[fmt::format(
        "{} version {}, namespace \"{}\", CPU reference of {}",
        creator.at("name").get<std::string>(), creator.at("version").get<std::string>(),
        creator.at("namespace").get<std::string>(), creator.at("library").get<std::string>())] +=
        " " + name;
  }
  for (const auto& [by, nodes] : served) answer.text += fmt::format("plugin  {}:{}\n", by, nodes);
  const auto all = reply.value("node_count", std::size_t{0});
  answer.json["plugin_nodes"] = plugins;
  answer.json["other_nodes"] = all - std::min(all, plugins);
  answer.text += fmt::format("nodes   {} by plugins, {} by the CPU engine\n", plugins,
                             all - std::min(all, plugins));
}

void report_times(Answer& answer, const Json& reply) {
  Json& times = answer.json["time_ms"];
  for (const auto& [key, label] :
       {std::pair{"build_ms", "build"}, std::pair{"prepare_ms", "prepare"},
        std::pair{"run_ms", "run"}}) {
    if (!reply.contains(key)) continue;
    times[label] = reply[key];
    answer.text += fmt::format("time    {} {:.1f} ms\n", label, reply[key].get<double>());
  }
}

Status report_comparison(Answer& answer, const RunOptions& options,
                         const std::vector<wire::NamedTensor>& outputs, const WorkerReply& other) {
  if (!other.status.is_ok()) return {other.status.code(), "--compare: " + other.status.message()};
  auto references = wire::tensors_from(other.json.at("outputs"), other.message->blocks());
  if (!references.is_ok()) return references.status();
  report_differences(answer, options.compare_with,
                     compare(outputs, *references, options.tolerance_factor));
  return Status::ok();
}

void report_library_warnings(Answer& answer, const Json& reply) {
  for (const Json& library : reply.value("libraries", Json::array())) {
    for (const Json& warning : library.at("warnings")) {
      answer.warnings.push_back(library.at("path").get<std::string>() + ": " +
                                warning.get<std::string>());
    }
  }
  for (const Json& line : reply.value("log", Json::array())) {
    answer.warnings.push_back("logged by a plugin: " + line.at("text").get<std::string>());
  }
}

Status write_outputs(Answer& answer, const std::vector<wire::NamedTensor>& outputs,
                     const std::string& folder) {
  auto files = write_files(folder, outputs);
  if (!files.is_ok()) return files.status();
  std::vector<ReportedTensor> reported;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    reported.push_back({outputs[i], files->empty() ? "" : (*files)[i]});
  }
  report_outputs(answer, reported);
  return Status::ok();
}

}  // namespace plugsmith::cli
