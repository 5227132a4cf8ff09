// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "plugsmith/op.hpp"
#include "src/trt/v3_creator.hpp"
#include "src/trt/v3_plugin.hpp"

// Ops in a C++ network, without ONNX.

namespace plugsmith::trt {

/// Registers the creator of an op with the process's registry, so that engines with it can be
/// deserialized here. Harmless if it is registered already, by us or by a plugin library; refused
/// where no libnvinfer is loaded. The creator must outlive the registry's use of it.
Status register_creator(V3Creator& creator);

/// The process's creator of an op, made on first use.
template <class Op>
V3Creator& creator_of() {
  static V3Creator creator(op_entry<Op>());
  return creator;
}

}  // namespace plugsmith::trt

namespace plugsmith {
inline namespace v1 {

/// Tensors of a network layer. Pointers are the network's, not owned.
template <class Tensor>
struct LayerInputs {
  std::vector<Tensor*> device;
  std::vector<Tensor*> shape{};  ///< shape inputs, in the order of the op's HostInputs
};

/// Adds the op with its attribute values to a TensorRT network (`Network` is
/// nvinfer1::INetworkDefinition, `Tensor` its ITensor): checks the attributes, makes the plugin,
/// adds it, frees what the caller would have to free, and registers the op's creator so that the
/// engine can be deserialized in this process. The layer belongs to the network.
///
///   auto layer = add_to_network(network, PadTo{64, 64}, LayerInputs<ITensor>{{tensor}});
template <class Network, class Op, class Tensor>
auto add_to_network(Network& network, Op op, const LayerInputs<Tensor>& inputs)
    -> Result<decltype(network.addPluginV3(nullptr, 0, nullptr, 0,
                                           std::declval<nvinfer1::IPluginV3&>()))> {
  std::unique_ptr<AnyOp> any = any_op(std::move(op));
  PLUGSMITH_RETURN_IF_ERROR(validate_attributes(*any));
  PLUGSMITH_RETURN_IF_ERROR(trt::register_creator(trt::creator_of<Op>()));
  const std::string name = Op::kIdentity.name;
  const std::unique_ptr<nvinfer1::IPluginV3> plugin =
      trt::make_v3_plugin(std::move(any), Op::kIdentity.name_space);
  auto* layer = network.addPluginV3(
      inputs.device.data(), static_cast<std::int32_t>(inputs.device.size()), inputs.shape.data(),
      static_cast<std::int32_t>(inputs.shape.size()), *plugin);
  if (layer == nullptr) {
    return invalid_argument(name + ": the network refused the layer; see the messages before");
  }
  return layer;
}

}  // namespace v1
}  // namespace plugsmith
