// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>
#include <map>
#include <memory>

#include "apps/plugsmith/common_options.hpp"
#include "apps/plugsmith/fidelity_run.hpp"
#include "apps/plugsmith/trace_diff.hpp"
#include "src/io/file.hpp"
#include "src/trt/fidelity/scenario.hpp"

namespace plugsmith::cli {
namespace {

constexpr char kHelp[] =
    R"(Plays the fidelity scenarios in your TensorRT, on your GPU, and says what differs from ours.

The embedded host is held to recordings of one TensorRT on one GPU. This plays the same scenarios
in the libnvinfer.so that it finds and compares every call into the plugin. Some scenarios show
what ends TensorRT's process; each of those costs a process, not the command.

Examples:
  plugsmith selfcheck --tensorrt /opt/tensorrt
  plugsmith selfcheck basic datadep --output recordings)";

struct Options {
  std::vector<std::string> names;
  std::string folder, output;
  int generation = 10;
  int jobs = 1;
  bool list = false;
};

Result<std::vector<std::string>> choose(const Options& options) {
  std::vector<std::string> names;
  if (options.names.empty()) {
    for (const auto& scenario : fidelity::scenarios()) names.push_back(scenario.name);
    return names;
  }
  for (const std::string& name : options.names) {
    if (fidelity::find_scenario(name) == nullptr) {
      return invalid_argument("there is no scenario \"" + name +
                              "\"; plugsmith selfcheck --list shows all");
    }
  }
  return options.names;
}

Answer list() {
  Answer answer;
  for (const auto& scenario : fidelity::scenarios()) {
    answer.text += fmt::format("{:28} {}\n", scenario.name, scenario.shows);
    answer.json["scenarios"].push_back({{"name", scenario.name}, {"shows", scenario.shows}});
  }
  return answer;
}

/// One file a group, as they lie in the source tree.
Status write_recordings(const FidelityRun& run, const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const auto& scenario : fidelity::scenarios()) {
    const auto found = run.scenarios.find(scenario.name);
    if (found == run.scenarios.end()) continue;
    std::string& text = files[scenario.group];
    if (text.empty()) text = run.made_with + "\n";
    text += fidelity::kScenarioMark + scenario.name + "\n";
    for (const std::string& line : found->second) text += line + "\n";
  }
  io::AtomicFiles written;
  for (const auto& [group, text] : files) {
    const std::span<const std::byte> part = std::as_bytes(std::span(text.data(), text.size()));
    PLUGSMITH_RETURN_IF_ERROR(
        written.add(std::filesystem::path(folder) / (group + ".txt"), std::span(&part, 1)));
  }
  return written.commit();
}

void compare(const std::string& name, const fidelity::Lines& played, Answer& answer) {
  const auto& recorded = fidelity::recordings().scenarios;
  const auto found = recorded.find(name);
  if (found == recorded.end()) {
    answer.json["scenarios"].push_back({{"name", name}, {"recorded", false}, {"trace", played}});
    answer.text += name + ": was not recorded; it was played thus:\n";
    for (const std::string& line : played) answer.text += "  " + line + "\n";
    return;
  }
  const fidelity::Lines ours = fidelity::calls_in(found->second);
  const fidelity::Lines theirs = fidelity::calls_in(played);
  const bool same = ours == theirs && fidelity::end_of(found->second) == fidelity::end_of(played);
  Json entry{{"name", name}, {"recorded", true}, {"same", same}};
  answer.text += name + (same ? ": same\n" : ": differs\n");
  if (!same) {
    answer.exit = kFailed;
    entry["differences"] = Json::array();
    for (const DiffLine& line : diff_traces(found->second, played)) {
      if (line.side == ' ') continue;
      answer.text += fmt::format("  {}{}\n", line.side, line.text);
      entry["differences"].push_back({{"side", std::string(1, line.side)}, {"line", line.text}});
    }
  }
  answer.json["scenarios"].push_back(std::move(entry));
}

Answer perform(const Options& options) {
  if (options.list) return list();
  const auto names = choose(options);
  if (!names.is_ok()) return failed(names.status());
  FidelityRequest request{options.generation, options.folder, *names, options.jobs};
  std::size_t done = 0;
  request.on_scenario = [&](const std::string& name) {
    std::fprintf(stderr, "plugsmith: %zu of %zu: %s\n", ++done, names->size(), name.c_str());
  };
  const auto run = play_in_tensorrt(request);
  if (!run.is_ok()) return failed(run.status());
  Answer answer;
  answer.json["played_with"] = run->made_with;
  answer.json["recorded_with"] = fidelity::recordings().made_with;
  answer.json["scenarios"] = Json::array();
  answer.text = fmt::format("played with {}, recorded with {}\n", run->made_with,
                            fidelity::recordings().made_with);
  for (const std::string& name : *names) {
    const auto found = run->scenarios.find(name);
    if (found != run->scenarios.end()) compare(name, found->second, answer);
  }
  if (!options.output.empty()) {
    const Status written = write_recordings(*run, options.output);
    if (!written.is_ok()) return failed(written, answer.json);
  }
  return answer;
}

}  // namespace

Command add_selfcheck(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = add_command(app, "selfcheck", kHelp);
  command->add_option("SCENARIO", options->names, "Scenarios to play; none: all of them");
  command
      ->add_option("--tensorrt", options->folder,
                   "TensorRT's folder; else $TENSORRT_ROOT, else where the loader looks")
      ->type_name("FOLDER");
  command->add_option("--for", options->generation, "Generation of TensorRT")
      ->check(CLI::IsMember({10, 11}))
      ->type_name("10|11");
  command->add_option("-j,--jobs", options->jobs, "Processes at a time")
      ->check(CLI::Range(1, 64))
      ->type_name("N");
  command->add_option("--output", options->output, "Folder for what was recorded, as text")
      ->type_name("FOLDER");
  command->add_flag("--list", options->list, "Lists the scenarios");
  return {command, [options] { return perform(*options); }};
}

}  // namespace plugsmith::cli
