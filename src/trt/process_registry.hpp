// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

namespace plugsmith::trt {

/// The process's plugin registry, from whatever libnvinfer is loaded; null if none is. Looked up
/// and not linked, so that a plugin library loads where there is no TensorRT.
nvinfer1::IPluginRegistry* process_registry();

}  // namespace plugsmith::trt
