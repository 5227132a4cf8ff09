// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <cstdint>
#include <map>
#include <mutex>
#include <string>

#include "plugsmith/status.hpp"
#include "src/host/plugin_host.hpp"

namespace plugsmith::host {

/// Plugin resources by key: cloned once, shared and counted. Safe to use from several threads.
class ResourceTable {
 public:
  explicit ResourceTable(CallObserver* observer) : observer_(observer) {}
  ~ResourceTable();
  ResourceTable(const ResourceTable&) = delete;
  ResourceTable& operator=(const ResourceTable&) = delete;

  /// The stored clone; the first use of a key clones `resource`. A null clone leaves no key behind
  /// (TensorRT 10 keeps a dead one).
  Result<nvinfer1::IPluginResource*> acquire(const char* key, nvinfer1::IPluginResource* resource);

  /// The last release of a key calls release() on the clone and deletes it.
  Status release(const char* key);

 private:
  struct Shared {
    nvinfer1::IPluginResource* clone = nullptr;
    std::int64_t users = 0;
  };
  Status dispose(const std::string& key, nvinfer1::IPluginResource* clone);

  CallObserver* observer_;
  std::recursive_mutex mutex_;  ///< a resource's clone() may itself acquire another resource
  std::map<std::string, Shared> resources_;
};

}  // namespace plugsmith::host
