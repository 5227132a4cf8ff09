// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "src/host/call_guard.hpp"
#include "src/host/plugin_object.hpp"

// What the parts of PluginObject and its classes share; for their own .cpp files only.

namespace plugsmith::host {

template <class Call>
Status PluginObject::call(const char* method, Call&& body) {
  const Status status = guarded(state_->observer(), name_, method, std::forward<Call>(body));
  return status.is_ok() ? status : Status(status.code(), who_ + ": " + status.message());
}

/// Plugins that run on host memory get a stream that is not the default one and means nothing.
inline cudaStream_t fake_stream() {
  static char anchor = 0;
  return reinterpret_cast<cudaStream_t>(&anchor);
}

inline cudaStream_t stream_of(const EnqueueBuffers& buffers) {
  return buffers.stream == nullptr ? fake_stream() : buffers.stream;
}

}  // namespace plugsmith::host
