// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "apps/plugsmith/bench.hpp"
#include "src/graph/onnx_model.hpp"

// Cases of plugsmith bench as JSON.

namespace plugsmith::cli {
namespace {

using Texts = std::vector<std::string>;

constexpr std::int64_t kOpset = 20;

Texts texts(const Json& json, const char* key) { return json.value(key, Texts()); }

Status check_keys(const Json& json, const Texts& known) {
  for (const auto& [key, value] : json.items()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    return invalid_argument(
        fmt::format("\"{}\" is no key here; there are {}", key, fmt::join(known, ", ")));
  }
  return Status::ok();
}

OpOptions read_op(const Json& json) {
  OpOptions op;
  op.name = json.at("op").get<std::string>();
  op.inputs = texts(json, "inputs");
  op.attributes = texts(json, "attributes");
  op.shape_inputs = texts(json, "shape_inputs");
  op.version = json.value("version", "");
  op.version_given = json.contains("version");
  op.tactic = json.value("tactic", "");
  op.input_format = json.value("input_format", "");
  return op;
}

Result<BenchPeer> read_peer(const Json& json, const OpOptions& of) {
  BenchPeer peer;
  if (json.contains("nodes")) {
    PLUGSMITH_RETURN_IF_ERROR(check_keys(json, {"name", "nodes", "opset", "output_types"}));
    peer.nodes = json.at("nodes").get<std::string>();
    peer.name = json.value("name", "");
    peer.opset = json.value("opset", kOpset);
    peer.output_types = texts(json, "output_types");
    return peer;
  }
  PLUGSMITH_RETURN_IF_ERROR(
      check_keys(json, {"library", "op", "version", "inputs", "attributes", "shape_inputs"}));
  peer.op = read_op(json);
  peer.op.library = json.at("library").get<std::string>();
  if (!json.contains("inputs")) peer.op.inputs = of.inputs;
  return peer;
}

Status check(const BenchCase& one) {
  if (!one.operations.empty()) {
    PLUGSMITH_RETURN_IF_ERROR(count_operations(one.operations).status());
  }
  for (const BenchPeer& peer : one.peers) {
    if (!peer.is_layer()) continue;
    const auto text = layer_model(one, peer);
    if (!text.is_ok()) return text.status();
    PLUGSMITH_RETURN_IF_ERROR(graph::Model::from_text(*text, "peers: nodes").status());
  }
  return Status::ok();
}

Result<std::vector<BenchCase>> read_entry(const Json& json) {
  PLUGSMITH_RETURN_IF_ERROR(
      check_keys(json, {"op", "version", "tactic", "input_format", "inputs", "attributes",
                        "shape_inputs", "sweeps", "operations", "peers"}));
  BenchCase one;
  one.options = read_op(json);
  one.op = one.options.name;
  one.operations = json.value("operations", "");
  for (const Json& described : json.value("peers", Json::array())) {
    auto peer = read_peer(described, one.options);
    if (!peer.is_ok()) return invalid_argument("peers: " + peer.status().message());
    one.peers.push_back(std::move(peer).value());
  }
  auto cases = expand_sweeps(one, texts(json, "sweeps"));
  if (!cases.is_ok()) return cases;
  for (const BenchCase& expanded : *cases) PLUGSMITH_RETURN_IF_ERROR(check(expanded));
  return cases;
}

}  // namespace

Result<std::vector<BenchCase>> read_bench_cases(const std::string& path) {
  std::ifstream file(path);
  if (!file) return invalid_argument("--cases " + path + ": cannot be read");
  const Json json = Json::parse(file, nullptr, false);
  if (json.is_discarded() || !json.is_array()) {
    return invalid_argument("--cases " + path + ": is no JSON list; see plugsmith bench --help");
  }
  std::vector<BenchCase> cases;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const std::string where = "--cases " + path + ", entry " + std::to_string(i) + ": ";
    try {
      const auto entry = read_entry(json[i]);
      if (!entry.is_ok()) return invalid_argument(where + entry.status().message());
      cases.insert(cases.end(), entry->begin(), entry->end());
    } catch (const Json::exception& error) {
      return invalid_argument(where + error.what());
    }
  }
  return cases;
}

}  // namespace plugsmith::cli
