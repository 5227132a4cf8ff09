// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "plugsmith/state.hpp"
#include "src/cuda/device_memory.hpp"

namespace plugsmith::trt {

/// Uploads through TensorRT's plugin resources: one device copy per device and content in a
/// process, whoever asks; released when the last SharedWeights that asked for it dies. Where no
/// registry is loaded, the copy is this object's own. One object per execution context.
class SharedWeights final : public WeightUploader {
 public:
  SharedWeights() = default;
  ~SharedWeights() override;
  SharedWeights(const SharedWeights&) = delete;
  SharedWeights& operator=(const SharedWeights&) = delete;

  Result<const void*> upload(const std::string& name, const void* data,
                             std::int64_t bytes) override;

 private:
  std::map<std::string, const void*> acquired_;  ///< resource key -> device address
  std::vector<cuda::DeviceBuffer> own_;
};

}  // namespace plugsmith::trt
