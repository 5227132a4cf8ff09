// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "apps/tensorrt_worker/session.hpp"
#include "apps/tensorrt_worker/timing_cache_file.hpp"

namespace plugsmith::tensorrt_worker {

/// The request's {"precision", "strongly_typed", "version_compatible", "alias_preview",
/// "embed_plugins", "workspace_bytes", "profiles": [{NAME: {"min", "opt", "max"}}]}, each
/// optional, with progress shown to the parent. `cache` may be null and must outlive the result.
Result<trt::BuildRequest> read_build_request(JobContext& job, TimingCacheFile* cache);

/// {"seconds", "plan_bytes", "timing_cache": {...}}.
Json describe_build(const trt::BuiltPlan& built, const TimingCacheFile* cache);

/// Builds the request's "model", after asking each of its plugins for what TensorRT crashes on.
Result<trt::BuiltPlan> build_model(JobContext& job, trt::Backend& backend);

}  // namespace plugsmith::tensorrt_worker
