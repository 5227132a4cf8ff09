// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/fidelity/scenario_tables.hpp"

// Networks: numbers of inputs and outputs, ranks, profiles; and ways to choose among formats.

namespace plugsmith::fidelity {
namespace {

constexpr DataType kFloat = DataType::kFloat;
constexpr DataType kHalf = DataType::kHalf;
constexpr DataType kBf16 = DataType::kBf16;
constexpr DataType kInt8 = DataType::kInt8;
constexpr DataType kInt32 = DataType::kInt32;
constexpr DataType kInt64 = DataType::kInt64;

using Format = TensorFormat;

Scenario network(const char* name, const char* shows) { return plain("network", name, shows); }

Scenario of_rank(const char* name, Dims dims, const Dims& run) {
  Scenario s = network(name, "which formats are asked about at this rank");
  s.inputs = {{kFloat, std::move(dims)}};
  s.runs = {{{run}}};
  return s;
}

Scenario of_type(const char* name, DataType type) {
  Scenario s = plain("formats", name, "which formats are asked about for this type");
  s.inputs[0].type = type;
  s.runs.pop_back();
  return s;
}

/// One accepted format, at every position.
Scenario in_format(const char* name, DataType type, Format format, const char* shows) {
  Scenario s = plain("formats", name, shows);
  s.inputs[0].type = type;
  s.behaviour.accepts = {{-1, {}, format}};
  return s;
}

/// Everything is accepted that has the first port's type and format.
Scenario any_format(const char* name, DataType type) {
  Scenario s = plain("formats", name, "several accepted combinations are timed");
  s.inputs[0].type = type;
  s.behaviour.accepts = {{-1, {}, {}}};
  s.behaviour.alike = true;
  s.runs.pop_back();
  return s;
}

Scenario quantized(Scenario s) {
  s.around = Around::kQuantize;
  s.inputs[0].type = kInt8;
  return s;
}

}  // namespace

std::vector<Scenario> network_scenarios() {
  std::vector<Scenario> all;
  all.push_back(network("basic", "one input, one output, one format"));

  Scenario fixed = network("static", "no open dimension");
  fixed.inputs = {{kFloat, {2, 8, 16, 16}}};
  all.push_back(fixed);

  all.push_back(of_rank("rank-0", {}, {}));
  all.push_back(of_rank("rank-1", {-1}, {4}));
  all.push_back(of_rank("rank-2", {-1, 8}, {4, 8}));
  all.push_back(of_rank("rank-3", {-1, 8, -1}, {4, 8, 4}));
  all.push_back(of_rank("rank-5", {-1, 8, 4, -1, 4}, {4, 8, 4, 4, 4}));
  all.push_back(of_rank("rank-6", {-1, 2, 2, 2, 2, 2}, {4, 2, 2, 2, 2, 2}));

  Scenario two_in = network("two-inputs", "two inputs, one output");
  two_in.inputs = {{}, {}};
  two_in.runs = {{{{2, 8, 16, 16}, {2, 8, 16, 16}}}};
  all.push_back(two_in);

  Scenario two_out = network("two-outputs", "one input, two outputs");
  two_out.behaviour.outputs = {{}, {}};
  all.push_back(two_out);

  Scenario two_two = two_in;
  two_two.name = "two-inputs-two-outputs";
  two_two.shows = "formats are asked about depth first over four positions";
  two_two.behaviour.outputs = {{}, {}};
  two_two.behaviour.accepts = {{-1, {}, Format::kLinear}, {1, {}, Format::kChw32}};
  all.push_back(two_two);

  Scenario types = network("mixed-types", "an INT32 and an FP16 input, an FP32 and an FP16 output");
  types.inputs = {{kInt32, {-1, 8, -1, -1}}, {kHalf, {-1, 8, -1, -1}}};
  types.behaviour.outputs = {{kFloat, OutputShape::kLikeFirstInput},
                             {kHalf, OutputShape::kLikeFirstInput}};
  types.runs = two_in.runs;
  all.push_back(types);

  Scenario none = network("no-input", "a plugin without inputs");
  none.inputs = {};
  none.runs = {{{}}};
  all.push_back(none);

  Scenario absent = network("absent-input", "a null pointer among the inputs");
  absent.inputs = {{}, {kFloat, {}, {}, true}};
  absent.runs.pop_back();
  all.push_back(absent);

  Scenario alone = network("alone", "no other layer in the network");
  alone.around = Around::kNothing;
  all.push_back(alone);

  Scenario pair = network("two-layers", "the probe twice, one behind the other");
  pair.layers = 2;
  all.push_back(pair);

  Scenario profiles = network("two-profiles", "two profiles, a run with each");
  profiles.inputs[0].ranges = {{{1, 8, 1, 1}, {2, 8, 16, 16}, {4, 8, 32, 32}},
                               {{1, 8, 1, 1}, {3, 8, 8, 8}, {8, 8, 8, 8}}};
  profiles.runs = {{{{2, 8, 16, 16}}}, {{{3, 8, 8, 8}}, {}, 1, 1}};
  profiles.contexts = 2;
  all.push_back(profiles);
  return all;
}

std::vector<Scenario> format_scenarios() {
  std::vector<Scenario> all{
      of_type("fp16", kHalf),
      of_type("bf16", kBf16),
      of_type("int32", kInt32),
      of_type("int64", kInt64),
      quantized(of_type("int8-quantized", kInt8)),
      in_format("hwc8", kHalf, Format::kHwc8, "a vectorized format"),
      in_format("bf16-hwc8", kBf16, Format::kHwc8, "a vectorized format"),
      in_format("fp16-chw2", kHalf, Format::kChw2, "a vectorized format"),
      in_format("chw32", kFloat, Format::kChw32, "a vectorized FP32 format"),
      in_format("hwc", kFloat, Format::kHwc, "channels last, not padded"),
      quantized(in_format("int8-chw4", kInt8, Format::kChw4, "INT8 with scales, vectorized")),
      quantized(in_format("int8-chw32", kInt8, Format::kChw32, "INT8 with scales, vectorized")),
      any_format("fp32-any", kFloat),
      any_format("fp16-any", kHalf),
      quantized(any_format("int8-any", kInt8))};

  Scenario change = plain("formats", "chw32-to-linear", "input and output in different formats");
  change.behaviour.accepts = {{0, {}, Format::kChw32}, {1, {}, Format::kLinear}};
  all.push_back(change);

  Scenario limit = any_format("format-limit", kFloat);
  limit.shows = "getFormatCombinationLimit answers 2 where four combinations fit";
  limit.behaviour.format_limit = 2;
  all.push_back(limit);
  return all;
}

}  // namespace plugsmith::fidelity
