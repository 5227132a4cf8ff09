// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "plugsmith/status.hpp"
#include "src/graph/input_check.hpp"
#include "src/graph/node_mapping.hpp"
#include "src/graph/onnx_model.hpp"
#include "src/host/plugin_host.hpp"

namespace plugsmith::graph {

struct EngineOptions {
  host::PluginHost* host = nullptr;  ///< not owned; must outlive the engine. Null: no plugins.
  ParserVersion rules;
  /// Fixes the dimensions of inputs by name. -1 leaves a dimension open. Naming the real shapes of
  /// the run lets the engine prepare for them, which makes it faster.
  std::map<std::string, host::DimValues> input_shapes;
  host::BuildOptions build;  ///< an empty profile means min = opt = max = the first run's
  host::Execution execution = host::Execution::kReference;
  /// Told the name of each plugin node just before it computes, on the computing thread. May be
  /// empty.
  std::function<void(const std::string&)> on_node;
};

/// One output of a run; `data` is valid until the next run or the engine's end.
struct OutputTensor {
  std::string name;
  DataType type = DataType::kFloat;
  host::DimValues dims;
  const void* data = nullptr;
  std::size_t bytes = 0;
};

/// Runs a whole model on the CPU: plugin nodes through the embedded host, all others in OpenVINO in
/// float32. Plugins see ONNX's own element types whatever OpenVINO computes in. One thread at a
/// time.
class CpuEngine {
 public:
  /// Maps the nodes, adds the plugin layers to the host, converts and compiles. Errors are
  /// sentences that name node and op: nobody serves it, OpenVINO does not know it, no CPU
  /// reference, a plugin that failed (with its own log lines), an input shape that contradicts the
  /// model.
  static Result<std::unique_ptr<CpuEngine>> create(Model model, const EngineOptions& options);

  virtual ~CpuEngine() = default;
  virtual const std::vector<TensorInfo>& inputs() const = 0;
  virtual const std::vector<TensorInfo>& outputs() const = 0;
  /// Every node's mapping, warnings included.
  virtual const std::vector<NodeMapping>& mappings() const = 0;

  /// Computes. Refuses inputs that are missing, unknown, of another type, or of a shape that
  /// contradicts the model. The outputs are the model's, in its order.
  virtual Result<std::vector<OutputTensor>> run(const std::vector<InputTensor>& inputs) = 0;
};

}  // namespace plugsmith::graph
