// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "apps/tensorrt_worker/build_request.hpp"
#include "apps/tensorrt_worker/engine_report.hpp"
#include "src/io/file.hpp"
#include "src/trt/engine/failure.hpp"

// A model, built for the shapes of this run, or a plan.

namespace plugsmith::tensorrt_worker {
namespace {

template <class T>
trt::DimList values_as(const wire::NamedTensor& tensor) {
  trt::DimList values;
  for (std::size_t at = 0; at + sizeof(T) <= tensor.bytes.size(); at += sizeof(T)) {
    T value{};
    std::memcpy(&value, tensor.bytes.data() + at, sizeof(T));
    values.push_back(value);
  }
  return values;
}

// What a small integer input holds: it may turn out to be a shape.
trt::DimList values_of(const wire::NamedTensor& tensor) {
  constexpr std::size_t kMostBytes = 512;
  if (tensor.dims.size() > 1 || tensor.bytes.size() > kMostBytes) return {};
  if (tensor.type == DataType::kInt64) return values_as<std::int64_t>(tensor);
  if (tensor.type == DataType::kInt32) return values_as<std::int32_t>(tensor);
  return {};
}

Json profile_of(const std::vector<wire::NamedTensor>& tensors) {
  Json profile = Json::object();
  for (const auto& tensor : tensors) {
    profile[tensor.name] = {{"min", tensor.dims},
                            {"opt", tensor.dims},
                            {"max", tensor.dims},
                            {"values", values_of(tensor)}};
  }
  return Json::array({profile});
}

trt::PlanCode code_from(const Json& request) {
  return request.value("allow_plan_code", false) ? trt::PlanCode::kAllowed
                                                 : trt::PlanCode::kRefused;
}

// So that the parent can look for a library that has it.
void report_missing_creator(JobContext& job) {
  std::vector<trt::EngineLogLine> lines;
  for (const Json& line : job.reply.at("log")) {
    lines.push_back({line.at("severity").get<int>(), line.at("text").get<std::string>()});
  }
  const auto creator = trt::missing_creator(lines);
  if (!creator) return;
  job.reply["missing_creator"] = {
      {"name", creator->name}, {"version", creator->version}, {"namespace", creator->name_space}};
}

Result<std::unique_ptr<trt::LoadedEngine>> load_file(JobContext& job, trt::Backend& backend) {
  const auto path = job.request.at("plan").get<std::string>();
  job.channel.stage("reading " + path);
  auto bytes = io::read_file(path);
  if (!bytes.is_ok()) return bytes.status();
  job.channel.stage("deserializing " + path);
  auto engine = backend.load(bytes->data(), bytes->size(), {}, code_from(job.request));
  if (engine.is_ok()) return engine;
  report_missing_creator(job);
  return Status(engine.status().code(), path + ": " + engine.status().message());
}

}  // namespace

Status run_model(JobContext& job) {
  auto inputs = read_inputs(job);
  if (!inputs.is_ok()) return inputs.status();
  if (!job.request.contains("profiles")) job.request["profiles"] = profile_of(*inputs);
  auto backend = open_session(job);
  if (!backend.is_ok()) return backend.status();
  PLUGSMITH_RETURN_IF_ERROR(start_trace(job, **backend));
  auto built = build_model(job, **backend);
  if (!built.is_ok()) return built.status();
  job.reply["build_ms"] = built->seconds * 1e3;
  job.channel.stage("deserializing the engine");
  auto engine = (*backend)->load(built->plan.data(), built->plan.size(), built->aliases,
                                 trt::PlanCode::kAllowed);  // it was made here
  if (!engine.is_ok()) return engine.status();
  PLUGSMITH_RETURN_IF_ERROR(report_engine(job, **engine));
  return run_engine(job, **engine, views_of(*inputs));
}

Status describe_plan(JobContext& job) {
  auto backend = open_session(job);
  if (!backend.is_ok()) return backend.status();
  auto engine = load_file(job, **backend);
  return engine.is_ok() ? report_engine(job, **engine) : engine.status();
}

Status run_plan(JobContext& job) {
  auto inputs = read_inputs(job);
  if (!inputs.is_ok()) return inputs.status();
  auto backend = open_session(job);
  if (!backend.is_ok()) return backend.status();
  auto engine = load_file(job, **backend);
  if (!engine.is_ok()) return engine.status();
  PLUGSMITH_RETURN_IF_ERROR(report_engine(job, **engine));
  return run_engine(job, **engine, views_of(*inputs));
}

}  // namespace plugsmith::tensorrt_worker
