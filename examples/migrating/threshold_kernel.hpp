// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

namespace example {

/// Enqueues y = x > limit ? x : value over `count` elements; returns a cudaError_t.
std::int32_t launch_threshold(const float* x, float* y, std::int64_t count, float limit,
                              float value, cudaStream_t stream);

}  // namespace example
