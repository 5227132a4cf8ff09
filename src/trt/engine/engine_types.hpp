// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "plugsmith/attributes.hpp"
#include "plugsmith/status.hpp"
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

/// Smallest, most likely and largest dimensions of an input; for an input that holds a shape, its
/// smallest, most likely and largest values.
struct InputRange {
  DimList min, opt, max;
  /// Where the caller knows them: what the input holds, should it turn out to hold a shape.
  DimList values;
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
  bool strongly_typed = false;         ///< the network's types decide; then precision has no effect
  bool version_compatible = false;     ///< the plan carries the lean runtime,
  bool lean_runtime_excluded = false;  ///< unless this leaves it to the machine that runs the plan
  bool alias_preview = true;           ///< kALIASED_PLUGIN_IO_10_03, where a plugin needs it
  std::vector<std::string> embedded_libraries;  ///< plugin libraries that the plan carries
  int optimization_level = -1;                  ///< 0 to 5; -1: TensorRT's default, 3
  std::int64_t workspace_bytes = 0;             ///< 0: TensorRT's limit, the device's memory
  std::vector<Profile> profiles;
  Blob timing_cache;  ///< of an earlier build; may be empty
  /// What the timing cache's file holds once the build is done: merged into the result. May be
  /// empty.
  std::function<Result<Blob>()> reread_timing_cache;
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
  DataType type = DataType::kFloat;
  DimList dims;
  const void* data = nullptr;
};

struct HostTensor {
  std::string name;
  DataType type = DataType::kFloat;
  DimList dims;
  Blob bytes;
};

enum class CudaGraph { kNo, kYes };
/// kNone: nothing but enqueueV3 is called between one step and the next.
enum class StepTiming { kEvents, kNone };
/// kCold: before each step something else fills the L2 cache, outside the step's time.
enum class StepCache { kAsItIs, kCold };

struct RunRequest {
  std::vector<HostTensorView> inputs;
  std::uint64_t steps = 1;
  std::vector<std::pair<std::string, std::string>> feeds;  ///< output, input: of the next step
  CudaGraph graph = CudaGraph::kNo;
  StepTiming timing = StepTiming::kEvents;
  StepCache cache = StepCache::kAsItIs;
  std::function<void(std::uint64_t)> on_step;  ///< steps enqueued so far; may be empty
};

/// Time on the device of one step, from CUDA events. The first step, which allocates, is left out
/// where there are more. Of many steps a fiftieth at a time is measured together, and its mean
/// counts; at most the last thousand such spans do.
struct StepTimes {
  std::size_t count = 0;
  double median_ms = 0, min_ms = 0, max_ms = 0;
  double low_quartile_ms = 0, high_quartile_ms = 0;
};

struct RunResult {
  std::vector<HostTensor> outputs;
  StepTimes device;
  double steps_ms = 0;  ///< on the host's clock: the steps that `device` counts, to their end
  double total_ms = 0;  ///< on the host's clock: all steps, and the copies of inputs and outputs
};

/// How creators that getCreators lists get into the registry. loadLibrary keeps them for good (10.6
/// neither deregisters nor replaces them) and lets a plan carry the library.
enum class LoadAs { kLibrary, kCreators };

/// A creator in TensorRT's registry.
struct RegisteredCreator {
  std::string name, version, name_space;
  std::string kind;  ///< "IPluginCreatorV3One", "IPluginCreator", else TensorRT's own word
  struct Field {
    std::string name;
    FieldType type = FieldType::kUnknown;
    std::int32_t length = 0;
  };
  std::vector<Field> fields;
  std::string library;  ///< empty: TensorRT's own
  std::string ports;    ///< what the library's plugsmithPorts says of the op
};

/// What watching the creators tells while TensorRT uses them. Any may be empty.
struct CreatorWatch {
  std::function<void(const std::string& creator, const char* method)> begin;
  std::function<void()> end;
  /// createPlugin(kRUNTIME) returned null while a plan is deserialized: TensorRT 10.6 crashes once
  /// this returns.
  std::function<void(const std::string& sentence)> doomed;
};

}  // namespace plugsmith::trt
