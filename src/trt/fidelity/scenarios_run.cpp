// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/fidelity/scenario_tables.hpp"

// What happens with shapes, tactics, aliases and while an engine runs.

namespace plugsmith::fidelity {
namespace {

Scenario shapes(const char* name, const char* shows) { return plain("shapes", name, shows); }
Scenario running(const char* name, const char* shows) { return plain("run", name, shows); }

Scenario tactics(const char* name, const char* shows) {
  Scenario s = plain("tactics", name, shows);
  s.behaviour.tactics = {1, 2, 5};
  s.behaviour.workspace_bytes = {1000};
  s.behaviour.timing_cache_id = "probe-32";
  return s;
}

Scenario data_dependent(const char* name, DataType size_type, Around around, const char* shows) {
  Scenario s = shapes(name, shows);
  s.around = around;
  s.inputs = {{DataType::kFloat, {-1, -1}}};
  s.behaviour.outputs = {{DataType::kInt32, OutputShape::kRowsFound},
                         {size_type, OutputShape::kSizeTensor}};
  s.runs = {{{{4, 4}}}, {{{4, 4}}}};
  return s;
}

/// The probe's output has the shape input's values as its dimensions.
Scenario shape_input(const char* name, ShapeInput input, const char* shows) {
  Scenario s = shapes(name, shows);
  s.behaviour.outputs = {{{}, OutputShape::kShapeInput}};
  const bool constant = input.ranges.empty();
  s.shape_inputs = {std::move(input)};
  if (constant) return s;
  for (Run& run : s.runs) run.shape_values = {{4, 4}};
  s.runs.push_back({{{2, 8, 16, 16}}, {{3, 5}}, 0, 0});
  return s;
}

}  // namespace

std::vector<Scenario> shape_scenarios() {
  using Type = DataType;
  std::vector<Scenario> all{
      data_dependent("datadep", Type::kInt64, Around::kAbs, "a size that depends on the data"),
      data_dependent("datadep-int32", Type::kInt32, Around::kAbs, "a size tensor of INT32"),
      data_dependent("datadep-followed", Type::kInt64, Around::kAbsNeg,
                     "a data-dependent output that a layer reads"),
      shape_input("shapein", {Type::kInt64, {4, 4}},
                  "a constant shape input: no position of its own among the formats"),
      shape_input("shapein-int32", {Type::kInt32, {4, 4}}, "a constant shape input of INT32"),
      shape_input("shapein-open", {Type::kInt64, {}, {{{1, 1}, {4, 4}, {8, 8}}}},
                  "a shape input that is an input of the network")};

  Scenario unused = shapes("shapein-positions", "a format answer that counts the shape input");
  unused.shape_inputs = {{Type::kInt64, {4, 4}}};
  unused.behaviour.accepts = {{0, Type::kFloat, TensorFormat::kLinear},
                              {1, Type::kInt64, TensorFormat::kLinear}};
  unused.message = "could not find any supported formats consistent with input/output data types";
  all.push_back(unused);

  Scenario two = data_dependent("datadep-two", Type::kInt64, Around::kAbs,
                                "two data-dependent outputs with a size tensor each");
  two.behaviour.outputs = {{Type::kInt32, OutputShape::kRowsFound},
                           {Type::kInt64, OutputShape::kSizeTensor},
                           {Type::kFloat, OutputShape::kRowsFound},
                           {Type::kInt64, OutputShape::kSizeTensor}};
  all.push_back(two);

  Scenario none = data_dependent("datadep-none", Type::kInt64, Around::kAbs, "a size of 0");
  none.behaviour.rows_found = 0;
  all.push_back(none);

  Scenario change = shapes("shape-change", "onShapeChange where the shape changes, and back");
  change.runs = {{{{2, 8, 16, 16}}}, {{{4, 8, 16, 16}}}, {{{4, 8, 16, 16}}}, {{{2, 8, 16, 16}}}};
  all.push_back(change);

  Scenario empty = shapes("empty", "a dimension of 0");
  empty.inputs[0].ranges = {{{0, 8, 1, 1}, {2, 8, 16, 16}, {4, 8, 32, 32}}};
  empty.runs = {{{{0, 8, 16, 16}}}, {{{2, 8, 16, 16}}}};
  all.push_back(empty);
  return all;
}

std::vector<Scenario> tactic_scenarios() {
  std::vector<Scenario> all{tactics("tactic", "three tactics, with a timing cache id")};

  Scenario uncached = tactics("tactic-uncached", "three tactics without a timing cache id");
  uncached.behaviour.timing_cache_id.clear();
  all.push_back(uncached);

  Scenario one = tactics("tactic-one", "one tactic: nothing to time");
  one.behaviour.tactics = {7};
  all.push_back(one);

  Scenario cached = tactics("tactic-cached", "a second build with the first one's timing cache");
  cached.builds = 2;
  all.push_back(cached);

  Scenario pair = tactics("tactic-two-layers", "two equal layers: the second takes the first's");
  pair.layers = 2;
  all.push_back(pair);

  Scenario formats = tactics("tactic-formats", "two tactics in each of several formats");
  formats.behaviour.tactics = {3, 4};
  formats.behaviour.accepts = {{-1, {}, TensorFormat::kLinear}, {-1, {}, TensorFormat::kChw32}};
  formats.behaviour.alike = true;
  all.push_back(formats);

  Scenario profiles = tactics("tactic-two-profiles", "three tactics and two profiles");
  profiles.inputs[0].ranges = {{{1, 8, 1, 1}, {2, 8, 16, 16}, {4, 8, 32, 32}},
                               {{1, 8, 1, 1}, {3, 8, 8, 8}, {8, 8, 8, 8}}};
  profiles.runs.pop_back();
  all.push_back(profiles);

  Scenario limit = tactics("workspace-limit", "every tactic wants more than the limit");
  limit.workspace_limit_bytes = 64;
  limit.message = "Could not find any implementation for node";
  all.push_back(limit);

  Scenario partly = tactics("workspace-partly", "one tactic wants more than the limit");
  partly.behaviour.workspace_bytes = {1000, 1 << 20, 1000};
  partly.workspace_limit_bytes = 4096;
  all.push_back(partly);
  return all;
}

std::vector<Scenario> run_scenarios() {
  Scenario alias = running("alias", "output and input share their memory");
  alias.behaviour.aliases = true;
  alias.alias_preview = true;
  alias.around = Around::kNothing;

  Scenario refused = alias;
  refused.name = "alias-noflag";
  refused.shows = "the same without the preview feature";
  refused.alias_preview = false;
  refused.message = "PreviewFeature::kALIASED_PLUGIN_IO_10_03 not enabled";

  Scenario inside = alias;
  inside.name = "alias-inside";
  inside.shows = "aliased tensors between other layers";
  inside.around = Around::kAbsNeg;

  Scenario graph = running("graph", "enqueueV3 captured into a CUDA graph, which is launched");
  graph.runs.push_back({{{2, 8, 16, 16}}, {}, 0, 0, true});
  Scenario synchronizes = graph;
  synchronizes.name = "sync";
  synchronizes.shows = "enqueue synchronizes its stream: the capture fails";
  synchronizes.behaviour.enqueue = Enqueue::kSynchronizes;
  Scenario allocates = graph;
  allocates.name = "alloc";
  allocates.shows = "enqueue allocates device memory: the capture fails";
  allocates.behaviour.enqueue = Enqueue::kAllocates;

  Scenario twice = running("dup", "the creator is registered twice");
  twice.register_twice = true;

  Scenario contexts = running("two-contexts", "two contexts of one engine");
  contexts.contexts = 2;
  contexts.runs = {{{{2, 8, 16, 16}}}, {{{4, 8, 16, 16}}, {}, 0, 1}, {{{2, 8, 16, 16}}}};
  return {alias, refused, inside, graph, synchronizes, allocates, twice, contexts};
}

}  // namespace plugsmith::fidelity
