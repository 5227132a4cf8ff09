// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "plugsmith/status.hpp"
#include "plugsmith/types.hpp"

// The embedded host's public face: TensorRT's side of the plugin contract without TensorRT. This
// header is free of NvInfer; one process holds one host of one generation (10 or 11), because the
// generations' virtual tables differ.

namespace plugsmith::host {

using DimValues = std::vector<std::int64_t>;  ///< -1: not known

/// Called around every call into foreign code, on the calling thread. `object` is "creator
/// PadTo_PS" or "#3"; `method` is TensorRT's name of the method ("getOutputShapes"). Must be cheap.
class CallObserver {
 public:
  virtual ~CallObserver() = default;
  virtual void begin(const char* object, const char* method) = 0;
  virtual void end() = 0;
};

/// One field handed to createPlugin, with its own storage.
struct FieldValue {
  std::string name;
  FieldType type = FieldType::kUnknown;
  std::int32_t length = 0;      ///< elements, not bytes
  std::vector<std::byte> data;  ///< empty: the field's data pointer is null
};

enum class InterfaceKind { kV3One, kV3Quick, kV1, kUnknown };
const char* to_string(InterfaceKind kind);  ///< "IPluginCreatorV3One", ...

struct FieldInfo {
  std::string name;
  FieldType type = FieldType::kUnknown;
  std::int32_t length = 0;
};

/// Legal values of an integer input, [low, high); `high` is a number, or with `high_port` the axis
/// of that port whose size counts, times that of `times_axis` where it is not -1.
struct PortDomain {
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::string high_port;
  std::int64_t times_axis = -1;
};

/// What a library built with Plugsmith says of one port (plugsmithPorts).
struct PortDescription {
  std::string name;
  std::string
      kind;  ///< in, optional_in, inout_required, inout_preferred, host_input, out, size_out
  int min_rank = 0, max_rank = 0;
  std::vector<DataType> types;
  std::optional<PortDomain> domain;

