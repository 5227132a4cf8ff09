// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "src/trt/engine/tensorrt.hpp"

namespace plugsmith::trt {

/// Deserializes a plan. `runtime` must outlive the engine. On failure: whether it is a truncated
/// file, another device, another version or a missing creator, and TensorRT's own log.
Result<std::unique_ptr<nvinfer1::ICudaEngine>> deserialize(TensorRt& tensorrt,
                                                           nvinfer1::IRuntime& runtime,
                                                           const void* plan, std::size_t bytes);

/// The engine's inputs and outputs, in its order. `aliases`: see BuiltPlan; TensorRT before 10.16
/// does not tell them of an engine.
std::vector<EngineTensor> describe_tensors(const TensorRt& tensorrt,
                                           const nvinfer1::ICudaEngine& engine,
                                           const std::map<std::string, std::string>& aliases);

/// What TensorRT's engine inspector says, in its own JSON.
Result<std::string> inspect(TensorRt& tensorrt, const nvinfer1::ICudaEngine& engine);

}  // namespace plugsmith::trt
