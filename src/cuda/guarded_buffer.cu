// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/cuda/guarded_buffer.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "plugsmith/cuda_status.hpp"

namespace plugsmith::cuda {
namespace {

constexpr unsigned char kGuard = 0xA5;

// cudaMemcpy from pageable memory and cudaMemset may return before the device is done, and a
// non-blocking stream does not wait for the default one.
Status finish(const Status& status) {
  PLUGSMITH_RETURN_IF_ERROR(status);
  return PLUGSMITH_CUDA_STATUS(cudaDeviceSynchronize());
}

}  // namespace

std::string why_no_device() {
  int count = 0;
  const cudaError_t code = cudaGetDeviceCount(&count);
  if (code == cudaSuccess && count > 0) return "";
  static_cast<void>(cudaGetLastError());
  return std::string("no CUDA device can be used") +
         (code == cudaSuccess ? "" : std::string(": ") + cudaGetErrorString(code));
}

GuardedBuffer::~GuardedBuffer() {
  if (base_ != nullptr) cudaFree(base_);
}
GuardedBuffer::GuardedBuffer(GuardedBuffer&& other) noexcept
    : base_(std::exchange(other.base_, nullptr)),
      begin_(std::exchange(other.begin_, 0)),
      bytes_(std::exchange(other.bytes_, 0)) {}
GuardedBuffer& GuardedBuffer::operator=(GuardedBuffer&& other) noexcept {
  std::swap(base_, other.base_);
  std::swap(begin_, other.begin_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

Result<GuardedBuffer> GuardedBuffer::make(std::int64_t bytes, std::int64_t offset_bytes) {
  GuardedBuffer buffer;
  const std::int64_t total = bytes + offset_bytes + 2 * kGuardBytes + 2 * kAlignment;
  void* memory = nullptr;
  PLUGSMITH_RETURN_IF_ERROR(
      PLUGSMITH_CUDA_STATUS(cudaMalloc(&memory, static_cast<std::size_t>(total))));
  buffer.base_ = static_cast<unsigned char*>(memory);
  buffer.bytes_ = bytes;
  const auto base = reinterpret_cast<std::uintptr_t>(memory);
  const bool too_aligned = (base + kGuardBytes) % (2 * kAlignment) == 0;
  buffer.begin_ = kGuardBytes + (too_aligned ? kAlignment : 0) + offset_bytes;
  PLUGSMITH_RETURN_IF_ERROR(
      PLUGSMITH_CUDA_STATUS(cudaMemset(memory, kGuard, static_cast<std::size_t>(total))));
  PLUGSMITH_RETURN_IF_ERROR(finish(Status::ok()));
  return Result<GuardedBuffer>(std::move(buffer));
}

Result<GuardedBuffer> GuardedBuffer::make_bare(std::int64_t bytes) {
  GuardedBuffer buffer;
  buffer.bytes_ = bytes;
  if (bytes == 0) return Result<GuardedBuffer>(std::move(buffer));
  void* memory = nullptr;
  PLUGSMITH_RETURN_IF_ERROR(
      PLUGSMITH_CUDA_STATUS(cudaMalloc(&memory, static_cast<std::size_t>(bytes))));
  buffer.base_ = static_cast<unsigned char*>(memory);
  return Result<GuardedBuffer>(std::move(buffer));
}

void* GuardedBuffer::data() const { return base_ + begin_; }

Status GuardedBuffer::fill(unsigned char value) {
  if (bytes_ == 0) return Status::ok();
  return finish(PLUGSMITH_CUDA_STATUS(cudaMemset(data(), value, static_cast<std::size_t>(bytes_))));
}

Status GuardedBuffer::upload(const void* host, std::int64_t count) {
  if (count == 0) return Status::ok();
  return finish(PLUGSMITH_CUDA_STATUS(
      cudaMemcpy(data(), host, static_cast<std::size_t>(count), cudaMemcpyHostToDevice)));
}

Status GuardedBuffer::download(void* host, std::int64_t count) const {
  if (count == 0) return Status::ok();
  return finish(PLUGSMITH_CUDA_STATUS(
      cudaMemcpy(host, data(), static_cast<std::size_t>(count), cudaMemcpyDeviceToHost)));
}

Status GuardedBuffer::check_guards(const std::string& what) const {
  if (begin_ < kGuardBytes) return Status::ok();  // a bare one
  const auto check_zone = [&](std::int64_t from, const char* side) -> Status {
    std::vector<unsigned char> zone(static_cast<std::size_t>(kGuardBytes));
    PLUGSMITH_RETURN_IF_ERROR(finish(PLUGSMITH_CUDA_STATUS(
        cudaMemcpy(zone.data(), base_ + from, zone.size(), cudaMemcpyDeviceToHost))));
    const auto damaged =
        std::find_if(zone.begin(), zone.end(), [](unsigned char byte) { return byte != kGuard; });
    if (damaged == zone.end()) return Status::ok();
    const std::int64_t at = from + (damaged - zone.begin()) - begin_;
    return internal_error(what + ": memory " + side + " its " + std::to_string(bytes_) +
                          " bytes was written, first at byte " + std::to_string(at) +
                          "; write only the volume that dims and format imply");
  };
  PLUGSMITH_RETURN_IF_ERROR(check_zone(begin_ - kGuardBytes, "before"));
  return check_zone(begin_ + bytes_, "behind");
}

}  // namespace plugsmith::cuda
