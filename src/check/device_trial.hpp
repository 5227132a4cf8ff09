// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "src/check/execution.hpp"
#include "src/check/trial_tensors.hpp"
#include "src/cuda/device_stream.hpp"
#include "src/cuda/guarded_buffer.hpp"
#include "src/host/reformat.hpp"
#include "src/host/resource_context.hpp"

namespace plugsmith::check {

/// How the object of a trial came into being.
enum class Origin {
  kBuilt,   ///< configured in the build phase
  kLoaded,  ///< made for the runtime from what it serialized
};

/// What lies around and in the buffers of a trial.
enum class Memory {
  kGuarded,  ///< guard zones around them, patterns in them
  kBare,     ///< nothing, for tools that watch memory themselves
};

/// One execution context of an op on the current CUDA device: buffers between guard zones, a stream
/// of its own. Padding lanes of vectorized inputs are poisoned. Of the IPluginV2 family those with
/// dynamic shapes. One thread at a time.
class DeviceTrial {
 public:
  struct Setting {
    Combination combination;
    std::int32_t tactic = 0;
    Origin origin = Origin::kLoaded;
    Memory memory = Memory::kGuarded;
  };

  /// The life of the object up to attachToContext. An error names the call that failed.
  static Result<std::unique_ptr<DeviceTrial>> make(const Subject& subject, const Setting& setting);

  /// Makes buffers for the shapes and asks for the workspace; onShapeChange follows with the next
  /// enqueue.
  Status set_shapes(const TrialShapes& shapes);
  /// Copies inputs to the device in the formats of the combination.
  Status set_inputs(const std::vector<HostTensor>& inputs);
  Status poison_outputs(unsigned char value);
  Status fill_workspace(unsigned char value);
  /// Moves all buffers elsewhere; what they held goes with them, except outputs and workspace.
  Status move_buffers();

  /// onShapeChange where it is due, then enqueue on `stream`. An error names the call.
  Status enqueue(Stream stream);
  /// enqueue on the own stream, and waits.
  Status run();
  /// Whether the last run() ended by a code that the op returned, with the device in order.
  bool was_refused() const { return refused_; }
  cuda::DeviceStream& stream() { return *stream_; }
  /// What the CPU reference says against the shapes and inputs that the trial holds; empty where it
  /// takes them, and where there is none.
  std::string refused_by_reference() const;

  /// The outputs in linear layout, data-dependent ones at the size that the op wrote.
  Result<std::vector<HostTensor>> outputs();
  /// What the op wrote into its size tensors, per output; 0 for others.
  Result<host::DimValues> sizes();
  Status check_guards();
  Status check_workspace();
  /// Whether the inputs, as they lie on the device, are what set_inputs gave.
  Status check_inputs();
  std::int64_t workspace_bytes() const { return workspace_bytes_; }
  bool has_alias() const;

 private:
  struct Port {
    host::TensorLayout layout;
    cuda::GuardedBuffer buffer;
    std::vector<std::byte> given;  ///< an input's formatted bytes
    std::int32_t alias = -1;       ///< an output's aliased input
  };

  DeviceTrial(const Subject& subject, Setting setting)
      : subject_(subject), setting_(std::move(setting)), context_(nullptr) {}
  Status prepare_object();
  Status prepare_v2();
  Status load_object(std::unique_ptr<Plugin>& object);
  Status make_ports(const TrialShapes& shapes);
  Result<cuda::GuardedBuffer> make_buffer(std::int64_t bytes) const;
  Status upload(Port& input);
  Port& port(std::size_t index) { return ports_[index]; }
  std::size_t input_count() const { return subject_.use.inputs(); }
  const AnyPlugin& attached() const;
  void* address(std::size_t index);

  const Subject& subject_;
  Setting setting_;
  host::ResourceContext context_;
  std::vector<std::int32_t> aliases_;
  std::unique_ptr<Plugin> object_, attached_;  ///< of an IPluginV3
  std::unique_ptr<V2Context> v2_;
  std::unique_ptr<cuda::DeviceStream> stream_;
  TrialShapes shapes_;
  std::vector<HostTensor> inputs_;
  host::RuntimePorts descs_;
  std::vector<Port> ports_;
  cuda::GuardedBuffer workspace_;
  std::int64_t workspace_bytes_ = 0;
  bool shapes_changed_ = true;
  bool refused_ = false;
};

}  // namespace plugsmith::check
