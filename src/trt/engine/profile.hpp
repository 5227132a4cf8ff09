// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "src/trt/engine/network.hpp"
#include "src/trt/engine/profile_check.hpp"

namespace plugsmith::trt {

/// Checks the profiles and adds them; an input of fixed dimensions needs no range.
Status add_profiles(TensorRt& tensorrt, nvinfer1::IBuilder& builder,
                    nvinfer1::IBuilderConfig& config, const Network& network,
                    const std::vector<Profile>& profiles);

}  // namespace plugsmith::trt
