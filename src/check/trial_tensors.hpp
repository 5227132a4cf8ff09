// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "src/check/host_tensor.hpp"
#include "src/check/subject.hpp"

// What a trial on a device computes with: shapes, inputs, outputs and their comparison.

namespace plugsmith::check {

using Combination = std::vector<PortFormat>;

/// The shapes of one trial.
struct TrialShapes {
  std::vector<host::DimValues> inputs;
  std::vector<host::DimValues> outputs;  ///< -1 where data dependent
  std::vector<host::DimValues> upper;    ///< of the outputs: what their buffers hold
};

/// The descriptor of a port with these dims, and scale 1.
nvinfer1::PluginTensorDesc desc_of(const PortFormat& port, const host::DimValues& dims);

/// Every value of a shape input.
inline constexpr std::int64_t kShapeValue = 1;

/// The op's output shapes for these inputs; every value of a shape input is kShapeValue. An error
/// where the op refuses them or a dimension stays unknown.
Result<TrialShapes> trial_shapes(const Subject& subject, std::vector<host::DimValues> inputs);

/// The dims of the outputs once the op has written `sizes` into its size tensors (one entry for
/// each output).
Result<std::vector<host::DimValues>> real_output_dims(const Subject& subject,
                                                      const TrialShapes& shapes,
                                                      const host::DimValues& sizes);

/// Inputs of the combination's types that depend on `seed` and the position only: floating point in
/// [-2, 2), integers within the domain that the library tells for the port, else 0 or 1.
Result<std::vector<HostTensor>> trial_inputs(const Subject& subject, const Combination& combination,
                                             const TrialShapes& shapes, unsigned seed);

/// The inputs with every bit random: NaN, infinities, huge indices.
std::vector<HostTensor> random_bits(std::vector<HostTensor> inputs, unsigned seed);

/// Empty if both agree: integers exactly, int8 within one step, floating point within
/// `ulps` * epsilon(type) * max(|want|, 1), NaN with NaN. Else where they differ, and by how much.
std::string difference(const std::vector<HostTensor>& got, const std::vector<HostTensor>& want,
                       double ulps);

}  // namespace plugsmith::check
