// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/engine/timing_cache.hpp"

#include "src/trt/engine/failure.hpp"

namespace plugsmith::trt {
namespace {

using Cache = std::unique_ptr<nvinfer1::ITimingCache>;

Status refused(TensorRt& tensorrt) {
  return invalid_argument(
      "--timing-cache: TensorRT " + to_string(tensorrt.version()) +
      " does not take the file: it belongs to another TensorRT, GPU or driver, or is no timing "
      "cache; name another file, or delete it" +
      quote(tensorrt.log().take()));
}

std::size_t serialized_bytes(const nvinfer1::ITimingCache& cache) {
  const std::unique_ptr<nvinfer1::IHostMemory> bytes(cache.serialize());
  return bytes != nullptr ? bytes->size() : 0;
}

// TensorRT 10.6 makes an empty cache of bytes that it does not understand.
bool lost_everything(nvinfer1::IBuilderConfig& config, const nvinfer1::ITimingCache& cache,
                     const Blob& earlier) {
  if (earlier.empty()) return false;
  const Cache empty(config.createTimingCache(nullptr, 0));
  if (empty == nullptr) return false;
  const std::size_t nothing = serialized_bytes(*empty);
  return serialized_bytes(cache) == nothing && earlier.size() != nothing;
}

}  // namespace

Result<Cache> use_timing_cache(TensorRt& tensorrt, nvinfer1::IBuilderConfig& config,
                               const Blob& earlier) {
  tensorrt.log().take();
  Cache cache(config.createTimingCache(earlier.data(), earlier.size()));
  if (cache == nullptr || lost_everything(config, *cache, earlier)) return refused(tensorrt);
  if (!config.setTimingCache(*cache, false)) return refused(tensorrt);
  return cache;
}

Result<Blob> merge_timing_cache(TensorRt& tensorrt, nvinfer1::IBuilderConfig& config,
                                const Blob& others) {
  auto* built = const_cast<nvinfer1::ITimingCache*>(config.getTimingCache());  // NOLINT: the same
  if (built == nullptr) return internal_error("TensorRT kept no timing cache");
  if (!others.empty()) {
    const Cache other(config.createTimingCache(others.data(), others.size()));
    if (other == nullptr || !built->combine(*other, false)) return refused(tensorrt);
  }
  const std::unique_ptr<nvinfer1::IHostMemory> bytes(built->serialize());
  if (bytes == nullptr) {
    return internal_error("TensorRT does not serialize its timing cache" +
                          quote(tensorrt.log().take()));
  }
  const auto* data = static_cast<const unsigned char*>(bytes->data());
  return Blob(data, data + bytes->size());
}

}  // namespace plugsmith::trt
