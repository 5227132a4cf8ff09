// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/engine/build.hpp"

#include <chrono>

#include "src/trt/engine/builder_config.hpp"
#include "src/trt/engine/failure.hpp"
#include "src/trt/engine/profile.hpp"
#include "src/trt/engine/progress.hpp"
#include "src/trt/engine/timing_cache.hpp"

namespace plugsmith::trt {

Result<BuiltPlan> build(TensorRt& tensorrt, nvinfer1::IBuilder& builder, Network& network,
                        const BuildRequest& request) {
  ProgressMonitor monitor(request.on_progress);  // outlives the configuration that names it
  const std::unique_ptr<nvinfer1::IBuilderConfig> config(builder.createBuilderConfig());
  if (config == nullptr) {
    return internal_error("TensorRT makes no builder configuration" + quote(tensorrt.log().take()));
  }
  PLUGSMITH_RETURN_IF_ERROR(configure(tensorrt, *config, network, request));
  PLUGSMITH_RETURN_IF_ERROR(add_profiles(tensorrt, builder, *config, network, request.profiles));
  const auto cache = use_timing_cache(tensorrt, *config, request.timing_cache);
  if (!cache.is_ok()) return cache.status();
  config->setProgressMonitor(&monitor);
  tensorrt.log().take();
  const auto start = std::chrono::steady_clock::now();
  const std::unique_ptr<nvinfer1::IHostMemory> plan(
      builder.buildSerializedNetwork(*network.definition, *config));
  if (plan == nullptr) return explain_build(tensorrt.log().take(), request.workspace_bytes);
  BuiltPlan built;
  built.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const auto* data = static_cast<const unsigned char*>(plan->data());
  built.plan.assign(data, data + plan->size());
  Result<Blob> now = request.reread_timing_cache ? request.reread_timing_cache() : Blob();
  if (!now.is_ok()) return now.status();
  auto merged = merge_timing_cache(tensorrt, *config, *now);
  if (!merged.is_ok()) return merged.status();
  built.timing_cache = std::move(merged).value();
  built.aliases = aliased_outputs(*network.definition);
  return built;
}

}  // namespace plugsmith::trt
