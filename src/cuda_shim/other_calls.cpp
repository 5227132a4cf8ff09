// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/cuda_shim/other_entry_points.hpp"
#include "src/cuda_shim/recorder.hpp"

// They look at no argument, so that they need no prototype: with C linkage a caller may pass any.

using plugsmith::cuda_shim::CallKind;
using plugsmith::cuda_shim::Recorded;

#define PLUGSMITH_ACCEPT(name) \
  CUDA_SHIM cudaError_t name() { return Recorded(#name, CallKind::kQuery).done(); }
#define PLUGSMITH_REFUSE(name) \
  CUDA_SHIM cudaError_t name() { return plugsmith::cuda_shim::unsupported_call(#name); }

PLUGSMITH_CUDA_ACCEPTED(PLUGSMITH_ACCEPT)
PLUGSMITH_CUDA_UNSUPPORTED(PLUGSMITH_REFUSE)
