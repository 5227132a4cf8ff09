// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <gmock/gmock.h>

#include <cstring>
#include <thread>
#include <vector>

#include "src/cuda_shim/shim_api.hpp"
#include "src/host/elf_file.hpp"

namespace plugsmith::test {
namespace {

using cuda_shim::CallKind;
using cuda_shim::Event;
using testing::IsEmpty;

const char kernel = 0;

class RecordingRuntime : public testing::Test {
 protected:
  void SetUp() override {
    const auto get =
        reinterpret_cast<cuda_shim::GetApi>(dlsym(RTLD_DEFAULT, cuda_shim::kGetApiSymbol));
    ASSERT_NE(get, nullptr);
    api = get();
    api->set_current_device(0);
    api->take_last_error();
    api->begin();
  }
  Event last() const {
    Event event;
    EXPECT_TRUE(api->event(api->count() - 1, &event));
    return event;
  }
  static cudaError_t launch(dim3 grid, dim3 block, std::size_t shared = 0) {
    return cudaLaunchKernel(&kernel, grid, block, nullptr, shared, nullptr);
  }

  const cuda_shim::Api* api = nullptr;
};

TEST_F(RecordingRuntime, ExportsWhatTheRealOneDoes) {
  if (std::strlen(REAL_CUDART) == 0) GTEST_SKIP() << "no libcudart.so.13 was fetched";
  const auto real = read_elf(REAL_CUDART);
  const auto own = read_elf(SHIM_13);
  ASSERT_TRUE(real.is_ok() && own.is_ok());
  EXPECT_EQ(real->soname, own->soname);
  std::vector<std::string> missing;
  for (const std::string& name : real->exported) {
    if (name.rfind("libcudart", 0) != 0 && !own->exports(name)) missing.push_back(name);
  }
  EXPECT_THAT(missing, IsEmpty());
}

TEST_F(RecordingRuntime, FillsThePropertiesThatTheHeadersDeclare) {
  cudaDeviceProp properties;
  std::memset(&properties, 0xCD, sizeof properties);
  ASSERT_EQ(cudaGetDeviceProperties(&properties, 0), cudaSuccess);
  EXPECT_EQ(properties.major, 9);
  EXPECT_EQ(properties.minor, 0);
  EXPECT_EQ(properties.warpSize, 32);
  EXPECT_EQ(properties.maxThreadsPerMultiProcessor, 2048);
  EXPECT_EQ(properties.sharedMemPerMultiprocessor, 233472U);
  EXPECT_EQ(properties.maxBlocksPerMultiProcessor, 32);
  EXPECT_EQ(properties.reservedSharedMemPerBlock, 1024U);
  EXPECT_EQ(properties.clusterLaunch, 1);
  EXPECT_EQ(cudaGetDeviceProperties(&properties, 7), cudaErrorInvalidDevice);
  const std::pair<cudaDeviceAttr, int> same[] = {
      {cudaDevAttrMultiProcessorCount, properties.multiProcessorCount},
      {cudaDevAttrMaxSharedMemoryPerBlockOptin,
       static_cast<int>(properties.sharedMemPerBlockOptin)},
      {cudaDevAttrL2CacheSize, properties.l2CacheSize},
      {cudaDevAttrMaxGridDimY, properties.maxGridSize[1]},
      {cudaDevAttrComputeCapabilityMajor, properties.major}};
  for (const auto& [attribute, wanted] : same) {
    int value = -1;
    EXPECT_EQ(cudaDeviceGetAttribute(&value, attribute, 0), cudaSuccess);
    EXPECT_EQ(value, wanted) << attribute;
  }
}

TEST_F(RecordingRuntime, RefusesALaunchThatADeviceWouldRefuse) {
  EXPECT_EQ(launch(dim3(1), dim3(256)), cudaSuccess);
  EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);
  EXPECT_EQ(launch(dim3(0), dim3(256)), cudaErrorInvalidConfiguration);
  EXPECT_EQ(cudaPeekAtLastError(), cudaErrorInvalidConfiguration);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidConfiguration);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(launch(dim3(1), dim3(1025)), cudaErrorInvalidConfiguration);
  EXPECT_EQ(launch(dim3(1, 65536), dim3(1)), cudaErrorInvalidConfiguration);
  EXPECT_EQ(launch(dim3(1), dim3(1), 1U << 20U), cudaErrorInvalidValue);
}

TEST_F(RecordingRuntime, FailsTheLaunchThatIsAskedFor) {
  api->fail_launch(2);
  EXPECT_EQ(launch(dim3(1), dim3(1)), cudaSuccess);
  EXPECT_EQ(launch(dim3(1), dim3(1)), cudaErrorLaunchOutOfResources);
  EXPECT_EQ(launch(dim3(1), dim3(1)), cudaSuccess);
  EXPECT_EQ(cudaGetLastError(), cudaErrorLaunchOutOfResources);
}