  bool is_device_input() const {
    return kind == "in" || kind == "optional_in" || kind.rfind("inout", 0) == 0;
  }
};

/// A creator as its own getters describe it.
struct CreatorInfo {
  std::string name, version, name_space;
  InterfaceKind kind = InterfaceKind::kUnknown;
  std::vector<FieldInfo> fields;
  std::string library;                 ///< path of the library it came from
  bool has_reference = false;          ///< the library exports plugsmithAbi
  std::string patterns;                ///< what plugsmithPatterns(name) returned
  std::vector<PortDescription> ports;  ///< in the op's order; empty: not told
};

/// How the creators of a library were found.
enum class CreatorRoute { kSelfRegistered, kGetCreators, kGetPluginCreators, kInitFunction };
const char* to_string(CreatorRoute route);

struct LibraryInfo {
  std::string path;
  std::vector<CreatorRoute> routes;
  std::string init_symbol;  ///< the init function that was called, if any
  std::vector<CreatorInfo> creators;
  std::vector<std::string> warnings;  ///< e.g. null entries in the creator list, duplicates
};

struct TensorSpec {
  std::string name;
  DataType type = DataType::kFloat;
  DimValues dims;
};

/// A plugin layer as a network would hold it.
struct LayerSpec {
  std::string creator_name, creator_version = "1", creator_namespace;
  std::string layer_name;        ///< given to createPlugin in the build phase
  std::int32_t layer_index = 0;  ///< for the runtime's "(Unnamed Layer* N) [PluginV3_V3ONE]"
  std::vector<FieldValue> fields;
  std::vector<TensorSpec> inputs;  ///< device inputs; -1 where the network leaves a dimension open
  std::vector<TensorSpec> shape_inputs;  ///< INT32/INT64 host tensors, seen by getOutputShapes only
  /// Values of the shape inputs that are constants of the network, as the plugin then sees; empty
  /// for others. May be shorter than shape_inputs.
  std::vector<DimValues> shape_constants;
  bool outputs_are_network_outputs =
      false;  ///< no layer follows: TensorRT then asks types and shapes again
  std::vector<std::string> output_names;  ///< for messages and the trace; may be left empty
};

/// min/opt/max of one device input, or of the values of one shape input.
struct DimRange {
  DimValues min, opt, max;
};

struct BuildOptions {
  std::vector<DimRange>
      profile;  ///< one per device input; empty: all dims are those of the network
  std::vector<DimRange> shape_input_profile;  ///< values of each shape input; empty: not known
  bool alias_preview = false;                 ///< PreviewFeature::kALIASED_PLUGIN_IO_10_03
  std::int64_t workspace_limit_bytes = std::int64_t{1} << 32;
  std::int64_t preferred_tactic = 0;  ///< the tactic that "wins" the timing; 0: the first valid one
  /// Only combinations that give the first input this format can win; nothing: any.
  std::optional<TensorFormat> preferred_format;
  /// Whether contexts compare, after each run, every input that no output aliases with what it held
  /// before: an op that wrote one fails.
  bool watch_inputs = false;
  /// Whether enqueue is called during timing, with host memory and a fake stream that is not null:
  /// only for plugins known not to touch a device (probes). Else timing goes as far as
  /// onShapeChange.
  bool time_with_enqueue = false;
};

struct EngineInfo {
  std::vector<DataType> input_types, output_types;
  std::vector<TensorFormat> input_formats, output_formats;  ///< the chosen combination
  std::int64_t tactic = 0;
  std::vector<std::int64_t> tactics;  ///< that could have won with these formats (IPluginV3)
  std::int64_t workspace_bytes = 0;
  std::int32_t accepted_combinations = 0;
  std::vector<FieldValue> serialized;       ///< what getFieldsToSerialize gave
  std::vector<std::byte> blob;              ///< what serialize of an IPluginV2 wrote instead
  std::vector<std::int32_t> aliased_input;  ///< per output, -1 where not aliased
};

/// Host memory of one tensor in linear layout and the layer's own element type; `dims` concrete.
struct ConstTensor {
  const void* data = nullptr;
  DimValues dims;
};
struct MutableTensor {
  void* data = nullptr;
  DimValues dims;  ///< in: capacity (upper bound for data-dependent dimensions); out: real dims
};

/// How a context computes.
enum class Execution {
  kReference,        ///< the library's CPU reference
  kEnqueueOnHost,    ///< the real enqueue on host memory with a fake stream: for probes only
  kEnqueueOnDevice,  ///< the real enqueue on buffers of the current CUDA device
};

/// How often a layer is run to be timed.
struct TimingOptions {
  bool cold_cache = true;  ///< the L2 cache holds something else before each run
  int warm_up = 10;
  int rounds = 5;  ///< the op and the copies take turns
  int runs_a_round = 10;
};

/// Times of one layer on a CUDA device, one entry for each run.
struct DeviceTiming {
  std::vector<double> op_us;       ///< what enqueue put on the stream, by CUDA events
  std::vector<double> copy_us;     ///< device copies of half as many bytes: the same traffic
  std::vector<double> enqueue_us;  ///< enqueue's own time on the host
  std::int64_t bytes = 0;          ///< of all inputs and outputs
};

/// One execution context and the plugin object that it owns. One thread at a time.
class PluginContext {
 public:
  virtual ~PluginContext() = default;
  /// Output dimensions for concrete input dimensions: data-dependent ones at their upper bound.
  /// `shape_inputs` holds the elements of each shape input, flattened.
  virtual Result<std::vector<DimValues>> output_dims(
      const std::vector<DimValues>& inputs, const std::vector<DimValues>& shape_inputs) = 0;
  /// onShapeChange or configurePlugin when TensorRT would call it, reformatting to and from the
  /// chosen formats, then the computation. Writes the real dims of data-dependent outputs into
  /// `outputs`.
  virtual Status run(const std::vector<ConstTensor>& inputs,
                     const std::vector<DimValues>& shape_inputs,
                     std::vector<MutableTensor>& outputs, Execution execution) = 0;
  /// Runs enqueue on the current CUDA device as often as `options` say, after one full run that
  /// checks guard zones and inputs. Unsupported where there is no device.
  virtual Result<DeviceTiming> time(const std::vector<ConstTensor>& inputs,
                                    const std::vector<DimValues>& shape_inputs,
                                    const TimingOptions& options) = 0;
};

/// A built plugin layer. It is deserialized (createPlugin kRUNTIME and setTactic, or
/// deserializePlugin and initialize) by load(), or by the first create_context(). The plugin object
/// lives until the engine and all its contexts are gone.
class PluginEngine {
 public:
  virtual ~PluginEngine() = default;
  virtual const EngineInfo& info() const = 0;
  virtual bool has_reference() const = 0;
  /// Deserializes, once; later calls return ok.
  virtual Status load() { return Status::ok(); }
  virtual Result<std::unique_ptr<PluginContext>> create_context() = 0;
};

/// A layer in a network: the caller's plugin object and the network's clone of it.
class PluginLayer {
 public:
  virtual ~PluginLayer() = default;
  /// Types, and dims for the network's inputs: -1 where not known before run time.
  virtual const std::vector<TensorSpec>& outputs() const = 0;
  /// Evaluates the recorded shape expressions for other input dims (-1 allowed): no call into the
  /// plugin.
  virtual Result<std::vector<DimValues>> evaluate_output_dims(
      const std::vector<DimValues>& inputs) const = 0;
  /// The whole build phase, on clones, in the recorded order, and serialization.
  /// Afterwards the engine stands alone; the layer may be deleted before or after.
  virtual Result<std::unique_ptr<PluginEngine>> build(const BuildOptions& options) = 0;
};

struct HostOptions {
  CallObserver* observer = nullptr;  ///< not owned; may be null
  std::string stand_in_path;         ///< absolute path of the stand-in libnvinfer.so.N
  bool record_trace = false;
  /// Sees every message that a plugin or the host logs: severity as in nvinfer1::ILogger, text.
  std::function<void(std::int32_t severity, const std::string& text)> on_log;
};

class PluginHost {
 public:
  virtual ~PluginHost() = default;

