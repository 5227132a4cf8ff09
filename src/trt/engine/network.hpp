// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <list>
#include <map>
#include <memory>
#include <string>

#include "src/trt/engine/tensorrt.hpp"

namespace plugsmith::trt {

/// A network, and what must live as long as it.
struct Network {
  std::unique_ptr<nvonnxparser::IParser> parser;  ///< owns weights that the network points to
  std::list<DimList> constants;
  bool strongly_typed = false;
  std::unique_ptr<nvinfer1::INetworkDefinition> definition;
};

/// An empty one. Networks of TensorRT 11 are always strongly typed.
Result<Network> make_network(TensorRt& tensorrt, nvinfer1::IBuilder& builder, bool strongly_typed);

/// Creates the op's plugin with `creator` (kBUILD), adds its inputs and shape inputs (as constants)
/// and its layer, and marks all outputs ("output0", ...). The plugin object is destroyed at once:
/// the network holds a clone.
Status add_one_op(TensorRt& tensorrt, Network& network, nvinfer1::IPluginCreatorInterface& creator,
                  const OneOp& op);

/// Reads an ONNX file with TensorRT's own parser.
Status add_model(TensorRt& tensorrt, Network& network, const std::string& path);

/// Outputs of plugin layers that lie in the memory of one of the layer's inputs: tensor names.
std::map<std::string, std::string> aliased_outputs(const nvinfer1::INetworkDefinition& network);

}  // namespace plugsmith::trt
