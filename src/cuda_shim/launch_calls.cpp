// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <new>
#include <vector>

#include "src/cuda_shim/memory.hpp"
#include "src/cuda_shim/recorder.hpp"
#include "src/cuda_shim/symbols.hpp"

// Kernels: registration by the code that nvcc writes, launches (which compute nothing), attributes
// and occupancy.

namespace {

using plugsmith::cuda_shim::CallConfiguration;
using plugsmith::cuda_shim::CallKind;
using plugsmith::cuda_shim::Recorded;
namespace shim = plugsmith::cuda_shim;

constexpr unsigned kMostThreads = 1024;
constexpr unsigned kMostThreadsInZ = 64;
constexpr unsigned kMostBlocksInYZ = 65535;
constexpr std::size_t kMostSharedBytes = 232448;
constexpr int kMostThreadsOfMultiprocessor = 2048;
constexpr int kMostBlocksOfMultiprocessor = 32;
constexpr int kMultiprocessors = 132;
constexpr int kClusterBlocks = 8;

// In step with kernels' <<<>>> only, so one stack per thread.
thread_local std::vector<CallConfiguration> configurations;  // NOLINT: as the runtime has it

bool is_legal(const dim3& grid, const dim3& block) {
  if (std::min({grid.x, grid.y, grid.z, block.x, block.y, block.z}) == 0) return false;
  return grid.x <= 0x7FFFFFFFU && std::max(grid.y, grid.z) <= kMostBlocksInYZ &&
         std::max(block.x, block.y) <= kMostThreads && block.z <= kMostThreadsInZ &&
         std::size_t{block.x} * block.y * block.z <= kMostThreads;
}

cudaError_t launch(const char* api, const void* function, const CallConfiguration& how) {
  Recorded call(api, CallKind::kLaunch);
  call.on(how.stream).with(function).bytes(how.shared_bytes);
  call.shaped(shim::kernel_name(function), how.grid, how.block);
  if (shim::launch_fails()) return call.done(cudaErrorLaunchOutOfResources);
  if (function == nullptr) return call.done(cudaErrorInvalidDeviceFunction);
  if (!is_legal(how.grid, how.block)) return call.done(cudaErrorInvalidConfiguration);
  return call.done(how.shared_bytes > kMostSharedBytes ? cudaErrorInvalidValue : cudaSuccess);
}

int blocks_that_fit(int threads, std::size_t shared_bytes) {
  if (threads <= 0) return 0;
  constexpr std::size_t kSharedOfMultiprocessor = 233472;
  constexpr std::size_t kReserved = 1024;
  const auto by_memory = static_cast<int>(kSharedOfMultiprocessor / (shared_bytes + kReserved));
  return std::min({kMostThreadsOfMultiprocessor / threads, by_memory, kMostBlocksOfMultiprocessor});
}

void* module_handle() {
  static void* handle = nullptr;
  return &handle;
}

}  // namespace

CUDA_SHIM void** __cudaRegisterFatBinary(void* /*binary*/) {
  Recorded("__cudaRegisterFatBinary", CallKind::kRegister).done();
  return static_cast<void**>(module_handle());
}
CUDA_SHIM void __cudaRegisterFatBinaryEnd(void** /*module*/) {}
CUDA_SHIM void __cudaUnregisterFatBinary(void** /*module*/) {}
CUDA_SHIM char __cudaInitModule(void** /*module*/) { return 1; }
CUDA_SHIM void __cudaRegisterUnifiedTable(void** /*module*/, void* /*table*/) {}

CUDA_SHIM void __cudaRegisterFunction(void** /*module*/, const char* host, char* /*device*/,
                                      const char* name, int /*threads*/, void* /*tid*/,
                                      void* /*bid*/, void* /*block*/, void* /*grid*/,
                                      int* /*warp*/) {
  shim::add_kernel(host, name);
}

CUDA_SHIM void __cudaRegisterVar(void** /*module*/, char* host, char* /*device*/,
                                 const char* /*name*/, int /*ext*/, std::size_t bytes,
                                 int /*constant*/, int /*global*/) {
  shim::add_symbol(host, bytes);
}

CUDA_SHIM void __cudaRegisterManagedVar(void** /*module*/, void** host, char* /*device*/,
                                        const char* /*name*/, int /*ext*/, std::size_t bytes,
                                        int /*constant*/, int /*global*/) {
  shim::add_symbol(host, bytes);
  *host = shim::find_symbol(host).address;
}

CUDA_SHIM void __cudaRegisterHostVar(void** /*module*/, const char* /*name*/, char* /*host*/,
                                     std::size_t /*bytes*/) {}
CUDA_SHIM void __cudaRegisterTexture() {}
CUDA_SHIM void __cudaRegisterSurface() {}

CUDA_SHIM unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared_bytes,
                                               cudaStream_t stream) {
  try {
    configurations.push_back({grid, block, shared_bytes, stream});
  } catch (const std::bad_alloc&) {
    return 1;  // the launch is then left out
  }
  return 0;
}

CUDA_SHIM cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, std::size_t* shared_bytes,
                                                 void* stream) {
  if (configurations.empty()) return cudaErrorMissingConfiguration;
  const CallConfiguration how = configurations.back();
  configurations.pop_back();
  *grid = how.grid;
  *block = how.block;
  *shared_bytes = how.shared_bytes;
  *static_cast<cudaStream_t*>(stream) = how.stream;
  return cudaSuccess;
}

// A kernel handle is the host function's address. Not recorded: nvcc writes this call.
CUDA_SHIM cudaError_t __cudaGetKernel(const void** kernel, const void* function) {
  *kernel = function;
  return cudaSuccess;
}

