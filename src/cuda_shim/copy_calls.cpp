// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "src/cuda_shim/memory.hpp"
#include "src/cuda_shim/recorder.hpp"
#include "src/cuda_shim/symbols.hpp"

// Copies and fills. They are carried out at once: device memory is host memory.

namespace {

using plugsmith::cuda_shim::CallKind;
using plugsmith::cuda_shim::MemoryKind;
using plugsmith::cuda_shim::Recorded;
namespace shim = plugsmith::cuda_shim;

/// A copy of `height` rows of `width` bytes.
struct Copy {
  void* to;
  std::size_t to_pitch;
  const void* from;
  std::size_t from_pitch;
  std::size_t width, height;
  cudaMemcpyKind kind;
};

Copy flat(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return {to, bytes, from, bytes, bytes, 1, kind};
}

bool is_pageable(const void* address) {
  return shim::find_memory(address).kind == MemoryKind::kPageable;
}

std::size_t extent(std::size_t pitch, const Copy& copy) {
  return pitch * (copy.height - 1) + copy.width;
}

cudaError_t carry_out(Recorded& call, const Copy& copy) {
  call.bytes(copy.width * copy.height);
  if (copy.width == 0 || copy.height == 0) return call.done();
  const bool from_host = copy.kind == cudaMemcpyHostToDevice || copy.kind == cudaMemcpyHostToHost;
  const bool to_host = copy.kind == cudaMemcpyDeviceToHost || copy.kind == cudaMemcpyHostToHost;
  const bool either = copy.kind == cudaMemcpyDefault;
  call.pageable(((from_host || either) && is_pageable(copy.from)) ||
                ((to_host || either) && is_pageable(copy.to)));
  if (copy.to == nullptr || copy.from == nullptr || copy.to_pitch < copy.width ||
      copy.from_pitch < copy.width ||
      (!from_host && !either && !shim::on_device(copy.from, extent(copy.from_pitch, copy))) ||
      (!to_host && !either && !shim::on_device(copy.to, extent(copy.to_pitch, copy)))) {
    return call.done(cudaErrorInvalidValue);
  }
  for (std::size_t row = 0; row < copy.height; ++row) {
    std::memmove(static_cast<char*>(copy.to) + row * copy.to_pitch,
                 static_cast<const char*>(copy.from) + row * copy.from_pitch, copy.width);
  }
  return call.done();
}

cudaError_t fill(Recorded& call, void* to, int value, const cudaExtent& size, std::size_t pitch) {
  call.bytes(size.width * size.height * size.depth);
  const std::size_t rows = size.height * size.depth;
  if (size.width == 0 || rows == 0) return call.done();
  if (!shim::on_device(to, pitch * (rows - 1) + size.width))
    return call.done(cudaErrorInvalidValue);
  for (std::size_t row = 0; row < rows; ++row) {
    std::memset(static_cast<char*>(to) + row * pitch, value, size.width);
  }
  return call.done();
}

// Arrays are not played; what is left of a 3-D copy is planes of rows.
cudaError_t carry_out(Recorded& call, const cudaMemcpy3DParms* parms) {
  if (parms == nullptr || parms->srcArray != nullptr || parms->dstArray != nullptr) {
    return call.done(cudaErrorNotSupported);
  }
  const auto& from = parms->srcPtr;
  const auto& to = parms->dstPtr;
  const auto at = [](const cudaPitchedPtr& memory, const cudaPos& pos) {
    return static_cast<char*>(memory.ptr) + (pos.z * memory.ysize + pos.y) * memory.pitch + pos.x;
  };
  for (std::size_t z = 0; z + 1 < parms->extent.depth; ++z) {
    for (std::size_t y = 0; y < parms->extent.height; ++y) {
      const cudaPos from_row{parms->srcPos.x, parms->srcPos.y + y, parms->srcPos.z + z};
      const cudaPos to_row{parms->dstPos.x, parms->dstPos.y + y, parms->dstPos.z + z};
      std::memmove(at(to, to_row), at(from, from_row), parms->extent.width);
    }
  }
  // The last plane goes through the checks, and is what is recorded.
  if (parms->extent.depth == 0) return call.done();
  cudaPos from_last = parms->srcPos;
  cudaPos to_last = parms->dstPos;
  from_last.z += parms->extent.depth - 1;
  to_last.z += parms->extent.depth - 1;
  return carry_out(call, {at(to, to_last), to.pitch, at(from, from_last), from.pitch,
                          parms->extent.width, parms->extent.height, parms->kind});
}

void* offset_in(const void* symbol, std::size_t bytes, std::size_t offset) {
  const shim::Symbol found = shim::find_symbol(symbol);
  if (found.address == nullptr || offset + bytes > found.bytes) return nullptr;
  return static_cast<char*>(found.address) + offset;
}

}  // namespace

