// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "src/host/layer_data.hpp"
#include "src/host/negotiation.hpp"
#include "src/host/v2_object.hpp"
#if PLUGSMITH_GENERATION >= 10
#include "src/host/v3_object.hpp"
#endif

namespace plugsmith::host {

/// All that an engine holds of a plugin layer.
struct EngineData {
  LayerData layer;
  InterfaceKind creator_kind = InterfaceKind::kUnknown;
  PluginTriple triple;  ///< what the plugin called itself when it was serialized
  EngineInfo info;
  ProfileDims profile;
  bool has_reference = false;
  bool watch_inputs = false;
};

/// What the network hands to the builder.
struct BuildRequest {
  std::shared_ptr<HostState> state;
  const LayerData& layer;
  const BuildOptions& options;
  bool may_have_reference;  ///< whether the library offers references
};

// The whole build phase on clones of the network's object, in TensorRT's order.

#if PLUGSMITH_GENERATION >= 10
/// Contract P2 to P4.
Result<EngineData> build_engine(const BuildRequest& request, V3Object& network_object);
#endif
/// Contract section 2.3.
Result<EngineData> build_engine(const BuildRequest& request, V2Object& network_object);

/// The parts of a build phase that do not depend on the plugin's interface.
class BuildPhase {
 protected:
  explicit BuildPhase(const BuildRequest& request);
  ~BuildPhase() = default;

  /// Asks for output shapes, and computes the profile from them.
  Status ask_shapes(PluginObject& object, int times);
  /// Descriptors as they are while formats are asked, and those of a combination later.
  Ports asked_ports() const;
  Ports configured_ports(const Combination& combination) const;
  /// One pass over the formats; none accepted is an error.
  Result<std::vector<Combination>> find_combinations(PluginObject& object) const;
  Status over_limit(std::int64_t bytes) const;
  /// Logs that a candidate failed while it was tried, and remembers why.
  void note_skipped(const std::string& candidate, const Status& why);
  /// The error when all were skipped; `candidates` says what they are: "tactic".
  Status no_implementation(const char* candidates) const;
  /// getWorkspaceSize as often as it is asked of the winner; too much is an error.
  Status ask_workspace(PluginObject& winner, const Ports& ports);
  /// Whether the options let a combination win.
  bool may_win(const Combination& combination) const;
  /// The error where none of them may.
  Status none_may_win(const std::vector<Combination>& combinations) const;
  /// Puts types and formats of the winner into the result.
  void take_combination(const Combination& combination);

  const BuildRequest& request_;
  EngineData data_;

 private:
  Status first_skipped_ = Status::ok();
};

}  // namespace plugsmith::host
