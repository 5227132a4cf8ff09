// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "src/host/layer_data.hpp"
#include "src/host/negotiation.hpp"

namespace plugsmith::host {

/// All that an engine holds of a plugin layer.
struct EngineData {
  LayerData layer;
  PluginTriple triple;  ///< what the plugin called itself when it was serialized
  EngineInfo info;
  ProfileDims profile;
  bool has_reference = false;
  bool watch_inputs = false;
};

/// The whole build phase on clones of the network's object, in TensorRT's order (contract P2 to
/// P4).
Result<EngineData> build_engine(const std::shared_ptr<HostState>& state, const LayerData& layer,
                                PluginObject& network_object, const BuildOptions& options,
                                bool may_have_reference);

}  // namespace plugsmith::host
