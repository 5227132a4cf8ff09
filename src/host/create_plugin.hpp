// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "src/host/build_phase.hpp"
#include "src/host/creator_info.hpp"

namespace plugsmith::host {

/// A creator, the arguments of one createPlugin, and who asks.
struct CreateRequest {
  Creator& creator;
  CreatorIdentity identity;
  std::string name;  ///< given to the plugin
  std::string who;   ///< for messages
  const std::vector<FieldValue>& fields;
};

#if PLUGSMITH_GENERATION >= 10
/// createPlugin of an IPluginCreatorV3One, and the new object's capabilities.
Result<std::unique_ptr<V3Object>> create_v3(const std::shared_ptr<HostState>& state,
                                            const CreateRequest& request, V3Object::Phase phase);
#endif

/// createPlugin of an IPluginCreator, and which interface the new object has.
Result<std::unique_ptr<V2Object>> create_v2(const std::shared_ptr<HostState>& state,
                                            const CreateRequest& request);

/// Why plugins of that creator cannot be made here; ok where one of the functions above does it.
Status check_kind(const CreatorIdentity& identity);

/// Makes the plugin of an engine again, as TensorRT's runtime does, and readies it for contexts.
Result<std::unique_ptr<PluginObject>> deserialize_plugin(const std::shared_ptr<HostState>& state,
                                                         const EngineData& data);

}  // namespace plugsmith::host
