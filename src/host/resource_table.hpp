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

  /// How often plugins acquired and released so far, and released what nobody held.
  struct Use {
    std::int64_t acquired = 0, released = 0, refused_releases = 0;
  };
  Use use() const;
  /// From now on acquire fails, as it does when a resource's clone is null; or no longer.
  void refuse(bool refusing);

 private:
  struct Shared {
    nvinfer1::IPluginResource* clone = nullptr;
    std::int64_t users = 0;
  };
  Status dispose(const std::string& key, nvinfer1::IPluginResource* clone);

  CallObserver* observer_;
  mutable std::recursive_mutex
      mutex_;  ///< a resource's clone() may itself acquire another resource
  std::map<std::string, Shared> resources_;
  Use use_;
  bool refusing_ = false;
};

}  // namespace plugsmith::host
