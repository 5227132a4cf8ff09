// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/tensorrt_worker/engine_report.hpp"

#include "apps/tensorrt_worker/plan_summary.hpp"

namespace plugsmith::tensorrt_worker {
namespace {

Json describe(const trt::EngineTensor& tensor) {
  Json ranges = Json::array();
  for (const auto& range : tensor.ranges) {
    ranges.push_back({{"min", range.min}, {"opt", range.opt}, {"max", range.max}});
  }
  Json json{{"name", tensor.name},       {"type", static_cast<int>(tensor.type)},
            {"dims", tensor.dims},       {"input", tensor.is_input},
            {"on_host", tensor.on_host}, {"format", to_string(tensor.format)}};
  if (!ranges.empty()) json["ranges"] = std::move(ranges);
  if (!tensor.aliased_input.empty()) json["aliased_input"] = tensor.aliased_input;
  return json;
}

Json to_json(const trt::StepTimes& times) {
  return {{"count", times.count},
          {"median", times.median_ms},
          {"min", times.min_ms},
          {"max", times.max_ms},
          {"low_quartile", times.low_quartile_ms},
          {"high_quartile", times.high_quartile_ms}};
}

}  // namespace

Result<std::vector<wire::NamedTensor>> read_inputs(const JobContext& job) {
  return wire::tensors_from(job.request.at("inputs"), job.channel.request().blocks());
}

std::vector<trt::HostTensorView> views_of(const std::vector<wire::NamedTensor>& tensors) {
  std::vector<trt::HostTensorView> views;
  for (const auto& tensor : tensors) {
    views.push_back({tensor.name, tensor.type, tensor.dims, tensor.bytes.data()});
  }
  return views;
}

Status report_engine(JobContext& job, trt::LoadedEngine& engine) {
  Json tensors = Json::array();
  for (const trt::EngineTensor& tensor : engine.tensors()) tensors.push_back(describe(tensor));
  job.reply["tensors"] = std::move(tensors);
  auto text = engine.inspect();
  if (!text.is_ok()) return text.status();
  job.reply["engine"] = summarise_plan(*text);
  job.reply["engine"]["context_memory_bytes"] = engine.context_memory_bytes();
  if (job.request.value("inspector_text", false)) job.reply["inspector"] = *text;
  return Status::ok();
}

Status run_engine(JobContext& job, trt::LoadedEngine& engine,
                  std::vector<trt::HostTensorView> inputs) {
  trt::RunRequest request;
  request.inputs = std::move(inputs);
  request.steps = job.request.value("steps", std::uint64_t{1});
  for (const Json& pair : job.request.value("feeds", Json::array())) {
    request.feeds.emplace_back(pair.at(0).get<std::string>(), pair.at(1).get<std::string>());
  }
  if (job.request.value("cuda_graph", false)) request.graph = trt::CudaGraph::kYes;
  request.on_step = [&](std::uint64_t done) { job.channel.progress(done, request.steps); };
  job.channel.stage("running the engine");
  auto result = engine.run(request);
  if (!result.is_ok()) return result.status();
  job.reply["run_ms"] = result->total_ms;
  job.reply["step_ms"] = to_json(result->device);
  job.reply["step_ms"]["all_on_host"] = result->steps_ms;
  std::vector<wire::NamedTensor> outputs;
  for (const trt::HostTensor& output : result->outputs) {
    const auto* data = reinterpret_cast<const std::byte*>(output.bytes.data());
    job.kept.emplace_back(data, data + output.bytes.size());
    outputs.push_back({output.name, output.type, output.dims, job.kept.back()});
  }
  job.reply["outputs"] = wire::to_json(outputs, job.blocks);
  return Status::ok();
}

}  // namespace plugsmith::tensorrt_worker
