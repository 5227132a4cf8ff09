// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/tensorrt_worker/build_request.hpp"

#include <map>
#include <optional>

#include "apps/tensorrt_worker/plugin_nodes.hpp"
#include "src/graph/onnx_model.hpp"

namespace plugsmith::tensorrt_worker {
namespace {

trt::Precision precision_from(const std::string& name) {
  static const std::map<std::string, trt::Precision> kNames = {{"fp32", trt::Precision::kFp32},
                                                               {"tf32", trt::Precision::kTf32},
                                                               {"fp16", trt::Precision::kFp16},
                                                               {"bf16", trt::Precision::kBf16},
                                                               {"int8", trt::Precision::kInt8}};
  const auto found = kNames.find(name);
  return found != kNames.end() ? found->second : trt::Precision::kFp32;
}

trt::Profile read_profile(const Json& profile) {
  trt::Profile ranges;
  for (const auto& [name, range] : profile.items()) {
    ranges[name] = {range.at("min").get<trt::DimList>(), range.at("opt").get<trt::DimList>(),
                    range.at("max").get<trt::DimList>(), range.value("values", trt::DimList())};
  }
  return ranges;
}

}  // namespace

Result<trt::BuildRequest> read_build_request(JobContext& job, TimingCacheFile* cache) {
  const Json& json = job.request;
  trt::BuildRequest request;
  request.precision = precision_from(json.value("precision", "fp32"));
  request.strongly_typed = json.value("strongly_typed", false);
  request.version_compatible = json.value("version_compatible", false);
  request.lean_runtime_excluded = json.value("lean_runtime_excluded", false);
  request.alias_preview = json.value("alias_preview", true);
  request.optimization_level = json.value("optimization_level", -1);
  request.workspace_bytes = json.value("workspace_bytes", std::int64_t{0});
  if (json.value("embed_plugins", false)) {
    for (const Json& library : json.at("libraries")) {
      request.embedded_libraries.push_back(library.at("path").get<std::string>());
    }
  }
  for (const Json& profile : json.value("profiles", Json::array())) {
    request.profiles.push_back(read_profile(profile));
  }
  request.on_progress = [&job](const trt::BuildProgress& progress) {
    job.channel.stage("building the engine (" + progress.phase + ")");
    job.channel.progress(static_cast<std::uint64_t>(progress.done),
                         static_cast<std::uint64_t>(progress.total));
    return true;
  };
  if (cache == nullptr) return request;
  auto content = cache->read();
  if (!content.is_ok()) return content.status();
  request.timing_cache = std::move(content).value();
  request.reread_timing_cache = [cache] { return cache->lock_and_read(); };
  return request;
}

Json describe_build(const trt::BuiltPlan& built, const TimingCacheFile* cache) {
  Json json{{"seconds", built.seconds}, {"plan_bytes", built.plan.size()}};
  if (cache != nullptr) {
    json["timing_cache"] = {{"file", cache->path()},
                            {"bytes_before", cache->bytes_before()},
                            {"bytes_after", cache->bytes_after()}};
  }
  return json;
}

Result<trt::BuiltPlan> build_model(JobContext& job, trt::Backend& backend) {
  const auto path = job.request.at("model").get<std::string>();
  job.channel.stage("reading " + path);
  auto model = graph::Model::load(path);
  if (!model.is_ok()) return model.status();
  auto version = graph::parse_parser_version(backend.version());
  if (!version.is_ok()) return version.status();
  const auto creators = creators_of(backend);
  const auto mappings = graph::map_nodes(*model, creators, *version);
  PLUGSMITH_RETURN_IF_ERROR(check_plugins(job, backend, mappings));
  describe_nodes(mappings, creators, job.reply);
  std::optional<TimingCacheFile> cache;
  const auto file = job.request.value("timing_cache", std::string());
  if (!file.empty()) cache.emplace(file);
  TimingCacheFile* used = cache ? &*cache : nullptr;
  auto request = read_build_request(job, used);
  if (!request.is_ok()) return request.status();
  job.channel.stage("building an engine from " + path);
  auto built = backend.build_model(path, *request);
  if (!built.is_ok()) return with_reason(built.status(), mappings);
  if (cache) PLUGSMITH_RETURN_IF_ERROR(cache->save(built->timing_cache));
  job.reply["build"] = describe_build(*built, used);
  return built;
}

}  // namespace plugsmith::tensorrt_worker