CUDA_SHIM cudaError_t cudaGetKernel(const void** kernel, const void* function) {
  *kernel = function;
  return Recorded("cudaGetKernel", CallKind::kQuery).done();
}

CUDA_SHIM cudaError_t cudaGetFuncBySymbol(const void** function, const void* symbol) {
  *function = symbol;
  return Recorded("cudaGetFuncBySymbol", CallKind::kQuery).done();
}

CUDA_SHIM cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** /*args*/,
                                       std::size_t shared_bytes, cudaStream_t stream) {
  return launch("cudaLaunchKernel", function, {grid, block, shared_bytes, stream});
}
CUDA_SHIM_ALIAS(cudaLaunchKernel_ptsz, cudaLaunchKernel);
CUDA_SHIM_ALIAS(__cudaLaunchKernel, cudaLaunchKernel);
CUDA_SHIM_ALIAS(__cudaLaunchKernel_ptsz, cudaLaunchKernel);

CUDA_SHIM cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block,
                                                  void** /*args*/, std::size_t shared_bytes,
                                                  cudaStream_t stream) {
  return launch("cudaLaunchCooperativeKernel", function, {grid, block, shared_bytes, stream});
}
CUDA_SHIM_ALIAS(cudaLaunchCooperativeKernel_ptsz, cudaLaunchCooperativeKernel);

CUDA_SHIM cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function,
                                          void** /*args*/) {
  return launch("cudaLaunchKernelExC", function,
                {config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream});
}
CUDA_SHIM_ALIAS(cudaLaunchKernelExC_ptsz, cudaLaunchKernelExC);

CUDA_SHIM cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
  Recorded call("cudaFuncGetAttributes", CallKind::kQuery);
  if (attributes == nullptr) return call.done(cudaErrorInvalidValue);
  if (function == nullptr) return call.done(cudaErrorInvalidDeviceFunction);
  // Up to here all generations agree on the layout.
  attributes->sharedSizeBytes = 0;
  attributes->constSizeBytes = 0;
  attributes->localSizeBytes = 0;
  attributes->maxThreadsPerBlock = static_cast<int>(kMostThreads);
  attributes->numRegs = 32;
  attributes->ptxVersion = 90;
  attributes->binaryVersion = 90;
  attributes->cacheModeCA = 0;
  attributes->maxDynamicSharedSizeBytes = 49152;
  attributes->preferredShmemCarveout = -1;
  return call.done();
}

CUDA_SHIM cudaError_t cudaFuncGetName(const char** name, const void* function) {
  *name = shim::kernel_name(function);
  return Recorded("cudaFuncGetName", CallKind::kQuery).done();
}

CUDA_SHIM cudaError_t cudaFuncSetAttribute(const void* function, int /*attribute*/, int value) {
  Recorded call("cudaFuncSetAttribute", CallKind::kQuery);
  if (function == nullptr) return call.done(cudaErrorInvalidDeviceFunction);
  const bool fits = value <= static_cast<int>(kMostSharedBytes);
  return call.done(fits ? cudaSuccess : cudaErrorInvalidValue);
}

CUDA_SHIM cudaError_t cudaFuncSetCacheConfig(const void* /*function*/, int /*config*/) {
  return Recorded("cudaFuncSetCacheConfig", CallKind::kQuery).done();
}

CUDA_SHIM cudaError_t cudaFuncSetSharedMemConfig(const void* /*function*/, int /*config*/) {
  return Recorded("cudaFuncSetSharedMemConfig", CallKind::kQuery).done();
}

CUDA_SHIM cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks,
                                                                    const void* /*function*/,
                                                                    int threads,
                                                                    std::size_t shared_bytes) {
  *blocks = blocks_that_fit(threads, shared_bytes);
  return Recorded("cudaOccupancyMaxActiveBlocksPerMultiprocessor", CallKind::kQuery).done();
}

CUDA_SHIM cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, const void* /*function*/, int threads, std::size_t shared_bytes,
    unsigned /*flags*/) {
  *blocks = blocks_that_fit(threads, shared_bytes);
  return Recorded("cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", CallKind::kQuery)
      .done();
}

CUDA_SHIM cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes,
                                                                const void* /*function*/,
                                                                int blocks, int /*threads*/) {
  *bytes = kMostSharedBytes / static_cast<std::size_t>(std::max(blocks, 1));
  return Recorded("cudaOccupancyAvailableDynamicSMemPerBlock", CallKind::kQuery).done();
}

// Clusters of the largest portable size, one block a multiprocessor.
CUDA_SHIM cudaError_t cudaOccupancyMaxPotentialClusterSize(int* blocks, const void* /*function*/,
                                                           const void* /*config*/) {
  *blocks = kClusterBlocks;
  return Recorded("cudaOccupancyMaxPotentialClusterSize", CallKind::kQuery).done();
}

CUDA_SHIM cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, const void* /*function*/,
                                                     const void* /*config*/) {
  *clusters = kMultiprocessors / kClusterBlocks;
  return Recorded("cudaOccupancyMaxActiveClusters", CallKind::kQuery).done();
}

CUDA_SHIM cudaError_t cudaGetSymbolAddress(void** address, const void* symbol) {
  Recorded call("cudaGetSymbolAddress", CallKind::kQuery);
  *address = shim::find_symbol(symbol).address;
  return call.done(*address == nullptr ? cudaErrorInvalidSymbol : cudaSuccess);
}

CUDA_SHIM cudaError_t cudaGetSymbolSize(std::size_t* bytes, const void* symbol) {
  Recorded call("cudaGetSymbolSize", CallKind::kQuery);
  const shim::Symbol found = shim::find_symbol(symbol);
  *bytes = found.bytes;
  return call.done(found.address == nullptr ? cudaErrorInvalidSymbol : cudaSuccess);
}