  /// Makes the process's host: loads the stand-in (unless its path is empty) and binds it to this
  /// registry and logger. Fails while another host lives, or once a stand-in has been bound: the
  /// libraries that it served hold pointers into its host for good.
  static Result<std::unique_ptr<PluginHost>> create(HostOptions options);
  /// TensorRT generation whose headers this host was compiled with (10 or 11).
  static int generation();

  /// Loads a plugin library and finds its creators: registered while loading; getCreators, else
  /// getPluginCreators, else exported init*Plugins(void*, char const*); and the named init symbol
  /// (empty: none). The library stays loaded as long as the process. Errors: invalid argument when
  /// the file is no plugin library (text, wrong machine, no creator by any route); unsupported when
  /// this machine lacks a library or symbol that it needs, which is named.
  virtual Result<LibraryInfo> load_library(const std::string& path,
                                           const std::string& init_symbol) = 0;
  virtual std::vector<CreatorInfo> creators() const = 0;

  /// createPlugin, and addPluginV3 or addPluginV2. On failure the message holds the plugin's own
  /// log lines.
  virtual Result<std::unique_ptr<PluginLayer>> add_layer(const LayerSpec& spec) = 0;

  /// The calls so far, in the notation of TensorRT's recordings (see docs/traces.md).
  virtual std::vector<std::string> trace() const = 0;
  /// Adds a line of the host's own ("== build") to the trace.
  virtual void mark(const std::string& line) = 0;
};

}  // namespace plugsmith::host
