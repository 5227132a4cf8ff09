// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/registry.hpp"

#include <exception>

// The registry's methods that only some generations have: lists, lookups, resources.

// IPluginCreator (V1) is deprecated, but TensorRT 10's registry still takes and returns it.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace plugsmith::host {

#if PLUGSMITH_GENERATION >= 10

Creator* const* Registry::getAllCreators(std::int32_t* count) const noexcept {
  const std::lock_guard lock(mutex_);
  listed_ = own_creators();
  if (count != nullptr) *count = static_cast<std::int32_t>(listed_.size());
  return listed_.data();
}

Creator* const* Registry::getAllCreatorsRecursive(std::int32_t* count) noexcept {
  const std::lock_guard lock(mutex_);
  listed_recursive_ = own_creators();
  for (Registry* above = parent_; parent_search_ && above != nullptr; above = above->parent_) {
    const std::lock_guard above_lock(above->mutex_);
    const Creators more = above->own_creators();
    listed_recursive_.insert(listed_recursive_.end(), more.begin(), more.end());
    if (!above->parent_search_) break;
  }
  if (count != nullptr) *count = static_cast<std::int32_t>(listed_recursive_.size());
  return listed_recursive_.data();
}

Creator* Registry::getCreator(nvinfer1::AsciiChar const* name, nvinfer1::AsciiChar const* version,
                              nvinfer1::AsciiChar const* name_space) noexcept {
  return find_or_report("getCreator", name, version, name_space);
}

nvinfer1::IPluginResource* Registry::acquirePluginResource(
    nvinfer1::AsciiChar const* key, nvinfer1::IPluginResource* resource) noexcept {
  try {
    const auto shared = resources_.acquire(key, resource);
    if (shared.is_ok()) return shared.value();
    report(shared.status());
  } catch (const std::exception& error) {
    report(nvinfer1::ErrorCode::kINTERNAL_ERROR, error.what());
  }
  return nullptr;
}

std::int32_t Registry::releasePluginResource(nvinfer1::AsciiChar const* key) noexcept {
  try {
    const Status released = resources_.release(key);
    if (released.is_ok()) return 0;
    report(released);
  } catch (const std::exception& error) {
    report(nvinfer1::ErrorCode::kINTERNAL_ERROR, error.what());
  }
  return -1;
}

#endif

#if PLUGSMITH_GENERATION == 10

bool Registry::registerCreator(nvinfer1::IPluginCreator& creator,
                               nvinfer1::AsciiChar const* name_space) noexcept {
  return registerCreator(static_cast<Creator&>(creator), name_space);
}

bool Registry::deregisterCreator(nvinfer1::IPluginCreator const& creator) noexcept {
  return deregisterCreator(static_cast<Creator const&>(creator));
}

#endif

#if PLUGSMITH_GENERATION <= 10

nvinfer1::IPluginCreator* const* Registry::getPluginCreatorList(
    std::int32_t* count) const noexcept {
  const std::lock_guard lock(mutex_);
  listed_v1_.clear();
  for (const CreatorTable::Entry& entry : table_.entries()) {
    if (entry.identity.kind != InterfaceKind::kV1) continue;
    listed_v1_.push_back(static_cast<nvinfer1::IPluginCreator*>(entry.creator));
  }
  if (count != nullptr) *count = static_cast<std::int32_t>(listed_v1_.size());
  return listed_v1_.data();
}

nvinfer1::IPluginCreator* Registry::getPluginCreator(
    nvinfer1::AsciiChar const* name, nvinfer1::AsciiChar const* version,
    nvinfer1::AsciiChar const* name_space) noexcept {
  Creator* found = find_or_report("getPluginCreator", name, version, name_space);
  if (found == nullptr) return nullptr;
  const Result<InterfaceKind> kind = interface_kind(observer_, *found);
  if (!kind.is_ok() || kind.value() != InterfaceKind::kV1) return nullptr;
  return static_cast<nvinfer1::IPluginCreator*>(found);
}

#endif

}  // namespace plugsmith::host
