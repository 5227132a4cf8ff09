// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/workspace.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <string>

namespace plugsmith::host {

Result<Workspace> Workspace::make(std::int64_t bytes) {
  constexpr std::size_t kAlignment = 256;
  constexpr std::size_t kPoisoned = 1 << 16;  // enough to catch who trusts it, cheap for gigabytes
  Workspace workspace;
  if (bytes <= 0) return workspace;
  const auto size = static_cast<std::size_t>(bytes);
  workspace.memory_.reset(new (std::nothrow) std::byte[size + 3 * kAlignment]);
  if (workspace.memory_ == nullptr) {
    return resource_exhausted("no memory for a workspace of " + std::to_string(bytes) + " bytes");
  }
  const auto address = reinterpret_cast<std::uintptr_t>(workspace.memory_.get());
  const std::uintptr_t doubled =
      (address + 2 * kAlignment - 1) / (2 * kAlignment) * (2 * kAlignment);
  workspace.data_ = workspace.memory_.get() + (doubled + kAlignment - address);
  std::memset(workspace.data_, 0xFF, std::min(size, kPoisoned));
  return workspace;
}

}  // namespace plugsmith::host
