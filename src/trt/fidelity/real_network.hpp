// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <list>
#include <memory>
#include <string>
#include <vector>

#include "src/trt/engine/tensorrt.hpp"
#include "src/trt/fidelity/scenario.hpp"
#include "src/trt/trace/trace.hpp"

namespace plugsmith::fidelity {

std::string input_name(std::size_t index);        ///< "x0", of the network
std::string shape_input_name(std::size_t index);  ///< "s0", of the network
std::string output_name(std::size_t index);       ///< "y0", of the network

/// A scenario's network in real TensorRT, with the probe's layers in it. The caller's plugin
/// objects live as long as it, as in a program that deletes them after the build.
class RealNetwork {
 public:
  RealNetwork(trt::TensorRt& tensorrt, nvinfer1::IBuilder& builder, const Scenario& scenario,
              trace::Trace& trace)
      : tensorrt_(tensorrt), builder_(builder), scenario_(scenario), trace_(trace) {}
  ~RealNetwork();
  RealNetwork(const RealNetwork&) = delete;
  RealNetwork& operator=(const RealNetwork&) = delete;

  /// Makes the network and all that is in it. What did not come is a line in the trace, and false.
  bool make();
  /// Builds and serializes it, as often as the scenario says; null when the last build failed.
  std::unique_ptr<nvinfer1::IHostMemory> build();

 private:
  using Tensors = std::vector<nvinfer1::ITensor*>;

  Tensors add_inputs();
  Tensors add_shape_inputs();
  nvinfer1::ILayer* add_probe(const Tensors& inputs, const Tensors& shapes);
  void mark_outputs(nvinfer1::ILayer& probe);
  nvinfer1::ITensor& constant(nvinfer1::DataType type, const Dims& dims, const void* data);
  nvinfer1::ITensor& scale();
  void set_ranges_of_values();
  bool add_profiles(nvinfer1::IBuilderConfig& config);
  void set_options(nvinfer1::IBuilderConfig& config);

  trt::TensorRt& tensorrt_;
  nvinfer1::IBuilder& builder_;
  const Scenario& scenario_;
  trace::Trace& trace_;
  std::list<std::vector<unsigned char>> constants_;
  std::unique_ptr<nvinfer1::INetworkDefinition> network_;
  std::vector<nvinfer1::IPluginV3*> v3_plugins_;
  std::vector<nvinfer1::IPluginV2*> v2_plugins_;
};

}  // namespace plugsmith::fidelity
