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
  const PluginTriple& triple = data_.triple;
  const CreatorIdentity wanted{triple.name, triple.version, triple.name_space,
                               InterfaceKind::kUnknown};
  auto* creator = state_->registry.look_up(wanted);
  if (creator == nullptr) {
    return invalid_argument(
        data_.layer.who + ": cannot deserialize the plugin: Cannot find plugin: " + triple.name +
        ", version: " + triple.version + ", namespace:" + triple.name_space +
        ".; that is what the plugin's getPluginName, getPluginVersion and getPluginNamespace "
        "say, and they must equal those of a registered creator");
  }
  const CreateRequest request{data_.layer.name, data_.layer.who, data_.info.serialized,
                              PluginObject::Phase::kRuntime};
  auto object = create_plugin(state_, *creator, request);
  if (!object.is_ok()) return object.status();
  PLUGSMITH_RETURN_IF_ERROR(object.value()->set_tactic(data_.info.tactic));
  object_ = std::move(object).value();
  return Status::ok();
}

Result<std::unique_ptr<PluginObject>> EngineLayer::attach(
    nvinfer1::IPluginResourceContext& context) {
  const std::lock_guard lock(mutex_);
  return object_->attach(context, PluginObject::Phase::kRuntime);
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
