// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string>

#include "plugsmith/cuda_status.hpp"
#include "tests/support/buffers.hpp"

namespace plugsmith::testing {
namespace {

constexpr int kGuardByte = 0xA5;
constexpr int kPoisonByte = 0xCD;

void require(const Status& status) {
  if (!status.is_ok()) throw std::runtime_error(status.message());
}

}  // namespace

GuardedBuffer::GuardedBuffer(Place place, std::size_t bytes, std::size_t misalignment)
    : place_(place), bytes_(bytes), misalignment_(misalignment) {
  void* memory = nullptr;
  if (place_ == Place::kHost) {
    memory = std::aligned_alloc(256, (total() + 255) / 256 * 256);
    if (memory == nullptr) throw std::bad_alloc();
  } else {
    require(PLUGSMITH_CUDA_STATUS(cudaMalloc(&memory, total())));
  }
  base_ = static_cast<unsigned char*>(memory);
  if (place_ == Place::kHost) {
    std::memset(base_, kGuardByte, total());
    std::memset(data(), kPoisonByte, bytes_);
  } else {
    require(PLUGSMITH_CUDA_STATUS(cudaMemset(base_, kGuardByte, total())));
    require(PLUGSMITH_CUDA_STATUS(cudaMemset(data(), kPoisonByte, bytes_)));
    require(PLUGSMITH_CUDA_STATUS(cudaDeviceSynchronize()));
  }
}

GuardedBuffer::~GuardedBuffer() {
  if (place_ == Place::kHost) {
    std::free(base_);
  } else {
    cudaFree(base_);
  }
}

void GuardedBuffer::write(const std::vector<unsigned char>& bytes) {
  if (bytes.empty()) return;
  if (place_ == Place::kHost) {
    std::memcpy(data(), bytes.data(), bytes.size());
  } else {
    require(PLUGSMITH_CUDA_STATUS(
        cudaMemcpy(data(), bytes.data(), bytes.size(), cudaMemcpyHostToDevice)));
    // cudaMemcpy from pageable memory may return before the last bytes arrive, and the tests'
    // streams do not wait for the default one.
    require(PLUGSMITH_CUDA_STATUS(cudaDeviceSynchronize()));
  }
}

std::vector<unsigned char> GuardedBuffer::image() const {
  std::vector<unsigned char> bytes(total());
  if (place_ == Place::kHost) {
    std::memcpy(bytes.data(), base_, total());
  } else {
    require(
        PLUGSMITH_CUDA_STATUS(cudaMemcpy(bytes.data(), base_, total(), cudaMemcpyDeviceToHost)));
  }
  return bytes;
}

std::vector<unsigned char> GuardedBuffer::read() const {
  const std::vector<unsigned char> all = image();
  const auto begin = all.begin() + static_cast<std::ptrdiff_t>(kGuardBytes + misalignment_);
  return {begin, begin + static_cast<std::ptrdiff_t>(bytes_)};
}

Status GuardedBuffer::check_guards(const std::string& what) const {
  const std::vector<unsigned char> all = image();
  const std::size_t begin = kGuardBytes + misalignment_;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if ((i >= begin && i < begin + bytes_) || all[i] == kGuardByte) continue;
    const auto offset = static_cast<std::ptrdiff_t>(i) - static_cast<std::ptrdiff_t>(begin);
    return internal_error(what + ": byte " + std::to_string(offset) + " of a buffer of " +
                          std::to_string(bytes_) + " was written");
  }
  return Status::ok();
}

std::string why_no_cuda_device() {
  int count = 0;
  const cudaError_t code = cudaGetDeviceCount(&count);
  if (code != cudaSuccess) return std::string("no CUDA device: ") + cudaGetErrorString(code);
  return count > 0 ? "" : "no CUDA device";
}

TestStream::TestStream() {
  require(PLUGSMITH_CUDA_STATUS(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)));
}
TestStream::~TestStream() {
  if (graph_ != nullptr) cudaGraphExecDestroy(static_cast<cudaGraphExec_t>(graph_));
  cudaStreamDestroy(stream_);
}
Status TestStream::synchronize() { return PLUGSMITH_CUDA_STATUS(cudaStreamSynchronize(stream_)); }

Status TestStream::begin_capture() {
  return PLUGSMITH_CUDA_STATUS(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal));
}

Status TestStream::end_capture() {
  cudaGraph_t graph = nullptr;
  PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(cudaStreamEndCapture(stream_, &graph)));
  cudaGraphExec_t executable = nullptr;
  const Status made = PLUGSMITH_CUDA_STATUS(cudaGraphInstantiate(&executable, graph, 0));
  cudaGraphDestroy(graph);
  graph_ = executable;
  return made;
}

Status TestStream::replay() {
  PLUGSMITH_RETURN_IF_ERROR(
      PLUGSMITH_CUDA_STATUS(cudaGraphLaunch(static_cast<cudaGraphExec_t>(graph_), stream_)));
  return synchronize();
}

}  // namespace plugsmith::testing
