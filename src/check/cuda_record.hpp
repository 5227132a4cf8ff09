// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "src/check/families.hpp"
#include "src/cuda_shim/shim_api.hpp"

// The CUDA calls of the library under check, as the recording runtime in its process saw them.

namespace plugsmith::check {

using CudaCalls = std::vector<cuda_shim::Event>;

/// The recording runtime in this process, or null.
const cuda_shim::Api* recording_runtime();

/// Why the library's CUDA calls cannot be seen; empty: they can.
std::string why_not_recorded(const std::string& library);

/// What was called since begin(). False where it was more than is kept.
bool calls_since_begin(const cuda_shim::Api& api, CudaCalls& calls);
/// What was called before the first begin().
CudaCalls early_calls(const cuda_shim::Api& api);

/// "cudaMemcpyAsync (16 bytes)", "launch of add<float>(float*) with grid (1, 1, 1), block ...".
std::string describe(const cuda_shim::Event& call);
/// "the default stream", ...
std::string describe_stream(const void* stream);
/// The first call that the recording runtime cannot do, in words; empty: there was none.
std::string unsupported_call(const CudaCalls& calls);

/// A check that needs the record. The rule is not run without it, nor without a valid input.
template <void (*run)(const Subject&, const cuda_shim::Api&, Verdict&)>
void recorded(const Subject& subject, Verdict& verdict) {
  const std::string reason = why_not_recorded(subject.info.library);
  if (!reason.empty()) return verdict.not_run(reason);
  if (subject.use.reach < Reach::kNegotiated) {
    return verdict.not_run("could not invent a valid input: " + subject.problem);
  }
  run(subject, *recording_runtime(), verdict);
}

}  // namespace plugsmith::check
