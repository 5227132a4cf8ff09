// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/tensorrt_report.hpp"

#include <fmt/format.h>

#include <map>

namespace plugsmith::cli {
namespace {

std::string joined(const Json& list) {
  std::string text;
  for (const Json& entry : list) {
    text += (text.empty() ? "" : ", ") + entry.get<std::string>();
  }
  return text;
}

std::string string_of(const Json& json, const char* key) { return json.at(key).get<std::string>(); }

// {"median_ms", "layers", "plugins", "reformats", "reformats_beside_plugins", "layers_by_type"} of
// an engine that was run; null where a part is missing.
Json engine_facts(const Json& json) {
  if (!json.contains("step_ms") || !json.contains("engine")) return nullptr;
  const Json& engine = json["engine"];
  if (engine.contains("problem")) return nullptr;
  return {{"median_ms", json["step_ms"].at("median")},
          {"layers", engine.at("layers")},
          {"plugins", engine.at("plugins").size()},
          {"reformats", engine.at("reformats")},
          {"reformats_beside_plugins", engine.at("reformats_beside_plugins").size()},
          {"layers_by_type", engine.at("by_type")}};
}

std::string engine_text(const Json& facts) {
  return fmt::format("{:.4f} ms, {} layers, {} of them plugins, {} reformats, {} beside a plugin",
                     facts["median_ms"].get<double>(), facts["layers"].get<std::size_t>(),
                     facts["plugins"].get<std::size_t>(), facts["reformats"].get<int>(),
                     facts["reformats_beside_plugins"].get<std::size_t>());
}

}  // namespace

void report_tensorrt(Answer& answer, const Json& reply) {
  answer.json["tensorrt"] = reply.at("tensorrt");
  answer.text += fmt::format("runs in TensorRT {} ({})", string_of(reply["tensorrt"], "version"),
                             string_of(reply["tensorrt"], "path"));
  if (reply.contains("device")) {
    answer.json["device"] = reply["device"];
    answer.text += fmt::format(" on {}, compute {}", string_of(reply["device"], "name"),
                               string_of(reply["device"], "compute"));
  }
  answer.text += "\n";
}

void report_plugin_nodes(Answer& answer, const Json& reply) {
  answer.json["nodes"] = reply.value("nodes", Json::array());
  std::map<std::string, int> served;
  for (const Json& node : answer.json["nodes"]) {
    for (const Json& warning : node.at("warnings")) {
      answer.warnings.push_back("node " + string_of(node, "node") + ": " +
                                warning.get<std::string>());
    }
    if (!node.contains("creator")) continue;
    const Json& creator = node["creator"];
    ++served[fmt::format("{} version {}, namespace \"{}\" of {}", string_of(creator, "name"),
                         string_of(creator, "version"), string_of(creator, "namespace"),
                         string_of(creator, "library"))];
  }
  int plugins = 0;
  for (const auto& [by, count] : served) {
    plugins += count;
    answer.text += fmt::format("plugin  {}: {} node{}\n", by, count, count == 1 ? "" : "s");
  }
  const int all = reply.value("node_count", 0);
  answer.json["plugin_nodes"] = plugins;
  answer.json["other_nodes"] = all - plugins;
  answer.text += fmt::format("nodes   {} by plugins, {} by TensorRT\n", plugins, all - plugins);
}

void report_plan(Answer& answer, const Json& reply) {
  if (!reply.contains("engine")) return;
  const Json& engine = reply["engine"];
  answer.json["engine"] = engine;
  if (engine.contains("problem")) {
    answer.text += "engine  " + string_of(engine, "problem") + "\n";
    return;
  }
  const Json& plugins = engine.at("plugins");
  const Json& beside = engine.at("reformats_beside_plugins");
  answer.text +=
      fmt::format("engine  {} layers, {} of them plugins; {} reformats, {} beside a plugin\n",
                  engine.at("layers").get<std::size_t>(), plugins.size(),
                  engine.at("reformats").get<int>(), beside.size());
  for (const Json& plugin : plugins) {
    const std::string tactic = string_of(plugin, "tactic");
    answer.text += fmt::format("layer   {}: {} -> {}{}\n", string_of(plugin, "name"),
                               joined(plugin.at("inputs")), joined(plugin.at("outputs")),
                               tactic.empty() ? "" : "; tactic " + tactic);
  }
  for (const Json& reformat : beside) {
    answer.text += fmt::format("reformat {} at an {} of {}\n", string_of(reformat, "name"),
                               string_of(reformat, "side"), string_of(reformat, "beside"));
  }
  const auto memory = engine.at("context_memory_bytes").get<std::int64_t>();
  if (memory >= 0) answer.text += fmt::format("memory  {} bytes a context\n", memory);
}

void report_step_times(Answer& answer, const Json& reply) {
  if (!reply.contains("step_ms")) return;
  const Json& times = reply["step_ms"];
  answer.json["step_ms"] = times;
  answer.text +=
      fmt::format("time    on the device: median {:.4f} ms a step, {:.4f} to {:.4f}, of {}\n",
                  times.at("median").get<double>(), times.at("min").get<double>(),
                  times.at("max").get<double>(), times.at("count").get<std::size_t>());
}

void report_plugin_cost(Answer& answer) {
  if (!answer.json.contains("comparison")) return;
  const Json own = engine_facts(answer.json);
  const Json other = engine_facts(answer.json["comparison"]);
  if (own.is_null() || other.is_null()) return;
  const double other_ms = other["median_ms"].get<double>();
  Json& cost = answer.json["cost"];
  cost = {{"this", own}, {"other", other}};
  answer.text +=
      "cost    this:  " + engine_text(own) + "\ncost    other: " + engine_text(other) + "\n";
  if (other_ms <= 0) return;
  const double ratio = own["median_ms"].get<double>() / other_ms;
  cost["times_as_long"] = ratio;
  answer.text += fmt::format("cost    this takes {:.3f} times as long as the other\n", ratio);
}

void report_tensorrt_log(Answer& answer, const Json& reply) {
  const Json log = reply.value("log", Json::array());
  answer.json["tensorrt_log"] = log;
  if (reply.value("status", 1) != 0) return;  // the message quotes it
  for (const Json& line : log) {
    if (line.at("severity").get<int>() > 1) continue;
    answer.warnings.push_back("TensorRT logged an error: " + string_of(line, "text"));
  }
}

}  // namespace plugsmith::cli
