// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "plugsmith/status.hpp"

namespace plugsmith::host {

/// Memory whose address is a multiple of 256 and of no larger power of two: TensorRT promises
/// plugins no more. Holds garbage.
class Workspace {
 public:
  /// Size 0 gives a null pointer. Resource exhausted when there is no memory.
  static Result<Workspace> make(std::int64_t bytes);
  void* data() const { return data_; }

 private:
  std::unique_ptr<std::byte[]> memory_;
  void* data_ = nullptr;
};

}  // namespace plugsmith::host
