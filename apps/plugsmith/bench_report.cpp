// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "apps/plugsmith/bench.hpp"

// Results of plugsmith bench, as JSON and as text.

namespace plugsmith::cli {
namespace {

Json to_json(const Spread& spread) {
  return {{"median", spread.median}, {"low_quartile", spread.low}, {"high_quartile", spread.high}};
}

Spread spread_from(const Json& json) {
  const double median = json.at("median").get<double>();
  return {median, json.value("low_quartile", median), json.value("high_quartile", median)};
}

Json to_json(const BenchPeer& peer, const BenchCase& of) {
  Json json{{"name", label_of(peer)}, {"kind", peer.is_layer() ? "layer" : "plugin"}};
  if (peer.is_layer()) {
    json["layers"] = peer.name;
    json["nodes"] = peer.nodes;
    json["opset"] = peer.opset;
    json["output_types"] = peer.output_types;
  } else {
    json["library"] = peer.op.library;
    json["op"] = peer.op.name;
    json["inputs"] = peer.op.inputs;
    json["attributes"] = peer.op.attributes;
    json["shape_inputs"] = peer.op.shape_inputs;
  }
  if (!peer.error.empty()) json["error"] = peer.error;
  if (!peer.is_measured()) return json;
  json["op_us"] = to_json(peer.op_us);
  if (of.op_us.median > 0) json["times_as_long"] = peer.op_us.median / of.op_us.median;
  return json;
}

BenchPeer peer_from(const Json& json) {
  BenchPeer peer;
  peer.name = json.value("layers", "");
  peer.nodes = json.value("nodes", "");
  peer.op.name = json.value("op", "");
  peer.op.library = json.value("library", "");
  peer.error = json.value("error", "");
  if (json.contains("op_us")) peer.op_us = spread_from(json["op_us"]);
  return peer;
}

BenchCase case_from(const Json& json) {
  const auto texts = [&](const char* key) { return json.value(key, std::vector<std::string>()); };
  BenchCase one;
  one.op = json.at("op").get<std::string>();
  one.options.inputs = texts("inputs");
  one.options.attributes = texts("attributes");
  one.options.shape_inputs = texts("shape_inputs");
  one.options.node = json.value("node", "");
  one.options.input_format = json.value("input_format", "");
  one.options.tactic = json.value("tactic", "");
  one.error = json.value("error", "");
  one.operations = json.value("operations", "");
  for (const Json& peer : json.value("peers", Json::array())) {
    one.peers.push_back(peer_from(peer));
  }
  if (!one.error.empty()) return one;
  one.op_us = spread_from(json.at("op_us"));
  one.copy_us = spread_from(json.at("copy_us"));
  one.bytes = json.at("bytes").get<std::int64_t>();
  return one;
}

double operations_per_second(const BenchCase& one) {
  constexpr double kUsPerSecond = 1e6;
  return kUsPerSecond * one.operation_count() / one.op_us.median;
}

// Nothing where the case does not tell its operations.
std::string operations_text(const BenchCase& one) {
  constexpr double kTera = 1e12;
  if (one.operation_count() <= 0) return "";
  return fmt::format(": {:.3g} T operations/s", operations_per_second(one) / kTera);
}

std::string row(const BenchCase& one) {
  if (!one.error.empty()) {
    return fmt::format("{:>10}  {}\n{:>10}  {}\n", "-", label_of(one), "", one.error);
  }
  return fmt::format(
      "{:>10.2f}  {:>8.2f} {:>8.2f}  {:>10.2f}  {:>5.1f}%  "
      "{:>9.0f}  {:>10.2f}  {}\n",
      one.op_us.median, one.op_us.low, one.op_us.high, one.copy_us.median, 100 * one.copy_share(),
      one.gigabytes_per_second(), one.enqueue_us.median, label_of(one) + operations_text(one));
}

std::string row(const BenchPeer& peer, const BenchCase& of) {
  if (!peer.error.empty()) return fmt::format("{:>10}  {}: {}\n", "-", label_of(peer), peer.error);
  if (!peer.is_measured()) return "";
  return fmt::format("{:>10.2f}  {:.2f} times as long: {}\n", peer.op_us.median,
                     peer.op_us.median / of.op_us.median, label_of(peer));
}

}  // namespace

Json to_json(const BenchCase& one) {
  Json json{{"op", one.op},
            {"inputs", one.options.inputs},
            {"attributes", one.options.attributes},
            {"shape_inputs", one.options.shape_inputs}};
  if (!one.options.node.empty()) json["node"] = one.options.node;
  if (!one.options.input_format.empty()) json["input_format"] = one.options.input_format;
  if (!one.options.tactic.empty()) json["tactic"] = one.options.tactic;
  if (!one.operations.empty()) json["operations"] = one.operations;
  for (const BenchPeer& peer : one.peers) json["peers"].push_back(to_json(peer, one));
  if (!one.error.empty()) {
    json["error"] = one.error;
    return json;
  }
  if (one.op_us.median == 0) return json;  // not measured yet
  json["op_us"] = to_json(one.op_us);
  json["copy_us"] = to_json(one.copy_us);
  json["enqueue_us"] = to_json(one.enqueue_us);
  json["bytes"] = one.bytes;
  json["gigabytes_per_second"] = one.gigabytes_per_second();
  json["copy_share"] = one.copy_share();
  if (one.operation_count() > 0) json["operations_per_second"] = operations_per_second(one);
  return json;
}

Result<std::vector<BenchCase>> bench_cases_from(const Json& results) {
  std::vector<BenchCase> cases;
  try {
    for (const Json& entry : results.at("cases")) {
      BenchCase one = case_from(entry);
      cases.push_back(std::move(one));
    }
  } catch (const Json::exception& error) {
    return invalid_argument(std::string("is no result of plugsmith bench: ") + error.what());
  }
  return cases;
}

std::string bench_table(const std::vector<BenchCase>& cases) {
  std::string text = fmt::format("{:>10}  {:>17}  {:>10}  {:>6}  {:>9}  {:>10}  {}\n", "us",
                                 "quartiles", "copy us", "share", "GB/s", "enqueue us", "case");
  for (const BenchCase& one : cases) {
    text += row(one);
    for (const BenchPeer& peer : one.peers) text += row(peer, one);
  }
  return text;
}

}  // namespace plugsmith::cli