CUDA_SHIM cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes,
                                 cudaMemcpyKind kind) {
  Recorded call("cudaMemcpy", CallKind::kCopy);
  return carry_out(call.on(nullptr).waits(), flat(to, from, bytes, kind));
}
CUDA_SHIM_ALIAS(cudaMemcpy_ptds, cudaMemcpy);

CUDA_SHIM cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes,
                                      cudaMemcpyKind kind, cudaStream_t stream) {
  Recorded call("cudaMemcpyAsync", CallKind::kCopy);
  return carry_out(call.on(stream), flat(to, from, bytes, kind));
}
CUDA_SHIM_ALIAS(cudaMemcpyAsync_ptsz, cudaMemcpyAsync);

CUDA_SHIM cudaError_t cudaMemcpyPeer(void* to, int /*device*/, const void* from, int /*device*/,
                                     std::size_t bytes) {
  Recorded call("cudaMemcpyPeer", CallKind::kCopy);
  return carry_out(call.on(nullptr).waits(), flat(to, from, bytes, cudaMemcpyDeviceToDevice));
}

CUDA_SHIM cudaError_t cudaMemcpyPeerAsync(void* to, int /*device*/, const void* from,
                                          int /*device*/, std::size_t bytes, cudaStream_t stream) {
  Recorded call("cudaMemcpyPeerAsync", CallKind::kCopy);
  return carry_out(call.on(stream), flat(to, from, bytes, cudaMemcpyDeviceToDevice));
}

CUDA_SHIM cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from,
                                   std::size_t from_pitch, std::size_t width, std::size_t height,
                                   cudaMemcpyKind kind) {
  Recorded call("cudaMemcpy2D", CallKind::kCopy);
  return carry_out(call.on(nullptr).waits(), {to, to_pitch, from, from_pitch, width, height, kind});
}
CUDA_SHIM_ALIAS(cudaMemcpy2D_ptds, cudaMemcpy2D);

CUDA_SHIM cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from,
                                        std::size_t from_pitch, std::size_t width,
                                        std::size_t height, cudaMemcpyKind kind,
                                        cudaStream_t stream) {
  Recorded call("cudaMemcpy2DAsync", CallKind::kCopy);
  return carry_out(call.on(stream), {to, to_pitch, from, from_pitch, width, height, kind});
}
CUDA_SHIM_ALIAS(cudaMemcpy2DAsync_ptsz, cudaMemcpy2DAsync);

CUDA_SHIM cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parms) {
  Recorded call("cudaMemcpy3D", CallKind::kCopy);
  return carry_out(call.on(nullptr).waits(), parms);
}
CUDA_SHIM_ALIAS(cudaMemcpy3D_ptds, cudaMemcpy3D);

CUDA_SHIM cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parms, cudaStream_t stream) {
  Recorded call("cudaMemcpy3DAsync", CallKind::kCopy);
  return carry_out(call.on(stream), parms);
}
CUDA_SHIM_ALIAS(cudaMemcpy3DAsync_ptsz, cudaMemcpy3DAsync);

