// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/registry.hpp"

#include <algorithm>
#include <exception>

// IPluginCreator (V1) is deprecated, but TensorRT 10's registry still takes and returns it.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace plugsmith::host {
namespace {

using nvinfer1::ErrorCode;

/// What TensorRT 10 reports for a lookup that finds nothing (code 4, seen in its log).
constexpr ErrorCode kNotFound = ErrorCode::kINVALID_CONFIG;

ErrorCode error_code_of(const Status& status) {
  switch (status.code()) {
    case StatusCode::kInternal: return ErrorCode::kINTERNAL_ERROR;
    case StatusCode::kInvalidArgument:
    case StatusCode::kUnsupported: return ErrorCode::kINVALID_ARGUMENT;
    default: return ErrorCode::kUNSPECIFIED_ERROR;
  }
}

}  // namespace

Registry::Registry(CallObserver* observer, HostLogger& logger, Registry* parent)
    : observer_(observer),
      logger_(logger),
      finder_(logger),
#if PLUGSMITH_GENERATION >= 10
      parent_(parent),
      resources_(observer) {
}
#else
      parent_(parent) {
}
#endif

Registry::~Registry() noexcept = default;

std::vector<CreatorTable::Entry> Registry::snapshot() const {
  const std::lock_guard lock(mutex_);
  return table_.entries();
}

Creator* Registry::look_up(const CreatorIdentity& wanted) const {
  const std::lock_guard lock(mutex_);
  const CreatorTable::Entry* entry = table_.find(wanted.name, wanted.version, wanted.name_space);
  if (entry != nullptr) return entry->creator;
  return parent_ != nullptr && parent_search_ ? parent_->look_up(wanted) : nullptr;
}

std::vector<CreatorTable::Entry> Registry::registered_by_call() const {
  const std::lock_guard lock(mutex_);
  return registered_by_call_;
}

void Registry::take_misregistered() {
  const std::lock_guard lock(mutex_);
  take_misregistered_ = true;
}

std::vector<std::string> Registry::misregistered() const {
  const std::lock_guard lock(mutex_);
  return misregistered_;
}

Status Registry::add(Creator& creator, const char* name_space) {
  if (name_space == nullptr) {
    return invalid_argument("registerCreator was given a null namespace; the empty one is \"\"");
  }
  const Result<CreatorIdentity> identity = read_identity(observer_, creator);
  if (!identity.is_ok()) return identity.status();
  const std::lock_guard lock(mutex_);
  if (identity->name_space != name_space) {
    const std::string problem("creator " + describe(identity.value()) +
                              " was registered under namespace \"" + name_space +
                              "\", but getPluginNamespace returns \"" + identity->name_space +
                              "\": TensorRT would find it under neither; make them equal");
    if (!take_misregistered_) return invalid_argument(problem);
    misregistered_.push_back(problem);
  }
  if (table_.add(creator, identity.value())) {
    registered_by_call_.push_back({&creator, identity.value()});
    return Status::ok();
  }
  return {StatusCode::kOutOfRange, "creator " + describe(identity.value()) +
                                       " is registered already; name, version and namespace "
                                       "together must be unique"};
}

Status Registry::add_library(const std::vector<Creator*>& creators) {
  std::vector<CreatorTable::Entry> entries;
  for (Creator* creator : creators) {
    if (creator == nullptr) {
      return invalid_argument(std::string(kCreatorEntry) +
                              " lists a null creator; each entry must point to one");
    }
    auto identity = read_identity(observer_, *creator);
    if (!identity.is_ok()) return identity.status();
    if (identity->name.empty())
      return invalid_argument(std::string(kCreatorEntry) + " lists a creator without a name");
    entries.push_back({creator, std::move(identity).value()});
  }
  const std::lock_guard lock(mutex_);
  const CreatorTable::Entry* known = table_.add_library(entries);
  if (known == nullptr) return Status::ok();
  return invalid_argument("creator " + describe(known->identity) +
                          " is registered already; TensorRT then loads none of the library");
}

void Registry::report(ErrorCode code, const std::string& text) noexcept {
  logger_.note(nvinfer1::ILogger::Severity::kERROR, text);
  nvinfer1::IErrorRecorder* recorder = getErrorRecorder();
  if (recorder != nullptr) recorder->reportError(code, text.c_str());
}

void Registry::report(const Status& status) noexcept {
  report(error_code_of(status), status.message());
}

void Registry::setErrorRecorder(nvinfer1::IErrorRecorder* recorder) noexcept {
  const std::lock_guard lock(mutex_);
  if (recorder != nullptr) recorder->incRefCount();
  if (recorder_ != nullptr) recorder_->decRefCount();
  recorder_ = recorder;
}

nvinfer1::IErrorRecorder* Registry::getErrorRecorder() const noexcept {
  const std::lock_guard lock(mutex_);
  return recorder_;
}

bool Registry::isParentSearchEnabled() const {
  const std::lock_guard lock(mutex_);
  return parent_search_;
}

void Registry::setParentSearchEnabled(bool enabled) {
  const std::lock_guard lock(mutex_);
  parent_search_ = enabled;
}

bool Registry::registerCreator(Creator& creator, nvinfer1::AsciiChar const* name_space) noexcept {
  try {
    const Status added = add(creator, name_space);
    if (added.is_ok()) return true;
    // A triple that is there already is refused without an error, as in TensorRT.
    if (added.code() == StatusCode::kOutOfRange) {
      logger_.note(nvinfer1::ILogger::Severity::kVERBOSE, added.message());
    } else {
      report(added);
    }
  } catch (const std::exception& error) {
    report(ErrorCode::kINTERNAL_ERROR, error.what());
  }
  return false;
}

bool Registry::deregisterCreator(Creator const& creator) noexcept {
  const std::lock_guard lock(mutex_);
  if (table_.remove(creator)) return true;
  report(kNotFound, "deregisterCreator: this creator object is not registered");
  return false;
}

Registry::Creators Registry::own_creators() const {
  Creators creators;
  for (const CreatorTable::Entry& entry : table_.entries()) creators.push_back(entry.creator);
  return creators;
}

Creator* Registry::find_or_report(const char* method, const char* name, const char* version,
                                  const char* name_space) noexcept {
  try {
    if (name == nullptr || version == nullptr || name_space == nullptr) {
      report(ErrorCode::kINVALID_ARGUMENT,
             std::string(method) + " was given a null name, version or namespace");
      return nullptr;
    }
    auto* creator = look_up({name, version, name_space, InterfaceKind::kUnknown});
    if (creator == nullptr) {
      report(kNotFound, std::string(method) + ": no plugin " + name + ", version " + version +
                            ", namespace \"" + name_space + "\"");
    }
    return creator;
  } catch (const std::exception& error) {
    report(ErrorCode::kINTERNAL_ERROR, error.what());
    return nullptr;
  }
}

}  // namespace plugsmith::host
