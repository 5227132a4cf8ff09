// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/shared_weights.hpp"

#include <NvInferRuntime.h>

#include <cstdio>

#include "src/trt/digest.hpp"
#include "src/trt/logging.hpp"
#include "src/trt/process_registry.hpp"

namespace plugsmith::trt {
namespace {

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
  nvinfer1::IPluginRegistry* registry = process_registry();
  for (const auto& entry : acquired_) {
    if (registry != nullptr) registry->releasePluginResource(entry.first.c_str());
  }
}

Result<const void*> SharedWeights::upload(const std::string& name, const void* data,
                                          std::int64_t bytes) {
  const Result<int> device = cuda::current_device();
  if (!device.is_ok()) return device.status();
  nvinfer1::IPluginRegistry* registry = process_registry();
  if (registry == nullptr) {
    Result<cuda::DeviceBuffer> buffer = cuda::DeviceBuffer::upload(data, bytes);
    if (!buffer.is_ok()) return buffer.status();
    own_.push_back(std::move(*buffer));
    return static_cast<const void*>(own_.back().data());
  }
  const std::string key = key_of(name, data, bytes, *device);
  const auto known = acquired_.find(key);
  if (known != acquired_.end()) return known->second;
  WeightResource resource(data, bytes);
  auto* shared =
      static_cast<WeightResource*>(registry->acquirePluginResource(key.c_str(), &resource));
  if (shared == nullptr) {
    return resource_exhausted("weight \"" + name + "\": " + std::to_string(bytes) +
                              " bytes could not be uploaded to device " + std::to_string(*device) +
                              "; see the messages before");
  }
  acquired_[key] = shared->address();
  return shared->address();
}

}  // namespace plugsmith::trt
