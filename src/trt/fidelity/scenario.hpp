// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plugsmith/status.hpp"
#include "src/trt/fidelity/behaviour.hpp"

// The scenarios by which the embedded host is held to real TensorRT: one program plays them there
// and records every call into the probe, a test plays them on the embedded host.

namespace plugsmith::fidelity {

using Dims = std::vector<std::int64_t>;  ///< -1: open

/// Smallest, most likely and largest dimensions, or values of a shape input.
struct Range {
  Dims min, opt, max;
};

/// What the network holds besides the probe.
enum class Around {
  kAbsNeg,    ///< x -> Abs -> probe -> Neg -> y, at every input and output
  kAbs,       ///< the outputs are the network's
  kNothing,   ///< so are the inputs
  kQuantize,  ///< x -> QuantizeLinear -> probe -> DequantizeLinear -> y
};

struct Input {
  DataType type = DataType::kFloat;
  Dims dims = {-1, 8, -1, -1};
  std::vector<Range> ranges = {};  ///< one a profile; empty: those of default_range()
  bool absent = false;             ///< a null pointer in the list of inputs
};

struct ShapeInput {
  DataType type = DataType::kInt64;
  Dims values = {};                ///< a constant of the network
  std::vector<Range> ranges = {};  ///< else a network input with these values, one a profile
  int count() const {
    return static_cast<int>(ranges.empty() ? values.size() : ranges.front().min.size());
  }
};

struct Run {
  std::vector<Dims> inputs = {};        ///< of those present
  std::vector<Dims> shape_values = {};  ///< of the shape inputs that are network inputs
  int profile = 0;
  int context = 0;
  bool captured = false;  ///< into a CUDA graph, which is then launched
};

enum class Typing {
  kStrong,
  kWeak,      ///< all further values too; TensorRT 11 has no such networks
  kWeakFp16,  ///< with the flag
  kWeakInt8,  ///< with the flag, and a dynamic range of [-3, 3] at each tensor
};

struct Scenario {
  std::string name;   ///< unique
  std::string group;  ///< scenarios recorded in one file
  std::string shows;  ///< half a sentence
  Behaviour behaviour;
  bool v2 = false;  ///< the probe is an IPluginV2DynamicExt
  Around around = Around::kAbsNeg;
  Typing typing = Typing::kStrong;
  std::vector<Input> inputs = {{}};
  std::vector<ShapeInput> shape_inputs;
  bool alias_preview = false;
  std::int64_t workspace_limit_bytes = 0;  ///< 0: TensorRT's own
  int layers = 1;                          ///< of the probe, one behind the other
  int builds = 1;                          ///< of the same network, with one timing cache
  int contexts = 1;
  std::vector<Run> runs = {{{{2, 8, 16, 16}}}, {{{2, 8, 16, 16}}}};
  bool register_twice = false;
  bool deregister_before_runtime = false;

  /// What the embedded host says at its end; empty: the scenario succeeds.
  std::string message;
};

/// min [1,8,1,1] opt [2,8,16,16] max [4,8,32,32] for [-1,8,-1,-1]; 1, 4 and 8 for each open
/// dimension of any other.
Range default_range(const Dims& dims);

/// All of them, in the order of their recording.
const std::vector<Scenario>& scenarios();
/// Null if there is none of that name.
const Scenario* find_scenario(const std::string& name);

}  // namespace plugsmith::fidelity
