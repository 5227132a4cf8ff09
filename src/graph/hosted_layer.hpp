// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "plugsmith/status.hpp"
#include "src/graph/node_mapping.hpp"
#include "src/host/plugin_host.hpp"

namespace plugsmith::graph {

/// What a plugin node of the graph is in the embedded host: a layer, and once shapes are known an
/// engine and a context. Free of OpenVINO. One thread at a time.
class HostedLayer {
 public:
  HostedLayer(host::PluginHost& host, const NodeMapping& mapping, host::BuildOptions build,
              host::Execution execution);

  /// Adds the layer to the host's network: types are ONNX's, -1 where a dimension is open.
  /// `output_count`: how many outputs the node has.
  Status add(std::vector<host::TensorSpec> inputs, std::vector<host::TensorSpec> shape_inputs,
             std::size_t output_count);
  bool is_added() const { return layer_ != nullptr; }

  /// After add(): types of the device inputs, the shape inputs and the outputs.
  const std::vector<host::TensorSpec>& inputs() const { return spec_.inputs; }
  const std::vector<host::TensorSpec>& outputs() const { return layer_->outputs(); }

  /// Output dims for these device input dims, without a call into the plugin; -1 where open.
  Result<std::vector<host::DimValues>> infer(const std::vector<host::DimValues>& inputs) const;

  /// Output dims for concrete inputs, data-dependent ones at their upper bound. The first call
  /// builds engine and context; a call with dims outside the profile builds again with a wider one,
  /// unless the profile was given. Unchanged inputs give the previous answer at once.
  Result<const std::vector<host::DimValues>*> prepare(
      const std::vector<host::DimValues>& inputs, const std::vector<host::DimValues>& shape_inputs);

  /// Computes, after prepare() with the same arguments.
  Status run(const std::vector<host::ConstTensor>& inputs,
             const std::vector<host::DimValues>& shape_inputs,
             std::vector<host::MutableTensor>& outputs);

  const std::string& node_name() const { return mapping_.node_name; }
  const NodeMapping& mapping() const { return mapping_; }
  /// Where the layer stands in the network; before add(). `ends_the_network`: no layer reads its
  /// outputs.
  void set_place(std::int32_t layer_index, std::vector<std::string> output_names,
                 bool ends_the_network);

 private:
  Status check_profile(const std::vector<host::DimValues>& inputs) const;
  Status build(const std::vector<host::DimValues>& inputs,
               const std::vector<host::DimValues>& shape_inputs);
  Status explain(const Status& status) const;

  host::PluginHost& host_;
  NodeMapping mapping_;
  host::LayerSpec spec_;
  host::BuildOptions build_;
  host::Execution execution_;
  bool profile_is_given_;
  std::unique_ptr<host::PluginLayer> layer_;
  std::unique_ptr<host::PluginEngine> engine_;
  std::unique_ptr<host::PluginContext> context_;  // dies before its engine
  std::vector<host::DimValues> last_inputs_, last_shape_inputs_, last_outputs_;
};

}  // namespace plugsmith::graph
