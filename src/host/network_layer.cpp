// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/network_layer.hpp"

#include "src/host/boundary.hpp"
#include "src/host/create_plugin.hpp"
#include "src/host/engine.hpp"
#include "src/host/layer_data.hpp"

namespace plugsmith::host {
namespace {

class NetworkLayer final : public PluginLayer {
 public:
  NetworkLayer(std::shared_ptr<HostState> state, LayerData data)
      : state_(std::move(state)), data_(std::move(data)) {}

  Status open();

  const std::vector<TensorSpec>& outputs() const override { return outputs_; }
  Result<std::vector<DimValues>> evaluate_output_dims(
      const std::vector<DimValues>& inputs) const override;
  Result<std::unique_ptr<PluginEngine>> build(const BuildOptions& options) override;

 private:
  Result<nvinfer1::IPluginCreatorInterface*> find_creator() const;
  Status ask_outputs(std::int32_t count);

  std::shared_ptr<HostState> state_;
  LayerData data_;
  std::vector<TensorSpec> outputs_;
  bool may_have_reference_ = false;
  // The network's clone dies first, as when a TensorRT user deletes the network, then the plugin.
  std::unique_ptr<PluginObject> own_object_, network_object_;
};

Result<nvinfer1::IPluginCreatorInterface*> NetworkLayer::find_creator() const {
  const LayerSpec& spec = data_.spec;
  const CreatorIdentity wanted{spec.creator_name, spec.creator_version, spec.creator_namespace,
                               InterfaceKind::kUnknown};
  auto* creator = state_->registry.look_up(wanted);
  if (creator != nullptr) return creator;
  std::string near;
  for (const CreatorTable::Entry& entry : state_->registry.snapshot()) {
    if (entry.identity.name == spec.creator_name) {
      near += (near.empty() ? "" : ", ") + describe(entry.identity);
    }
  }
  return invalid_argument(
      "no creator " + describe(wanted) + " is registered; " +
      (near.empty() ? "load the library that has it" : "registered under that name: " + near));
}

Status NetworkLayer::open() {
  const auto creator = find_creator();
  if (!creator.is_ok()) return creator.status();
  const auto origin = state_->origins.find(creator.value());
  may_have_reference_ = origin != state_->origins.end() && origin->second.has_reference;
  const CreateRequest request{data_.spec.layer_name, data_.who, data_.spec.fields,
                              PluginObject::Phase::kBuild};
  auto created = create_plugin(state_, *creator.value(), request);
  if (!created.is_ok()) return created.status();
  own_object_ = std::move(created).value();

  const auto count = own_object_->output_count();
  if (!count.is_ok()) return count.status();
  const auto types = own_object_->output_types(data_.input_types, count.value());
  if (!types.is_ok()) return types.status();
  auto cloned = own_object_->clone();
  if (!cloned.is_ok()) return cloned.status();
  network_object_ = std::move(cloned).value();
  return ask_outputs(count.value());
}

// Types once per output, shapes once for all: so TensorRT asks the network's clone.
Status NetworkLayer::ask_outputs(std::int32_t count) {
  for (std::int32_t i = 0; i < count; ++i) {
    auto types = network_object_->output_types(data_.input_types, count);
    if (!types.is_ok()) return types.status();
    data_.output_types = std::move(types).value();
  }
  auto shapes =
      network_object_->output_shapes(data_.input_dims, data_.shape_elements, data_.output_types);
  if (!shapes.is_ok()) return shapes.status();
  data_.shapes = std::move(shapes).value();
  DimBindings bindings;
  bindings.inputs = &data_.input_dims;
  auto dims = data_.shapes.evaluate(bindings, data_.who);
  if (!dims.is_ok()) return dims.status();
  data_.output_dims = std::move(dims).value();
  for (std::size_t i = 0; i < data_.output_dims.size(); ++i) {
    const auto type = static_cast<DataType>(data_.output_types[i]);
    if (type == DataType::kBool || type == DataType::kUint8) {
      return unsupported(data_.who + ": getOutputDataTypes makes output " + std::to_string(i) +
                         " " + to_string(type) +
                         "; TensorRT takes neither bool nor uint8 at a plugin");
    }
    outputs_.push_back({data_.output_name(i), type, data_.output_dims[i]});
  }
  return Status::ok();
}

Result<std::vector<DimValues>> NetworkLayer::evaluate_output_dims(
    const std::vector<DimValues>& inputs) const {
  PLUGSMITH_RETURN_IF_ERROR(check_input_dims(data_, inputs, Unknown::kAllowed));
  DimBindings bindings;
  bindings.inputs = &inputs;
  return data_.shapes.evaluate(bindings, data_.who);
}

Result<std::unique_ptr<PluginEngine>> NetworkLayer::build(const BuildOptions& options) {
  return at_boundary([&]() -> Result<std::unique_ptr<PluginEngine>> {
    auto built = build_engine(state_, data_, *network_object_, options, may_have_reference_);
    if (!built.is_ok()) return built.status();
    return make_engine(state_, std::move(built).value());
  });
}

}  // namespace

Result<std::unique_ptr<PluginLayer>> add_network_layer(const std::shared_ptr<HostState>& state,
                                                       const LayerSpec& spec) {
  auto data = make_layer_data(spec);
  if (!data.is_ok()) return data.status();
  auto layer = std::make_unique<NetworkLayer>(state, std::move(data).value());
  PLUGSMITH_RETURN_IF_ERROR(layer->open());
  return std::unique_ptr<PluginLayer>(std::move(layer));
}

}  // namespace plugsmith::host
