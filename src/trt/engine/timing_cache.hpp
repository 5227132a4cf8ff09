// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "src/trt/engine/tensorrt.hpp"

namespace plugsmith::trt {

/// Gives the builder what earlier builds timed. A cache of another TensorRT, GPU or driver is
/// refused with a sentence. The result must outlive the build.
Result<std::unique_ptr<nvinfer1::ITimingCache>> use_timing_cache(TensorRt& tensorrt,
                                                                 nvinfer1::IBuilderConfig& config,
                                                                 const Blob& earlier);

/// What the build's cache holds now, and what `others` holds besides (somebody else's build may
/// have written it meanwhile).
Result<Blob> merge_timing_cache(TensorRt& tensorrt, nvinfer1::IBuilderConfig& config,
                                const Blob& others);

}  // namespace plugsmith::trt
