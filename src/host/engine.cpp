// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/engine.hpp"

#include "src/host/boundary.hpp"
#include "src/host/create_plugin.hpp"

namespace plugsmith::host {

Status EngineLayer::load() {
  const std::lock_guard lock(mutex_);
  return object_ == nullptr ? deserialize() : Status::ok();
}

Status EngineLayer::deserialize() {
  auto object = deserialize_plugin(state_, data_);
  if (!object.is_ok()) return object.status();
  object_ = std::move(object).value();
  return Status::ok();
}

Result<std::unique_ptr<PluginObject>> EngineLayer::make_context_object(
    ContextResources& resources) {
  const std::lock_guard lock(mutex_);
  return object_->make_context_object(resources);
}

namespace {

class Engine final : public PluginEngine {
 public:
  Engine(std::shared_ptr<HostState> state, EngineData data)
      : layer_(std::make_shared<EngineLayer>(std::move(state), std::move(data))) {}

  const EngineInfo& info() const override { return layer_->data().info; }
  bool has_reference() const override { return layer_->data().has_reference; }

  Status load() override {
    return at_boundary([&] { return layer_->load(); });
  }

  Result<std::unique_ptr<PluginContext>> create_context() override {
    return at_boundary([&]() -> Result<std::unique_ptr<PluginContext>> {
      PLUGSMITH_RETURN_IF_ERROR(layer_->load());
      return make_context(layer_);
    });
  }

 private:
  std::shared_ptr<EngineLayer> layer_;
};

}  // namespace

std::unique_ptr<PluginEngine> make_engine(std::shared_ptr<HostState> state, EngineData data) {
  return std::make_unique<Engine>(std::move(state), std::move(data));
}

}  // namespace plugsmith::host
