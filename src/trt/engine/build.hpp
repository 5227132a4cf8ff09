// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "src/trt/engine/network.hpp"

namespace plugsmith::trt {

/// Builds and serializes an engine. On failure: a sentence, with TensorRT's own log below it.
Result<BuiltPlan> build(TensorRt& tensorrt, nvinfer1::IBuilder& builder, Network& network,
                        const BuildRequest& request);

}  // namespace plugsmith::trt
