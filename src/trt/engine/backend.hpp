// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "plugsmith/status.hpp"
#include "src/trt/engine/device_memory.hpp"
#include "src/trt/engine/engine_types.hpp"

// Real TensorRT for callers that do not see its headers: one implementation a generation.

namespace plugsmith::trace {
class Trace;
}  // namespace plugsmith::trace

namespace plugsmith::trt {

/// A deserialized plan. The back end must outlive it.
class LoadedEngine {
 public:
  virtual ~LoadedEngine() = default;
  virtual const std::vector<EngineTensor>& tensors() const = 0;
  /// The engine inspector's own JSON.
  virtual Result<std::string> inspect() = 0;
  /// Of one execution context, in bytes; -1 where this TensorRT does not tell.
  virtual std::int64_t context_memory_bytes() const = 0;
  /// Runs in a new execution context.
  virtual Result<RunResult> run(const RunRequest& request) = 0;
};

/// Whether a plan may run code that it carries: version-compatible plans hold a lean runtime, and
/// plans can hold plugin libraries.
enum class PlanCode { kRefused, kAllowed };

struct BackendOptions {
  std::string folder;  ///< see TensorRt::load
  std::function<void(const EngineLogLine&)> on_log;
  CreatorWatch watch;
};

class Backend {
 public:
  virtual ~Backend() = default;

  /// Loads TensorRT of the generation that this is compiled for; no GPU is needed. One a process.
  static Result<std::unique_ptr<Backend>> open(BackendOptions options);
  static int generation();

  virtual std::string version() const = 0;  ///< "10.6.0"
  virtual std::string path() const = 0;     ///< of libnvinfer

  /// See load_plugin_library.
  virtual Status load_library(const std::string& path,
                              const std::vector<std::string>& init_functions, LoadAs how) = 0;
  virtual Status load_standard_plugins() = 0;
  virtual std::vector<RegisteredCreator> creators() const = 0;

  /// From now on every call into plugins of the libraries loaded so far is written to `trace`,
  /// which must outlive this; TensorRT's own are left out. Creators of a kind that cannot be traced
  /// are named in `untraced`.
  virtual Status start_trace(trace::Trace& trace, std::vector<std::string>& untraced) = 0;

  /// See plugin_check.hpp. `op` names creator, layer and fields.
  virtual Status check_plugin(const OneOp& op) = 0;

  // These need a GPU.
  virtual Result<BuiltPlan> build_model(const std::string& path, const BuildRequest& request) = 0;
  virtual Result<BuiltPlan> build_op(const OneOp& op, const BuildRequest& request) = 0;
  /// `aliases` is what build told, empty for a plan from a file.
  virtual Result<std::unique_ptr<LoadedEngine>> load(
      const void* plan, std::size_t bytes, const std::map<std::string, std::string>& aliases,
      PlanCode code) = 0;
};

}  // namespace plugsmith::trt
