// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "plugsmith/log.hpp"
#include "plugsmith/status.hpp"

namespace plugsmith {
inline namespace v1 {

/// What an op keeps per execution context, without its type.
class AnyState {
 public:
  virtual ~AnyState() = default;
};

/// Name of constant data that an op keeps on the device: `static constexpr Weight
/// kScale{"scale"};`.
struct Weight {
  const char* name;
};

/// Device memory that is uploaded once per device and content, shared by all clones and contexts of
/// a process through TensorRT's plugin resources, and freed with its last user.
class WeightUploader {
 public:
  virtual ~WeightUploader() = default;
  /// Address of the shared copy of these `bytes` host bytes on the current device. `name` is part
  /// of the key, so that equal bytes under other names stay apart. Blocking; not for enqueue.
  virtual Result<const void*> upload(const std::string& name, const void* data,
                                     std::int64_t bytes) = 0;
};

/// What `open` works with: it runs once for each execution context, before the first
/// `shape_changed`, with the context's device current. It may allocate and take time. Not called
/// where the op is computed by its CPU reference.
class OpenContext {
 public:
  OpenContext(WeightUploader& uploader, LogSink* log) : uploader_(uploader), log_(log) {}
  /// Device copy of `count` elements of T, alive as long as this execution context.
  template <class T>
  Result<const T*> upload(const Weight& weight, const T* data, std::int64_t count) {
    const auto bytes = count * static_cast<std::int64_t>(sizeof(T));
    Result<const void*> address = uploader_.upload(weight.name, data, bytes);
    if (!address.is_ok()) return address.status();
    return static_cast<const T*>(*address);
  }
  void log(Severity severity, const std::string& text) const {
    if (log_ != nullptr) log_->log(severity, text);
  }

 private:
  WeightUploader& uploader_;
  LogSink* log_;
};

}  // namespace v1
}  // namespace plugsmith
