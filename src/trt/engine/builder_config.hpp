// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "src/trt/engine/network.hpp"

namespace plugsmith::trt {

/// Puts precision, workspace limit, compatibility, embedded libraries and the preview feature that
/// aliasing plugins need into `config`. Unsupported, with the reason, where this TensorRT does not
/// offer what was asked for.
Status configure(const TensorRt& tensorrt, nvinfer1::IBuilderConfig& config, const Network& network,
                 const BuildRequest& request);

}  // namespace plugsmith::trt