TEST_F(RecordingRuntime, CopiesAndTellsPageableMemoryFromPinned) {
  void* device = nullptr;
  void* pinned = nullptr;
  ASSERT_EQ(cudaMalloc(&device, 8), cudaSuccess);
  ASSERT_EQ(cudaMallocHost(&pinned, 8), cudaSuccess);
  const std::int64_t value = 77;
  std::int64_t back = 0;
  EXPECT_EQ(cudaMemcpyAsync(device, &value, 8, cudaMemcpyHostToDevice, nullptr), cudaSuccess);
  EXPECT_TRUE(last().pageable);
  EXPECT_EQ(cudaMemcpyAsync(pinned, device, 8, cudaMemcpyDefault, nullptr), cudaSuccess);
  EXPECT_FALSE(last().pageable);
  EXPECT_EQ(cudaMemcpy(&back, pinned, 8, cudaMemcpyHostToHost), cudaSuccess);
  EXPECT_TRUE(last().waits);
  EXPECT_EQ(back, value);
  EXPECT_EQ(cudaMemcpy(device, &value, 1U << 20U, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(&back, &value, 8, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(device), cudaSuccess);
  EXPECT_EQ(cudaFree(device), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(pinned), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeHost(pinned), cudaSuccess);
}

TEST_F(RecordingRuntime, CountsWhatIsAliveButNotTheCheckersOwnMemory) {
  const std::size_t before = api->live_allocations();
  void* own = api->allocate(100);
  void* memory = nullptr;
  ASSERT_EQ(cudaMalloc(&memory, 100), cudaSuccess);
  EXPECT_EQ(api->live_allocations(), before + 1);
  EXPECT_EQ(cudaFree(memory), cudaSuccess);
  api->release(own);
  EXPECT_EQ(api->live_allocations(), before);
  EXPECT_EQ(cudaMalloc(&memory, std::size_t{1} << 40U), cudaErrorMemoryAllocation);
}

TEST_F(RecordingRuntime, RecordsMethodStreamKindAndDevice) {
  api->in_method("enqueue");
  int device = -1;
  EXPECT_EQ(cudaSetDevice(1), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(cudaStreamPerThread), cudaSuccess);
  const Event event = last();
  EXPECT_STREQ(event.api, "cudaStreamSynchronize");
  EXPECT_STREQ(event.method, "enqueue");
  EXPECT_EQ(event.kind, CallKind::kSynchronize);
  EXPECT_TRUE(event.takes_stream);
  EXPECT_EQ(event.stream, cudaStreamPerThread);
  EXPECT_EQ(event.device, 1);
  api->in_method("");
  EXPECT_EQ(cudaGetDevice(&device), cudaSuccess);
  EXPECT_STREQ(last().method, "");
  EXPECT_EQ(device, 1);
  EXPECT_EQ(cudaSetDevice(99), cudaErrorInvalidDevice);
}

TEST_F(RecordingRuntime, SaysWhatItCannotPlay) {
  cudaGraph_t graph = nullptr;
  EXPECT_EQ(cudaGraphCreate(&graph, 0), cudaErrorNotSupported);
  EXPECT_EQ(last().kind, CallKind::kUnsupported);
  EXPECT_STREQ(cudaGetErrorName(cudaErrorNotSupported), "cudaErrorNotSupported");
}

TEST_F(RecordingRuntime, KeepsTheLastErrorAndTheDeviceOfEachThread) {
  EXPECT_EQ(launch(dim3(0), dim3(1)), cudaErrorInvalidConfiguration);
  EXPECT_EQ(cudaSetDevice(1), cudaSuccess);
  std::thread([] {
    int device = -1;
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    EXPECT_EQ(cudaGetDevice(&device), cudaSuccess);
    EXPECT_EQ(device, 0);
  }).join();
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidConfiguration);
}

TEST_F(RecordingRuntime, CountsCallsBeyondThoseThatItKeeps) {
  for (std::size_t i = 0; i < cuda_shim::kMostEvents + 10; ++i) (void)cudaDeviceSynchronize();
  Event event;
  EXPECT_EQ(api->count(), cuda_shim::kMostEvents + 10);
  EXPECT_TRUE(api->event(cuda_shim::kMostEvents - 1, &event));
  EXPECT_FALSE(api->event(cuda_shim::kMostEvents, &event));
}

}  // namespace
}  // namespace plugsmith::test
