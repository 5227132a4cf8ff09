// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInfer.h>

#include <memory>
#include <string>
#include <vector>

#include "src/check/checker.hpp"
#include "src/check/plugin.hpp"

namespace plugsmith::check {

/// How far a case gets with a plugin.
enum class Reach {
  kNothing,     ///< createPlugin refuses
  kCreated,     ///< there is an object, but its output types or shapes refuse every input
  kShaped,      ///< getOutputShapes returns success
  kNegotiated,  ///< a complete combination of formats is accepted
};

/// The inputs that an op is checked with, and what it makes of them.
struct Case {
  Reach reach = Reach::kCreated;
  std::vector<host::DimValues> network, min, opt, max;  ///< of the inputs; network: -1 where open
  std::vector<std::int32_t> shape_elements;
  std::vector<nvinfer1::DataType> input_types, output_types;
  ShapesAnswer shapes;
  std::vector<host::DimValues> output_min, output_opt, output_max;
  std::vector<std::vector<PortFormat>> combinations;  ///< all that were accepted
  bool enumerated = false;                            ///< whether combinations were asked for
  bool all_combinations = true;                       ///< else the search was cut short
  bool loosely_typed = false;                         ///< an IPluginV2
  bool fixed_dims = false;                            ///< an IPluginV2 without dynamic shapes
  std::vector<std::vector<DataType>> input_tuples;    ///< of types, accepted up to the last input

  std::size_t inputs() const { return network.size(); }
  std::size_t ports() const { return network.size() + output_types.size(); }
  /// The accepted combinations whose output types are those of getOutputDataTypes for the case's.
  /// An IPluginV2 that accepts none of these still works where types follow from the formats, in
  /// weakly typed networks: then all of them.
  std::vector<std::vector<PortFormat>> matching() const;
};

/// One creator under check, with the attributes and the case that were given or invented.
struct Subject {
  std::shared_ptr<host::HostState> state;
  host::Creator* any_creator = nullptr;
  nvinfer1::IPluginCreatorV3One* creator = nullptr;  ///< the same; null: an IPluginCreator (V1)
  host::CreatorInfo info;
  const GivenCase* given = nullptr;  ///< not owned
  std::vector<host::FieldValue> attributes;
  /// A value for each field that can be invented, all of which createPlugin takes; may be empty.
  std::vector<host::FieldValue> all_fields;
  bool inputs_given = false;
  Case use;
  std::string problem;  ///< why use.reach is not kNegotiated
  std::vector<std::string> assumed;

  bool is_v2() const { return creator == nullptr; }

  /// createPlugin of either family, null if it refuses. The fields' memory is overwritten and freed
  /// afterwards.
  std::unique_ptr<AnyPlugin> make(
      const std::vector<host::FieldValue>& fields,
      nvinfer1::TensorRTPhase phase = nvinfer1::TensorRTPhase::kBUILD) const;
  std::unique_ptr<AnyPlugin> make() const { return make(attributes); }
  /// The same with fields whose memory the caller keeps.
  std::unique_ptr<AnyPlugin> make(const nvinfer1::PluginFieldCollection& fields,
                                  nvinfer1::TensorRTPhase phase) const;
  /// The same for an IPluginV3; null for another.
  std::unique_ptr<Plugin> create(const std::vector<host::FieldValue>& fields,
                                 nvinfer1::TensorRTPhase phase) const;
  std::unique_ptr<Plugin> create() const {
    return create(attributes, nvinfer1::TensorRTPhase::kBUILD);
  }
  /// Descriptors of a combination over the case's profile; scale 1, or 0 for format queries.
  host::Ports ports(const std::vector<PortFormat>& combination, float scale = 1.0F) const;
  /// The same with the concrete dims of opt.
  host::RuntimePorts runtime_ports(const std::vector<PortFormat>& combination) const;
};

/// Fills attributes, case and assumptions: from what was given, else by trying.
void find_case(Subject& subject, const GivenCase& given);

/// Descriptors of the case's ports with network dims, kFLOAT and kLINEAR throughout.
host::Ports blank_ports(const Case& use);

/// Asks for all combinations of types and formats, depth first, and puts them into the case.
void enumerate_combinations(const AnyPlugin& plugin, Case& use);

/// "float32 kLINEAR, int32 kLINEAR -> float32 kLINEAR"
std::string describe(const std::vector<PortFormat>& combination, std::size_t inputs);
std::string describe(const std::vector<host::DimValues>& dims);

}  // namespace plugsmith::check
