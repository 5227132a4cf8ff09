// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>

#include "src/host/build_phase.hpp"

namespace plugsmith::host {

/// An engine's plugin layer at run time: the deserialized object, and its contexts' common data.
/// Deserialization is safe to start from several threads.
class EngineLayer {
 public:
  EngineLayer(std::shared_ptr<HostState> state, EngineData data)
      : state_(std::move(state)), data_(std::move(data)) {}

  const std::shared_ptr<HostState>& state() const { return state_; }
  const EngineData& data() const { return data_; }

  /// Makes the plugin from what was serialized; once.
  Status load();
  /// The deserialized object; only after load() succeeded.
  PluginObject& object() { return *object_; }
  /// The object of a new context; one at a time is made.
  Result<std::unique_ptr<PluginObject>> make_context_object(ContextResources& resources);

 private:
  Status deserialize();

  std::shared_ptr<HostState> state_;
  EngineData data_;
  std::mutex mutex_;
  std::unique_ptr<PluginObject> object_;
};

/// Wraps a built layer.
std::unique_ptr<PluginEngine> make_engine(std::shared_ptr<HostState> state, EngineData data);

/// Attaches a new context to a loaded layer.
Result<std::unique_ptr<PluginContext>> make_context(const std::shared_ptr<EngineLayer>& layer);

}  // namespace plugsmith::host
