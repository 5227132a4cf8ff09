// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <initializer_list>

#include "src/cuda_shim/memory.hpp"
#include "src/cuda_shim/recorder.hpp"

// Allocation of every kind of memory.

namespace {

using plugsmith::cuda_shim::CallKind;
using plugsmith::cuda_shim::MemoryKind;
using plugsmith::cuda_shim::Recorded;
namespace shim = plugsmith::cuda_shim;

cudaError_t make(Recorded& call, void** memory, std::size_t bytes, MemoryKind kind) {
  call.bytes(bytes);
  if (memory == nullptr) return call.done(cudaErrorInvalidValue);
  *memory = bytes == 0 ? nullptr : shim::allocate(bytes, kind);
  call.with(*memory);
  return call.done(bytes != 0 && *memory == nullptr ? cudaErrorMemoryAllocation : cudaSuccess);
}

cudaError_t end(Recorded& call, void* memory, std::initializer_list<MemoryKind> kinds) {
  call.with(memory);
  bool found = memory == nullptr;
  for (const MemoryKind kind : kinds) found = found || shim::release(memory, kind);
  return call.done(found ? cudaSuccess : cudaErrorInvalidValue);
}

constexpr std::size_t kPitch = 512;
std::size_t pitched(std::size_t width) { return (width + kPitch - 1) / kPitch * kPitch; }

}  // namespace

CUDA_SHIM cudaError_t cudaMalloc(void** memory, std::size_t bytes) {
  Recorded call("cudaMalloc", CallKind::kAllocate);
  return make(call, memory, bytes, MemoryKind::kDevice);
}

CUDA_SHIM cudaError_t cudaMallocManaged(void** memory, std::size_t bytes, unsigned /*flags*/) {
  Recorded call("cudaMallocManaged", CallKind::kAllocate);
  return make(call, memory, bytes, MemoryKind::kManaged);
}

CUDA_SHIM cudaError_t cudaMallocHost(void** memory, std::size_t bytes) {
  Recorded call("cudaMallocHost", CallKind::kAllocate);
  return make(call, memory, bytes, MemoryKind::kPinned);
}

CUDA_SHIM cudaError_t cudaHostAlloc(void** memory, std::size_t bytes, unsigned /*flags*/) {
  Recorded call("cudaHostAlloc", CallKind::kAllocate);
  return make(call, memory, bytes, MemoryKind::kPinned);
}

CUDA_SHIM cudaError_t cudaMallocPitch(void** memory, std::size_t* pitch, std::size_t width,
                                      std::size_t height) {
  Recorded call("cudaMallocPitch", CallKind::kAllocate);
  if (pitch == nullptr) return call.done(cudaErrorInvalidValue);
  *pitch = pitched(width);
  return make(call, memory, *pitch * height, MemoryKind::kDevice);
}

CUDA_SHIM cudaError_t cudaMalloc3D(cudaPitchedPtr* made, cudaExtent extent) {
  Recorded call("cudaMalloc3D", CallKind::kAllocate);
  if (made == nullptr) return call.done(cudaErrorInvalidValue);
  *made = {nullptr, pitched(extent.width), extent.width, extent.height};
  return make(call, &made->ptr, made->pitch * extent.height * extent.depth, MemoryKind::kDevice);
}

CUDA_SHIM cudaError_t cudaMallocAsync(void** memory, std::size_t bytes, cudaStream_t stream) {
  Recorded call("cudaMallocAsync", CallKind::kStreamMemory);
  return make(call.on(stream), memory, bytes, MemoryKind::kDevice);
}
CUDA_SHIM_ALIAS(cudaMallocAsync_ptsz, cudaMallocAsync);

CUDA_SHIM cudaError_t cudaMallocFromPoolAsync(void** memory, std::size_t bytes,
                                              cudaMemPool_t /*pool*/, cudaStream_t stream) {
  Recorded call("cudaMallocFromPoolAsync", CallKind::kStreamMemory);
  return make(call.on(stream), memory, bytes, MemoryKind::kDevice);
}
CUDA_SHIM_ALIAS(cudaMallocFromPoolAsync_ptsz, cudaMallocFromPoolAsync);

CUDA_SHIM cudaError_t cudaFree(void* memory) {
  Recorded call("cudaFree", CallKind::kFree);
  return end(call, memory, {MemoryKind::kDevice, MemoryKind::kManaged});
}

CUDA_SHIM cudaError_t cudaFreeAsync(void* memory, cudaStream_t stream) {
  Recorded call("cudaFreeAsync", CallKind::kStreamMemory);
  return end(call.on(stream), memory, {MemoryKind::kDevice});
}
CUDA_SHIM_ALIAS(cudaFreeAsync_ptsz, cudaFreeAsync);

CUDA_SHIM cudaError_t cudaFreeHost(void* memory) {
  Recorded call("cudaFreeHost", CallKind::kFree);
  return end(call, memory, {MemoryKind::kPinned});
}

CUDA_SHIM cudaError_t cudaHostRegister(void* memory, std::size_t bytes, unsigned /*flags*/) {
  Recorded call("cudaHostRegister", CallKind::kAllocate);
  const bool taken = shim::register_memory(memory, bytes);
  return call.bytes(bytes).with(memory).done(taken ? cudaSuccess : cudaErrorInvalidValue);
}

CUDA_SHIM cudaError_t cudaHostUnregister(void* memory) {
  Recorded call("cudaHostUnregister", CallKind::kFree);
  return end(call, memory, {MemoryKind::kRegistered});
}

CUDA_SHIM cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned /*flags*/) {
  Recorded call("cudaHostGetDevicePointer", CallKind::kQuery);
  if (device == nullptr || !shim::on_device(host, 1)) return call.done(cudaErrorInvalidValue);
  *device = host;
  return call.done();
}

CUDA_SHIM cudaError_t cudaHostGetFlags(unsigned* flags, void* /*host*/) {
  *flags = 0;
  return Recorded("cudaHostGetFlags", CallKind::kQuery).done();
}

CUDA_SHIM cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes,
                                               const void* address) {
  Recorded call("cudaPointerGetAttributes", CallKind::kQuery);
  if (attributes == nullptr) return call.done(cudaErrorInvalidValue);
  const shim::Memory memory = shim::find_memory(address);
  void* plain = const_cast<void*>(address);
  // The fields that all generations have; later ones only added reserved words behind them.
  switch (memory.kind) {
    case MemoryKind::kPageable:
      attributes->type = cudaMemoryTypeUnregistered;
      attributes->device = -2;  // cudaInvalidDeviceId
      attributes->devicePointer = nullptr;
      break;
    case MemoryKind::kDevice:
    case MemoryKind::kCallers: attributes->type = cudaMemoryTypeDevice; break;
    case MemoryKind::kManaged: attributes->type = cudaMemoryTypeManaged; break;
    case MemoryKind::kPinned:
    case MemoryKind::kRegistered: attributes->type = cudaMemoryTypeHost; break;
  }
  if (memory.kind != MemoryKind::kPageable) {
    attributes->device = memory.device;
    attributes->devicePointer = plain;
  }
  attributes->hostPointer = attributes->type == cudaMemoryTypeDevice ? nullptr : plain;
  return call.done();
}

CUDA_SHIM cudaError_t cudaMemGetInfo(std::size_t* unused, std::size_t* total) {
  *unused = shim::kDeviceBytes / 2;
  *total = shim::kDeviceBytes;
  return Recorded("cudaMemGetInfo", CallKind::kQuery).done();
}
