// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "plugsmith/attributes.hpp"
#include "plugsmith/types.hpp"

// What a caller says to real TensorRT and hears from it, free of TensorRT's headers.

namespace plugsmith::trt {

using DimList = std::vector<std::int64_t>;  ///< -1: not known
using Blob = std::vector<unsigned char>;

/// A line that TensorRT or a plugin logged. Severity as in nvinfer1::ILogger: 0 internal error, 1
/// error, 2 warning, 3 info, 4 verbose.
struct EngineLogLine {
  int severity = 0;
  std::string text;
};

/// Smallest, most likely and largest dimensions of an input; for an input whose values are a shape
/// (`of_values`), its smallest, most likely and largest values.
struct InputRange {
  DimList min, opt, max;
  bool of_values = false;
};
using Profile = std::map<std::string, InputRange>;  ///< by the input's name

/// kFp32 computes in float32 throughout; kTf32 lets matrix products round to TF32, which is
/// TensorRT's own default.
enum class Precision { kFp32, kTf32, kFp16, kBf16, kInt8 };

struct BuildProgress {
  std::string phase;
  int done = 0, total = 0;
};

struct BuildRequest {
  Precision precision = Precision::kFp32;
  bool strongly_typed = false;      ///< the network's types decide; then precision has no effect
  bool version_compatible = false;  ///< the plan carries the lean runtime
  bool alias_preview = true;        ///< kALIASED_PLUGIN_IO_10_03, where a plugin needs it
  std::vector<std::string> embedded_libraries;  ///< plugin libraries that the plan carries
  std::int64_t workspace_bytes = 0;             ///< 0: TensorRT's limit, the device's memory
  std::vector<Profile> profiles;
  Blob timing_cache;  ///< of an earlier build; may be empty
  /// What the timing cache's file holds once the build is done: merged into the result. May be
  /// empty.
  std::function<Blob()> reread_timing_cache;
  /// Called from the building thread; false stops the build. May be empty.
  std::function<bool(const BuildProgress&)> on_progress;
};

struct BuiltPlan {
  Blob plan;
  Blob timing_cache;  ///< what came in, and what was timed now
  /// Outputs of plugins that lie in an input's memory, with that input; names of tensors.
  std::map<std::string, std::string> aliases;
  double seconds = 0;
};

/// One input of a network that holds a single op.
struct OneOpInput {
  std::string name;
  DataType type = DataType::kFloat;
  InputRange range;  ///< min == max fixes a dimension
};

/// A network that holds a single op. Its outputs are called output0, output1, ...
struct OneOp {
  std::string name, version = "1", name_space;  ///< the creator's
  std::string layer_name;
  std::vector<FieldData> fields;
  std::vector<OneOpInput> inputs;
  std::vector<DimList> shape_inputs;  ///< values of each
};

/// An input or output of an engine.
struct EngineTensor {
  std::string name;
  DataType type = DataType::kFloat;
  DimList dims;
  bool is_input = false;
  bool on_host = false;  ///< its values are a shape: host memory
  TensorFormat format = TensorFormat::kLinear;
  std::vector<InputRange> ranges;  ///< of an input: one a profile
  std::string aliased_input;       ///< of an output: the input whose memory it shares
};

/// A tensor in host memory, dense and linear. The bytes are the caller's.
struct HostTensorView {
  std::string name;
  DimList dims;
  const void* data = nullptr;
};

struct HostTensor {
  std::string name;
  DataType type = DataType::kFloat;
  DimList dims;
  Blob bytes;
};

}  // namespace plugsmith::trt
