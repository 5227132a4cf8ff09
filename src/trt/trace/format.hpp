// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <cstdint>
#include <string>
#include <vector>

// How TensorRT's structures are written in a trace (docs/traces.md).

namespace plugsmith::trace {

std::string format_dims(const std::vector<std::int64_t>& dims);  ///< "[-1,8,16]"
std::string format_dims(const nvinfer1::Dims& dims);             ///< the same
/// "[-1,8]:t0:f5:s1": dims, type, format, scale.
std::string format_desc(const nvinfer1::PluginTensorDesc& desc);
/// "fields 2 [a t5 len 1 data 32] [b t1 len 1 data null]"
std::string format_fields(const nvinfer1::PluginFieldCollection& fields);

/// Dims from values; the caller has made sure that there are at most Dims::MAX_DIMS.
nvinfer1::Dims to_dims(const std::vector<std::int64_t>& dims);

}  // namespace plugsmith::trace
