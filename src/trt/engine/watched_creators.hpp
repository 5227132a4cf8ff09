// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <set>
#include <vector>

#include "src/trt/engine/tensorrt.hpp"

namespace plugsmith::trt {

/// Puts a watching creator in the place of each that is registered, under the same name, version
/// and namespace. The plugins themselves stay unwrapped. Lives as long as the registry is used.
class WatchedCreators {
 public:
  WatchedCreators(TensorRt& tensorrt, CreatorWatch watch);
  ~WatchedCreators();
  WatchedCreators(const WatchedCreators&) = delete;
  WatchedCreators& operator=(const WatchedCreators&) = delete;

  /// Those registered since the last call. A creator that the registry does not exchange stays.
  void watch_new();

 private:
  TensorRt& tensorrt_;
  CreatorWatch watch_;
  std::set<nvinfer1::IPluginCreatorInterface*> known_;
  std::vector<std::unique_ptr<nvinfer1::IPluginCreatorInterface>> watched_;
};

}  // namespace plugsmith::trt
