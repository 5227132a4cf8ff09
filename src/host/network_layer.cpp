// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/network_layer.hpp"

#include "src/host/boundary.hpp"
#include "src/host/create_plugin.hpp"
#include "src/host/engine.hpp"
#include "src/host/layer_data.hpp"

namespace plugsmith::host {
namespace {

Result<Creator*> find_creator(const HostState& state, const LayerSpec& spec) {
  const CreatorIdentity wanted{spec.creator_name, spec.creator_version, spec.creator_namespace,
                               InterfaceKind::kUnknown};
  auto* creator = state.registry.look_up(wanted);
  if (creator != nullptr) return creator;
  std::string near;
  for (const CreatorTable::Entry& entry : state.registry.snapshot()) {
    if (entry.identity.name == spec.creator_name) {
      near += (near.empty() ? "" : ", ") + describe(entry.identity);
    }
  }
  return invalid_argument(
      "no creator " + describe(wanted) + " is registered; " +
      (near.empty() ? "load the library that has it" : "registered under that name: " + near));
}

/// A layer whose plugin is a V3Object or a V2Object.
template <class Object>
class NetworkLayer final : public PluginLayer {
 public:
  NetworkLayer(std::shared_ptr<HostState> state, LayerData data, std::unique_ptr<Object> object,
               bool may_have_reference)
      : state_(std::move(state)),
        data_(std::move(data)),
        may_have_reference_(may_have_reference),
        own_object_(std::move(object)) {
    data_.name = "(Unnamed Layer* " + std::to_string(data_.spec.layer_index) + ") [" +
                 own_object_->layer_kind() + "]";
  }

  Status open();

  const std::vector<TensorSpec>& outputs() const override { return outputs_; }
  Result<std::vector<DimValues>> evaluate_output_dims(
      const std::vector<DimValues>& inputs) const override;
  Result<std::unique_ptr<PluginEngine>> build(const BuildOptions& options) override;

 private:
  Status ask_outputs(std::int32_t count);

  std::shared_ptr<HostState> state_;
  LayerData data_;
  std::vector<TensorSpec> outputs_;
  bool may_have_reference_;
  // The network's clone dies first, as when a TensorRT user deletes the network, then the plugin.
  std::unique_ptr<Object> own_object_, network_object_;
};

template <class Object>
Status NetworkLayer<Object>::open() {
  const auto count = own_object_->output_count();
  if (!count.is_ok()) return count.status();
  const auto types = own_object_->output_types(data_.input_types, count.value());
  if (!types.is_ok()) return types.status();
  auto cloned = own_object_->enter_network();
  if (!cloned.is_ok()) return cloned.status();
  network_object_ = std::move(cloned).value();
  return ask_outputs(count.value());
}

// Types, then shapes: so TensorRT asks the network's clone.
template <class Object>
Status NetworkLayer<Object>::ask_outputs(std::int32_t count) {
  for (std::int32_t i = 0; i < Object::type_rounds(count); ++i) {
    auto types = network_object_->output_types(data_.input_types, count);
    if (!types.is_ok()) return types.status();
    data_.output_types = std::move(types).value();
  }
  auto shapes =
      network_object_->output_shapes(data_.input_dims, data_.shape_inputs, data_.output_types);
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
      return unsupported(data_.who + ": " + Object::kTypesMethod + " makes output " +
                         std::to_string(i) + " " + to_string(type) +
                         "; TensorRT takes neither bool nor uint8 at a plugin");
    }
    outputs_.push_back({data_.output_name(i), type, data_.output_dims[i]});
  }
  return Status::ok();
}

template <class Object>
Result<std::vector<DimValues>> NetworkLayer<Object>::evaluate_output_dims(
    const std::vector<DimValues>& inputs) const {
  PLUGSMITH_RETURN_IF_ERROR(check_input_dims(data_, inputs, Unknown::kAllowed));
  DimBindings bindings;
  bindings.inputs = &inputs;
  return data_.shapes.evaluate(bindings, data_.who);
}

template <class Object>
Result<std::unique_ptr<PluginEngine>> NetworkLayer<Object>::build(const BuildOptions& options) {
  return at_boundary([&]() -> Result<std::unique_ptr<PluginEngine>> {
    const BuildRequest request{state_, data_, options, may_have_reference_};
    auto built = build_engine(request, *network_object_);
    if (!built.is_ok()) return built.status();
    return make_engine(state_, std::move(built).value());
  });
}

template <class Object>
Result<std::unique_ptr<PluginLayer>> open_layer(const std::shared_ptr<HostState>& state,
                                                LayerData data,
                                                Result<std::unique_ptr<Object>> created,
                                                const Creator& creator) {
  if (!created.is_ok()) return created.status();
  const auto origin = state->origins.find(&creator);
  const bool may_have_reference = origin != state->origins.end() && origin->second.has_reference;
  auto layer = std::make_unique<NetworkLayer<Object>>(
      state, std::move(data), std::move(created).value(), may_have_reference);
  PLUGSMITH_RETURN_IF_ERROR(layer->open());
  return std::unique_ptr<PluginLayer>(std::move(layer));
}

}  // namespace

Result<std::unique_ptr<PluginLayer>> add_network_layer(const std::shared_ptr<HostState>& state,
                                                       const LayerSpec& spec) {
  auto data = make_layer_data(spec);
  if (!data.is_ok()) return data.status();
  const auto creator = find_creator(*state, spec);
  if (!creator.is_ok()) return creator.status();
  auto identity = read_identity(state->observer(), *creator.value());
  if (!identity.is_ok()) return identity.status();
  PLUGSMITH_RETURN_IF_ERROR(check_kind(identity.value()));
  const CreateRequest request{*creator.value(), std::move(identity).value(), spec.layer_name,
                              data->who, spec.fields};
#if PLUGSMITH_GENERATION >= 10
  if (request.identity.kind == InterfaceKind::kV3One) {
    return open_layer(state, std::move(data).value(),
                      create_v3(state, request, V3Object::Phase::kBuild), request.creator);
  }
#endif
  if (!spec.shape_inputs.empty()) {
    return unsupported(data->who +
                       ": has shape inputs, but its creator is an IPluginCreator; "
                       "plugins of the IPluginV2 family take none, only those of IPluginV3 do");
  }
  return open_layer(state, std::move(data).value(), create_v2(state, request), request.creator);
}

}  // namespace plugsmith::host
