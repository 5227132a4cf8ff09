// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>

#include "pillar_scatter_kernel.hpp"
#include "plugsmith/cuda_status.hpp"

namespace plugsmith::ops::pillar_scatter {
namespace {

constexpr int kThreads = 256;
constexpr int kChannelsOfBlock = 16;
constexpr std::int64_t kMaxBlocks = 1 << 20;
constexpr std::int64_t kMaxSlices = 65535;

// The pillar with the highest number owns a place, whatever the order of the threads.
__global__ void __launch_bounds__(kThreads) claim_places(Params p) {
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * kThreads;
  for (std::int64_t pillar = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
       pillar < p.pillars; pillar += step) {
    const std::int32_t* place = p.coordinates + pillar * 4;
    const bool inside = place[0] >= 0 && place[0] < p.batch && place[2] >= 0 &&
                        place[2] < p.height && place[3] >= 0 && place[3] < p.width;
    if (!inside) continue;
    const std::int64_t at = (place[0] * p.height + place[2]) * p.width + place[3];
    atomicMax(p.owners + at, static_cast<std::int32_t>(pillar));
  }
}

// A thread has a place; it writes some channels of it, side by side with its neighbours.
template <class T>
__global__ void __launch_bounds__(kThreads) fill_picture(Params p) {
  const std::int64_t plane = p.height * p.width, places = p.batch * plane;
  const auto* features = static_cast<const T*>(p.features);
  auto* y = static_cast<T*>(p.y);
  for (std::int64_t first = static_cast<std::int64_t>(blockIdx.y) * kChannelsOfBlock;
       first < p.channels; first += static_cast<std::int64_t>(gridDim.y) * kChannelsOfBlock) {
    const std::int64_t end =
        first + kChannelsOfBlock < p.channels ? first + kChannelsOfBlock : p.channels;
    for (std::int64_t place = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
         place < places; place += static_cast<std::int64_t>(gridDim.x) * kThreads) {
      const std::int64_t sample = place / plane;
      const std::int32_t owner = p.owners[place];
      T* to = y + (sample * p.channels + first) * plane + (place - sample * plane);
      const T* from = features + owner * p.channels;
      for (std::int64_t channel = first; channel < end; ++channel, to += plane) {
        *to = owner < 0 ? T{0} : from[channel];
      }
    }
  }
}

template <class T>
Status fill(const Params& p, Stream stream) {
  const std::int64_t places = p.batch * p.height * p.width;
  const dim3 grid(static_cast<unsigned>(std::min(kMaxBlocks, (places + kThreads - 1) / kThreads)),
                  static_cast<unsigned>(std::min(
                      kMaxSlices, (p.channels + kChannelsOfBlock - 1) / kChannelsOfBlock)));
  fill_picture<T><<<grid, kThreads, 0, stream>>>(p);
  return PLUGSMITH_LAUNCH_STATUS(fill_picture);
}

}  // namespace

Status launch(const Params& p, Stream stream) {
  const std::int64_t places = p.batch * p.height * p.width;
  if (places * p.channels == 0) return Status::ok();
  PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(cudaMemsetAsync(
      p.owners, 0xFF, static_cast<std::size_t>(places) * sizeof(std::int32_t), stream)));
  if (p.pillars > 0) {
    const auto blocks =
        static_cast<unsigned>(std::min(kMaxBlocks, (p.pillars + kThreads - 1) / kThreads));
    claim_places<<<blocks, kThreads, 0, stream>>>(p);
    PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_LAUNCH_STATUS(claim_places));
  }
  switch (p.element_bytes) {
    case 1: return fill<std::uint8_t>(p, stream);
    case 2: return fill<std::uint16_t>(p, stream);
    case 4: return fill<std::uint32_t>(p, stream);
    default: break;
  }
  return unsupported("PillarScatter_PS: no kernel for elements of " +
                     std::to_string(p.element_bytes) + " bytes");
}

}  // namespace plugsmith::ops::pillar_scatter
