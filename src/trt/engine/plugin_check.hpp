// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "src/trt/engine/tensorrt.hpp"

namespace plugsmith::trt {

/// Makes a plugin as the build phase does and asks it for what TensorRT 10.6 was seen to crash on
/// (a null capability, clone or attached object, no outputs), so that the
/// caller can refuse instead. Nothing else is called; no GPU is needed. `op` names
/// layer and fields; `watch` sees each call. An error names what came and what TensorRT would do.
Status check_plugin(nvinfer1::IPluginCreatorInterface& creator, const OneOp& op,
                    const CreatorWatch& watch);

}  // namespace plugsmith::trt
