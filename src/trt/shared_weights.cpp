// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/shared_weights.hpp"

#include <NvInferRuntime.h>

#include <cstdio>
#include <map>
#include <mutex>
#include <optional>

#include "src/core/digest.hpp"
#include "src/trt/logging.hpp"
#include "src/trt/process_registry.hpp"

namespace plugsmith::trt {
namespace {

#if NV_TENSORRT_MAJOR >= 10
// The registry clones what it is given once per key; the clone does the upload.
class WeightResource final : public nvinfer1::IPluginResource {
 public:
  WeightResource(const void* host, std::int64_t bytes) : host_(host), bytes_(bytes) {}
  nvinfer1::IPluginResource* clone() noexcept override {
    nvinfer1::IPluginResource* copy = nullptr;
    guarded("weight upload", [&] {
      Result<cuda::DeviceBuffer> buffer = cuda::DeviceBuffer::upload(host_, bytes_);
      if (!buffer.is_ok()) return buffer.status();
      auto* resource = new WeightResource(nullptr, bytes_);
      resource->device_ = std::move(*buffer);
      copy = resource;
      return Status::ok();
    });
    return copy;
  }
  std::int32_t release() noexcept override {
    device_ = cuda::DeviceBuffer();
    return 0;
  }
  const void* address() const { return device_.data(); }

 private:
  const void* host_;
  std::int64_t bytes_;
  cuda::DeviceBuffer device_;
};

// One reference to the device copy under `key`; nothing if it could not be made.
std::optional<const void*> acquire(const std::string& key, const void* data, std::int64_t bytes) {
  WeightResource resource(data, bytes);
  auto* shared = static_cast<WeightResource*>(
      process_registry()->acquirePluginResource(key.c_str(), &resource));
  if (shared == nullptr) return std::nullopt;
  return shared->address();
}

void release(const std::string& key) {
  nvinfer1::IPluginRegistry* registry = process_registry();
  if (registry != nullptr) registry->releasePluginResource(key.c_str());
}
#else
// TensorRT 8 and earlier have no plugin resources; what it shares, this library shares itself.
struct Copy {
  cuda::DeviceBuffer buffer;
  int users = 0;
};
std::mutex g_copies_mutex;
std::map<std::string, Copy>& copies() {
  static auto* all = new std::map<std::string, Copy>;  // outlives the last static plugin
  return *all;
}

std::optional<const void*> acquire(const std::string& key, const void* data, std::int64_t bytes) {
  const std::lock_guard<std::mutex> lock(g_copies_mutex);
  const auto known = copies().find(key);
  if (known != copies().end()) {
    ++known->second.users;
    return known->second.buffer.data();
  }
  Result<cuda::DeviceBuffer> buffer = cuda::DeviceBuffer::upload(data, bytes);
  if (report(buffer.status()) != 0) return std::nullopt;
  Copy& copy = copies()[key];
  copy = {std::move(*buffer), 1};
  return copy.buffer.data();
}

void release(const std::string& key) {
  const std::lock_guard<std::mutex> lock(g_copies_mutex);
  const auto known = copies().find(key);
  if (known != copies().end() && --known->second.users == 0) copies().erase(known);
}
#endif

std::string key_of(const std::string& name, const void* data, std::int64_t bytes, int device) {
  char digest[80];
  std::snprintf(digest, sizeof digest, ".%d.%lld.%016llx%016llx", device,
                static_cast<long long>(bytes),
                static_cast<unsigned long long>(fnv1a(data, bytes, 0xCBF29CE484222325ULL)),
                static_cast<unsigned long long>(fnv1a(data, bytes, 0x84222325CBF29CE4ULL)));
  return "plugsmith.weight." + name + digest;
}

}  // namespace

SharedWeights::~SharedWeights() {
  for (const auto& entry : acquired_) release(entry.first);
}

Result<const void*> SharedWeights::upload(const std::string& name, const void* data,
                                          std::int64_t bytes) {
  const Result<int> device = cuda::current_device();
  if (!device.is_ok()) return device.status();
  if (process_registry() == nullptr) {
    Result<cuda::DeviceBuffer> buffer = cuda::DeviceBuffer::upload(data, bytes);
    if (!buffer.is_ok()) return buffer.status();
    own_.push_back(std::move(*buffer));
    return static_cast<const void*>(own_.back().data());
  }
  const std::string key = key_of(name, data, bytes, *device);
  const auto known = acquired_.find(key);
  if (known != acquired_.end()) return known->second;
  const std::optional<const void*> address = acquire(key, data, bytes);
  if (!address) {
    return resource_exhausted("weight \"" + name + "\": " + std::to_string(bytes) +
                              " bytes could not be uploaded to device " + std::to_string(*device) +
                              "; see the messages before");
  }
  acquired_[key] = *address;
  return *address;
}

}  // namespace plugsmith::trt
