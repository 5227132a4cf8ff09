// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/tensorrt_worker/plan_summary.hpp"

#include <map>
#include <set>

namespace plugsmith::tensorrt_worker {
namespace {

using wire::Json;

std::string text_of(const Json& layer, const char* key) {
  if (!layer.contains(key)) return "";
  return layer[key].is_string() ? layer[key].get<std::string>() : layer[key].dump();
}

std::string type_of(const Json& layer) { return text_of(layer, "LayerType"); }

// "PluginV2", "PluginV3" and what later versions may call them.
bool is_plugin(const Json& layer) { return type_of(layer).find("lugin") != std::string::npos; }

bool is_reformat(const Json& layer) { return type_of(layer) == "Reformat"; }

std::set<std::string> tensors(const Json& layer, const char* side) {
  std::set<std::string> names;
  for (const Json& tensor : layer.value(side, Json::array())) names.insert(text_of(tensor, "Name"));
  return names;
}

Json formats(const Json& layer, const char* side) {
  Json list = Json::array();
  for (const Json& tensor : layer.value(side, Json::array())) {
    list.push_back(text_of(tensor, "Format/Datatype"));
  }
  return list;
}

std::string plugin_name(const Json& layer) {
  for (const char* key : {"PluginType", "PluginName", "Plugin"}) {
    const std::string name = text_of(layer, key);
    if (!name.empty()) return name;
  }
  return "";
}

std::string tactic_of(const Json& layer) {
  const std::string name = text_of(layer, "TacticName");
  return name.empty() ? text_of(layer, "TacticValue") : name;
}

bool share(const std::set<std::string>& a, const std::set<std::string>& b) {
  for (const std::string& name : a) {
    if (b.count(name) > 0) return true;
  }
  return false;
}

// Reformats whose input or output is a plugin's output or input.
Json reformats_beside(const Json& layers) {
  Json found = Json::array();
  for (const Json& reformat : layers) {
    if (!is_reformat(reformat)) continue;
    for (const Json& plugin : layers) {
      if (!is_plugin(plugin)) continue;
      const bool before = share(tensors(reformat, "Outputs"), tensors(plugin, "Inputs"));
      const bool behind = share(tensors(reformat, "Inputs"), tensors(plugin, "Outputs"));
      if (!before && !behind) continue;
      found.push_back({{"name", text_of(reformat, "Name")},
                       {"beside", text_of(plugin, "Name")},
                       {"side", before ? "input" : "output"}});
    }
  }
  return found;
}

}  // namespace

Json summarise_plan(const std::string& inspector) {
  const Json document = Json::parse(inspector, nullptr, false);
  const bool listed =
      document.is_object() && document.contains("Layers") && document["Layers"].is_array();
  if (!listed) return {{"problem", "the engine inspector's text holds no list of layers"}};
  const Json& layers = document["Layers"];
  Json summary{{"layers", layers.size()}, {"plugins", Json::array()}, {"reformats", 0}};
  std::map<std::string, int> by_type;
  for (const Json& layer : layers) {
    if (!layer.is_object()) {
      return {{"problem",
               "the engine was built without detailed profiling verbosity: only names are known"},
              {"layers", layers.size()}};
    }
    ++by_type[type_of(layer)];
    if (is_reformat(layer)) summary["reformats"] = summary["reformats"].get<int>() + 1;
    if (!is_plugin(layer)) continue;
    summary["plugins"].push_back({{"name", text_of(layer, "Name")},
                                  {"plugin", plugin_name(layer)},
                                  {"inputs", formats(layer, "Inputs")},
                                  {"outputs", formats(layer, "Outputs")},
                                  {"tactic", tactic_of(layer)}});
  }
  summary["reformats_beside_plugins"] = reformats_beside(layers);
  summary["by_type"] = by_type;
  return summary;
}

}  // namespace plugsmith::tensorrt_worker
