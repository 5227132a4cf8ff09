// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <openvino/op/op.hpp>
#include <optional>
#include <string>
#include <vector>

#include "plugsmith/status.hpp"
#include "src/graph/hosted_layer.hpp"

namespace plugsmith::graph {

/// Keeps the first failure of a callback, so that it survives the way through OpenVINO, which knows
/// exceptions and booleans only.
class ErrorSlot {
 public:
  void set(Status status);
  /// The failure, and an empty slot afterwards.
  std::optional<Status> take();

 private:
  std::mutex mutex_;
  std::optional<Status> first_;
};

/// What all copies of one plugin node share.
struct PluginNodeState {
  PluginNodeState(host::PluginHost& host, const NodeMapping& mapping, host::BuildOptions build,
                  host::Execution execution)
      : layer(host, mapping, std::move(build), execution) {}

  std::mutex mutex;  ///< held while the layer is used
  HostedLayer layer;
  std::vector<std::string> input_names;        ///< of the ONNX node
  std::vector<ov::element::Type> input_types;  ///< in ONNX
  std::size_t output_count = 0;
  std::shared_ptr<ErrorSlot> errors;
  std::function<void(const std::string&)> on_node;

  // Of one evaluation; kept so that later ones do not allocate.
  std::vector<host::DimValues> dims, shape_values;
  std::vector<host::ConstTensor> inputs;
  std::vector<host::MutableTensor> outputs;
  std::vector<std::vector<std::byte>> input_scratch, output_scratch;
  std::vector<bool> is_direct;  ///< the plugin writes into OpenVINO's tensor itself
};

/// Puts a plugin node into the graph that is being converted: the node itself takes and gives the
/// types in which OpenVINO's CPU computes, conversions around it restore ONNX's. Throws where the
/// layer cannot be added; `state->errors` then holds the reason.
ov::OutputVector make_plugin_node(const ov::OutputVector& inputs,
                                  const std::shared_ptr<PluginNodeState>& state);

/// A plugin layer as an operation of OpenVINO. Copies share the layer. The plugin sees ONNX's
/// types: the tensors are converted on the way in and out.
class PluginNode : public ov::op::Op {
 public:
  OPENVINO_OP("PluginNode", "plugsmith")  // the macro ends in a function body

  PluginNode() = default;
  PluginNode(const ov::OutputVector& inputs, std::shared_ptr<PluginNodeState> state);

  void validate_and_infer_types() override;
  std::shared_ptr<ov::Node> clone_with_new_inputs(const ov::OutputVector& inputs) const override;
  bool has_evaluate() const override { return true; }
  bool evaluate(ov::TensorVector& outputs, const ov::TensorVector& inputs) const override;

  // TensorRT neither folds plugins nor asks them for bounds.
  bool can_constant_fold(const ov::OutputVector&) const override { return false; }
  bool evaluate_lower(ov::TensorVector&) const override { return false; }
  bool evaluate_upper(ov::TensorVector&) const override { return false; }

 private:
  Status infer();
  Status add_layer();
  Status compute(ov::TensorVector& outputs, const ov::TensorVector& inputs) const;
  Status read_inputs(const ov::TensorVector& inputs) const;
  Status place_outputs(ov::TensorVector& outputs,
                       const std::vector<host::DimValues>& capacities) const;
  Status hand_over(ov::TensorVector& outputs) const;

  std::shared_ptr<PluginNodeState> state_;
};

}  // namespace plugsmith::graph
