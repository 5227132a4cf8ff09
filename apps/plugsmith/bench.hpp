// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/plugsmith/answer.hpp"
#include "apps/plugsmith/run_options.hpp"

namespace plugsmith::cli {

/// Median and quartiles, in microseconds.
struct Spread {
  double median = 0, low = 0, high = 0;
};
Spread spread_of(std::vector<double> samples);

/// What does a case's work elsewhere: an op of another plugin library, or layers of TensorRT's own.
struct BenchPeer {
  OpOptions op;       ///< the other library's; without inputs of its own it gets the case's
  std::string nodes;  ///< instead of an op: "output0 = Gelu(input0)", nodes in ONNX's text form
  std::string name;   ///< of the nodes together, like "Gelu"
  std::int64_t opset = 0;                 ///< of ONNX's own operators, in which `nodes` are written
  std::vector<std::string> output_types;  ///< of output0, ...; the others are of the first input's
  Spread op_us;
  std::string error;  ///< why it could not be measured

  bool is_layer() const { return op.name.empty(); }
  bool is_measured() const { return op_us.median > 0; }
};

/// One measured case.
struct BenchCase {
  std::string op;
  OpOptions options;
  Spread op_us, copy_us, enqueue_us;
  std::int64_t bytes = 0;
  std::string error;                        ///< why it could not be measured; empty: it was
  std::vector<std::int64_t> other_tactics;  ///< valid ones that are still to be measured
  /// How many arithmetic operations the case's work takes, as "2*N*64"; empty: not told.
  std::string operations;
  std::vector<BenchPeer> peers;

  double gigabytes_per_second() const { return static_cast<double>(bytes) / op_us.median / 1e3; }
  /// Of the time that a device copy of the same traffic takes: 1 means as fast as a copy.
  double copy_share() const { return copy_us.median / op_us.median; }
  /// 0 where `operations` tells none.
  double operation_count() const;
};

/// The value of "2*N*(64+1)" once the sweeps have replaced its words. Invalid argument for a text
/// that is none.
Result<double> count_operations(const std::string& text);

/// The cases of one description: every combination of the values in `sweeps`, each NAME=A,B,C, put
/// in the place of the word NAME in inputs, shape inputs, attributes, operations and peers. Errors:
/// a sweep that is none, or that no text of the op itself uses.
Result<std::vector<BenchCase>> expand_sweeps(const BenchCase& one,
                                             const std::vector<std::string>& sweeps);

/// The cases of a JSON file; docs/bench.md describes it. Errors name the entry.
Result<std::vector<BenchCase>> read_bench_cases(const std::string& path);

/// The plugin nodes of a model as cases, alike ones once. Open dimensions have the sizes that check
/// takes: 2 for the first, 16 for others.
struct BenchModel {
  std::vector<BenchCase> cases;
  std::vector<std::string> warnings;  ///< nodes that cannot be timed, too
};
struct BenchOptions;
/// `node` empty: all. Errors: what the library or the model says; no node that can be timed.
Result<BenchModel> bench_model_cases(const BenchOptions& options, const std::string& model,
                                     const std::string& node);

/// What the user said about measuring.
struct BenchOptions {
  std::string library;
  std::string peers;  ///< folder of TensorRT's libraries; empty: no peers
  WorkerOptions worker;
};

/// Times the case, and by turns with it the plugins among its peers. What is wrong with the op or a
/// peer becomes the case's own `error`, or the peer's; where it is the environment, the status says
/// so, too. Fills `device`.
Status measure(const BenchOptions& options, BenchCase& one, Json& device);
/// Times those peers of all measured cases that are layers of TensorRT's own; begins none after
/// `seconds`, unless that is 0.
void measure_layers(const BenchOptions& options, std::vector<BenchCase>& cases, double seconds);

/// The model of a peer that is a layer: the case's inputs as input0, ..., in ONNX's text form.
/// Errors: a type that ONNX does not know, nodes without output0.
Result<std::string> layer_model(const BenchCase& one, const BenchPeer& peer);

/// "Swish_PS 16777216:float32", for tables and pictures.
std::string label_of(const BenchCase& one);
/// "CustomGeluPluginDynamic version 1 of libnvinfer_plugin.so.10", "TensorRT's Gelu".
std::string label_of(const BenchPeer& peer);

Json to_json(const BenchCase& one);
/// The cases of earlier results. Invalid argument, without a place, for what is none.
Result<std::vector<BenchCase>> bench_cases_from(const Json& results);
std::string bench_table(const std::vector<BenchCase>& cases);

/// Time over bytes for every op as an SVG picture, both axes logarithmic, with the device's copies
/// as a line to hold them to.
std::string time_picture(const std::vector<BenchCase>& cases);
/// The share of the copy's speed over bytes.
std::string share_picture(const std::vector<BenchCase>& cases);
/// Operations a second over operations a byte, for the cases that tell their operations, below what
/// copies and the device's float32 cores allow. Empty where no case tells, or `device`, as results
/// hold it, says too little.
std::string roofline_picture(const std::vector<BenchCase>& cases, const Json& device);

}  // namespace plugsmith::cli
