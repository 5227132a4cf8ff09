// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "src/check/cuda_record.hpp"
#include "src/check/trial_tensors.hpp"
#include "src/check/v2_plugin.hpp"
#include "src/host/resource_context.hpp"

namespace plugsmith::check {

/// One execution context of an op on the recording CUDA runtime: nothing is computed, and every
/// call is seen. Of the IPluginV2 family those with dynamic shapes. One thread at a time.
class RecordedTrial {
 public:
  /// How the object came into being, and when it is told its tactic. An IPluginV2 has one life:
  /// configured, initialized, cloned, the clone attached.
  enum class Life {
    kBuilt,         ///< configured in the build phase, setTactic, attachToContext
    kLoaded,        ///< created for the runtime from the serialized fields, else the same
    kCloned,        ///< kLoaded, but the context is attached to a clone
    kTacticAtLast,  ///< kLoaded, but setTactic is called on the context's object alone
  };
  struct Setting {
    Life life = Life::kLoaded;
    std::int32_t tactic = 0;
  };
  /// What a call into the plugin returned, and the CUDA calls that it made.
  struct Ran {
    std::int32_t code = 0;
    std::string refusal;  ///< where code is not 0: what it returned, and what the plugin logged
    CudaCalls calls;
    bool all_kept = true;
  };

  /// The object's life up to attachToContext. An error names the call that failed.
  static Result<std::unique_ptr<RecordedTrial>> make(const Subject& subject,
                                                     const cuda_shim::Api& api,
                                                     const Setting& setting);
  ~RecordedTrial();
  RecordedTrial(const RecordedTrial&) = delete;
  RecordedTrial& operator=(const RecordedTrial&) = delete;

  /// Makes buffers, null where a tensor is empty, and calls onShapeChange, or configurePlugin as
  /// IPluginV2 has it at run time. An error where that returns a failure.
  Status set_shapes(const TrialShapes& shapes);
  Ran enqueue();
  const void* stream() const { return stream_; }
  const AnyPlugin& attached() const { return *attached_; }
  /// configurePlugin for the shapes that were set, with its CUDA calls: an IPluginV2's alone.
  Ran configure_again();
  /// What was called in attachToContext, and in the last onShapeChange.
  const CudaCalls& attach_calls() const { return attach_calls_; }
  const CudaCalls& shape_calls() const { return shape_calls_; }

 private:
  RecordedTrial(const Subject& subject, const cuda_shim::Api& api, const Setting& setting)
      : subject_(subject), api_(api), setting_(setting), context_(nullptr) {}
  Status prepare_object();
  Status prepare_v2();
  Status set_tactic(const Plugin& plugin) const;
  Plugin& v3() const { return static_cast<Plugin&>(*attached_); }
  V2Plugin& v2() const { return static_cast<V2Plugin&>(*attached_); }
  void find_aliases(const Plugin& plugin);
  Status make_buffers(const TrialShapes& shapes);
  void free_buffers();
  void* allocate(std::int64_t bytes);

  const Subject& subject_;
  const cuda_shim::Api& api_;
  Setting setting_;
  Combination combination_;
  host::ResourceContext context_;
  std::vector<std::int32_t> aliases_;
  std::unique_ptr<AnyPlugin> object_, attached_;
  bool initialized_ = false;
  const void* stream_ = nullptr;
  std::int64_t workspace_bytes_ = 0;
  host::RuntimePorts descs_;
  std::vector<void*> ports_, owned_;
  void* workspace_ = nullptr;
  CudaCalls attach_calls_, shape_calls_;
};

/// A trial at opt after onShapeChange; null with the reason where the op cannot be run.
std::unique_ptr<RecordedTrial> ready_trial(const Subject& subject, const cuda_shim::Api& api,
                                           Verdict& verdict,
                                           const RecordedTrial::Setting& setting = {});

}  // namespace plugsmith::check
