// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <string>
#include <vector>

#include "src/host/output_shapes.hpp"
#include "src/host/plugin_host.hpp"
#include "src/host/plugin_ports.hpp"

namespace plugsmith::host {

/// What a network knows of a plugin layer; the engine keeps a copy.
struct LayerData {
  LayerSpec spec;
  std::string who;  ///< op and layer for messages: PadTo_PS "pad"
  std::string
      name;  ///< TensorRT's name for a layer without one: "(Unnamed Layer* 1) [PluginV3_V3ONE]"
  std::vector<nvinfer1::DataType> input_types, output_types;
  std::vector<DimValues> input_dims, output_dims;  ///< -1 where the network leaves a dimension open
  ShapeInputs shape_inputs;
  OutputShapes shapes;

  std::string input_name(std::size_t index) const;
  std::string output_name(std::size_t index) const;
};

/// Checks a specification and fills what does not need the plugin: not `name`, nor the outputs.
Result<LayerData> make_layer_data(const LayerSpec& spec);

/// Whether `dims` fit an input: same rank, and equal where the network fixes a dimension. -1 in
/// `dims` fits everything if `allow_unknown`.
enum class Unknown { kAllowed, kRefused };
Status check_input_dims(const LayerData& layer, const std::vector<DimValues>& dims,
                        Unknown unknown);

/// Dims of all ports, inputs then outputs, for the given inputs; -1 where not known. Sizes that are
/// data dependent take the value that `sizes` names.
Result<std::vector<DimValues>> port_dims(const LayerData& layer,
                                         const std::vector<DimValues>& inputs,
                                         const std::vector<DimValues>& shape_values,
                                         DimBindings::Sizes sizes);

/// Dims of all ports over the profile: a data-dependent dimension is 0 at min, its optimum at opt
/// and its upper bound at max. `timed` is opt with those dimensions open.
struct ProfileDims {
  std::vector<DimValues> min, opt, max, timed;  ///< inputs, then outputs
};

/// Checks the profile against the network and computes the outputs over it.
Result<ProfileDims> make_profile(const LayerData& layer, const BuildOptions& options);

/// Descriptors for the build phase: network dims, profile, kLINEAR.
Ports make_ports(const LayerData& layer, const ProfileDims& profile, float scale);

/// Types, formats and scales of `ports` with the given dims (inputs, then outputs).
RuntimePorts concrete_ports(const Ports& ports, const std::vector<DimValues>& dims);

}  // namespace plugsmith::host
