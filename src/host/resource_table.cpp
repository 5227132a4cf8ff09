// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/resource_table.hpp"

#include <utility>

#include "src/host/call_guard.hpp"

namespace plugsmith::host {

// Resources that are still held when the host ends belong to libraries that stay loaded; their
// code may depend on a device that is gone, so they are left alone.
ResourceTable::~ResourceTable() = default;

Result<nvinfer1::IPluginResource*> ResourceTable::acquire(const char* key,
                                                          nvinfer1::IPluginResource* resource) {
  if (key == nullptr) return invalid_argument("acquirePluginResource was given a null key");
  const std::lock_guard lock(mutex_);
  if (refusing_) {
    return internal_error(std::string("plugin resource \"") + key + "\": clone returned null");
  }
  const auto found = resources_.find(key);
  if (found != resources_.end()) {
    ++use_.acquired;
    ++found->second.users;
    return found->second.clone;
  }
  const std::string name = std::string("plugin resource \"") + key + "\"";
  if (resource == nullptr) {
    return invalid_argument(name +
                            " is not held by anyone, and acquirePluginResource was given a "
                            "null resource to clone");
  }
  nvinfer1::IPluginResource* clone = nullptr;
  PLUGSMITH_RETURN_IF_ERROR(guarded(observer_, name, "clone", [&] { clone = resource->clone(); }));
  if (clone == nullptr) return internal_error(name + ": clone returned null");
  ++use_.acquired;
  resources_.emplace(key, Shared{clone, 1});
  return clone;
}

Status ResourceTable::release(const char* key) {
  if (key == nullptr) return invalid_argument("releasePluginResource was given a null key");
  const std::lock_guard lock(mutex_);
  const auto found = resources_.find(key);
  if (found == resources_.end()) {
    ++use_.refused_releases;
    return invalid_argument(std::string("releasePluginResource: nobody holds \"") + key +
                            "\"; each release needs an acquire before it");
  }
  ++use_.released;
  if (--found->second.users > 0) return Status::ok();
  nvinfer1::IPluginResource* clone = found->second.clone;
  resources_.erase(found);
  return dispose(key, clone);
}

ResourceTable::Use ResourceTable::use() const {
  const std::lock_guard lock(mutex_);
  return use_;
}

void ResourceTable::refuse(bool refusing) {
  const std::lock_guard lock(mutex_);
  refusing_ = refusing;
}

Status ResourceTable::dispose(const std::string& key, nvinfer1::IPluginResource* clone) {
  const std::string name = "plugin resource \"" + key + "\"";
  std::int32_t code = 0;
  const Status released = guarded(observer_, name, "release", [&] { code = clone->release(); });
  const Status deleted = guarded(observer_, name, "destructor", [&] { delete clone; });
  PLUGSMITH_RETURN_IF_ERROR(released);
  PLUGSMITH_RETURN_IF_ERROR(deleted);
  if (code != 0) {
    return internal_error(name + ": release returned " + std::to_string(code) +
                          "; 0 means success");
  }
  return Status::ok();
}

}  // namespace plugsmith::host
