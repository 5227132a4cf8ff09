// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "src/trt/engine/network.hpp"

namespace plugsmith::trt {

/// An input as a network declares it.
struct DeclaredInput {
  std::string name;
  DimList dims;
  bool is_shape = false;  ///< its values are a shape
};

/// Holds a profile against the inputs: unknown names, another rank, min > opt or opt > max, a range
/// for a dimension that the model fixes to another size, and inputs with open dimensions that have
/// no range are invalid arguments; the sentence names input and axis.
Status check_profile(const std::vector<DeclaredInput>& inputs, const Profile& profile);

/// Checks the profiles and adds them; an input of fixed dimensions needs no range.
Status add_profiles(TensorRt& tensorrt, nvinfer1::IBuilder& builder,
                    nvinfer1::IBuilderConfig& config, const Network& network,
                    const std::vector<Profile>& profiles);

}  // namespace plugsmith::trt
