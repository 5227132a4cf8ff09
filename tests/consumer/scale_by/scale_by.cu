// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#include "plugsmith/cuda_status.hpp"
#include "scale_by_kernel.hpp"

namespace plugsmith::ops::scale_by {
namespace {

constexpr int kThreads = 256;

__global__ void __launch_bounds__(kThreads) scale(Params p) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
  if (i < p.count) p.output[i] = p.factor * p.input[i];
}

}  // namespace

Status launch(const Params& params, Stream stream) {
  if (params.count == 0) return Status::ok();
  const auto blocks = static_cast<unsigned>((params.count + kThreads - 1) / kThreads);
  scale<<<blocks, kThreads, 0, stream>>>(params);
  return PLUGSMITH_LAUNCH_STATUS(scale);
}

}  // namespace plugsmith::ops::scale_by
