// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <list>

#include "apps/tensorrt_worker/session.hpp"
#include "src/io/random.hpp"

// Small models, built strongly typed and timed one after the other: making TensorRT's builder takes
// longer than all of them.

namespace plugsmith::tensorrt_worker {
namespace {

using Clock = std::chrono::steady_clock;

struct Inputs {
  std::list<io::Tensor> drawn;
  std::vector<trt::HostTensorView> views;
  trt::Profile profile;
};

// Random tensors are drawn here; the others came with the request.
Status read_inputs(const JobContext& job, const Json& entries, Inputs& inputs) {
  for (const Json& entry : entries) {
    const auto name = entry.at("name").get<std::string>();
    const auto type = static_cast<DataType>(entry.at("type").get<int>());
    const auto dims = entry.at("dims").get<io::Dims>();
    const void* data = nullptr;
    if (entry.contains("block")) {
      auto tensors = wire::tensors_from(Json::array({entry}), job.channel.request().blocks());
      if (!tensors.is_ok()) return tensors.status();
      data = tensors->front().bytes.data();
    } else {
      auto tensor = io::random_tensor(type, dims, entry.at("seed"), name);
      if (!tensor.is_ok()) return tensor.status();
      data = inputs.drawn.emplace_back(std::move(tensor).value()).bytes.data();
    }
    inputs.views.push_back({name, type, dims, data});
    inputs.profile[name] = {dims, dims, dims, {}};
  }
  return Status::ok();
}

Result<trt::StepTimes> time_model(JobContext& job, trt::Backend& backend, const Json& model) {
  const auto path = model.at("path").get<std::string>();
  Inputs inputs;
  PLUGSMITH_RETURN_IF_ERROR(read_inputs(job, model.at("inputs"), inputs));
  trt::BuildRequest build;
  build.strongly_typed = true;
  build.profiles = {inputs.profile};
  job.channel.stage("building an engine from " + path);
  auto built = backend.build_model(path, build);
  if (!built.is_ok()) return built.status();
  auto engine = backend.load(built->plan.data(), built->plan.size(), built->aliases,
                             trt::PlanCode::kAllowed);  // it was made here
  if (!engine.is_ok()) return engine.status();
  trt::RunRequest run;
  run.inputs = inputs.views;
  run.steps = job.request.at("steps").get<std::uint64_t>();
  run.cache = trt::StepCache::kCold;
  job.channel.stage("timing " + path);
  auto result = (*engine)->run(run);
  if (!result.is_ok()) return result.status();
  return result->device;
}

}  // namespace

Status time_models(JobContext& job) {
  auto backend = open_session(job);
  if (!backend.is_ok()) return backend.status();
  const double seconds = job.request.value("seconds", 0.0);
  const Clock::time_point started = Clock::now();
  Json& replies = job.reply["models"] = Json::array();
  for (const Json& model : job.request.at("models")) {
    const std::chrono::duration<double> spent = Clock::now() - started;
    if (seconds > 0 && spent.count() > seconds) break;
    const auto times = time_model(job, **backend, model);
    if (times.is_ok()) {
      replies.push_back({{"median", times->median_ms},
                         {"low_quartile", times->low_quartile_ms},
                         {"high_quartile", times->high_quartile_ms}});
    } else {
      replies.push_back({{"error", times.status().message()}});
    }
  }
  return Status::ok();
}

}  // namespace plugsmith::tensorrt_worker
