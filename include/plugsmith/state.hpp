// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

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

}  // namespace v1
}  // namespace plugsmith