CUDA_SHIM cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t bytes,
                                         std::size_t offset, cudaMemcpyKind kind) {
  Recorded call("cudaMemcpyToSymbol", CallKind::kCopy);
  return carry_out(call.on(nullptr).waits(),
                   flat(offset_in(symbol, bytes, offset), from, bytes, kind));
}
CUDA_SHIM_ALIAS(cudaMemcpyToSymbol_ptds, cudaMemcpyToSymbol);

CUDA_SHIM cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from,
                                              std::size_t bytes, std::size_t offset,
                                              cudaMemcpyKind kind, cudaStream_t stream) {
  Recorded call("cudaMemcpyToSymbolAsync", CallKind::kCopy);
  return carry_out(call.on(stream), flat(offset_in(symbol, bytes, offset), from, bytes, kind));
}
CUDA_SHIM_ALIAS(cudaMemcpyToSymbolAsync_ptsz, cudaMemcpyToSymbolAsync);

CUDA_SHIM cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t bytes,
                                           std::size_t offset, cudaMemcpyKind kind) {
  Recorded call("cudaMemcpyFromSymbol", CallKind::kCopy);
  return carry_out(call.on(nullptr).waits(),
                   flat(to, offset_in(symbol, bytes, offset), bytes, kind));
}
CUDA_SHIM_ALIAS(cudaMemcpyFromSymbol_ptds, cudaMemcpyFromSymbol);

CUDA_SHIM cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, std::size_t bytes,
                                                std::size_t offset, cudaMemcpyKind kind,
                                                cudaStream_t stream) {
  Recorded call("cudaMemcpyFromSymbolAsync", CallKind::kCopy);
  return carry_out(call.on(stream), flat(to, offset_in(symbol, bytes, offset), bytes, kind));
}
CUDA_SHIM_ALIAS(cudaMemcpyFromSymbolAsync_ptsz, cudaMemcpyFromSymbolAsync);

CUDA_SHIM cudaError_t cudaMemset(void* to, int value, std::size_t bytes) {
  Recorded call("cudaMemset", CallKind::kFill);
  return fill(call.on(nullptr), to, value, {bytes, 1, 1}, bytes);
}
CUDA_SHIM_ALIAS(cudaMemset_ptds, cudaMemset);

CUDA_SHIM cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes, cudaStream_t stream) {
  Recorded call("cudaMemsetAsync", CallKind::kFill);
  return fill(call.on(stream), to, value, {bytes, 1, 1}, bytes);
}
CUDA_SHIM_ALIAS(cudaMemsetAsync_ptsz, cudaMemsetAsync);

CUDA_SHIM cudaError_t cudaMemset2D(void* to, std::size_t pitch, int value, std::size_t width,
                                   std::size_t height) {
  Recorded call("cudaMemset2D", CallKind::kFill);
  return fill(call.on(nullptr), to, value, {width, height, 1}, pitch);
}
CUDA_SHIM_ALIAS(cudaMemset2D_ptds, cudaMemset2D);

CUDA_SHIM cudaError_t cudaMemset2DAsync(void* to, std::size_t pitch, int value, std::size_t width,
                                        std::size_t height, cudaStream_t stream) {
  Recorded call("cudaMemset2DAsync", CallKind::kFill);
  return fill(call.on(stream), to, value, {width, height, 1}, pitch);
}
CUDA_SHIM_ALIAS(cudaMemset2DAsync_ptsz, cudaMemset2DAsync);

CUDA_SHIM cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent size) {
  Recorded call("cudaMemset3D", CallKind::kFill);
  return fill(call.on(nullptr), to.ptr, value, size, to.pitch);
}
CUDA_SHIM_ALIAS(cudaMemset3D_ptds, cudaMemset3D);

CUDA_SHIM cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent size,
                                        cudaStream_t stream) {
  Recorded call("cudaMemset3DAsync", CallKind::kFill);
  return fill(call.on(stream), to.ptr, value, size, to.pitch);
}
CUDA_SHIM_ALIAS(cudaMemset3DAsync_ptsz, cudaMemset3DAsync);
