// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "apps/common/fields.hpp"
#include "apps/tensorrt_worker/build_request.hpp"
#include "apps/tensorrt_worker/engine_report.hpp"
#include "apps/worker/choose_creator.hpp"

// The plan of one op alone, built and run in one process, then run in another.

namespace plugsmith::tensorrt_worker {
namespace {

using Tensors = std::vector<wire::NamedTensor>;

Result<trt::OneOp> read_op(const JobContext& job, const trt::Backend& backend,
                           const Tensors& inputs) {
  const Json& asked = job.request.at("op");
  auto creator = worker::choose_creator(creators_of(backend), asked);
  if (!creator.is_ok()) return creator.status();
  trt::OneOp op{creator->name, creator->version, creator->name_space, creator->name, {}, {}, {}};
  op.fields = to_fields(wire::fields_from(asked.at("fields")));
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const Json& range = job.request.at("profile").at(i);
    op.inputs.push_back(
        {inputs[i].name,
         inputs[i].type,
         {range.at(0).get<io::Dims>(), inputs[i].dims, range.at(1).get<io::Dims>(), {}}});
  }
  op.shape_inputs = job.request.at("shape_inputs").get<std::vector<trt::DimList>>();
  return op;
}

Result<trt::BuiltPlan> build(JobContext& job, trt::Backend& backend, const trt::OneOp& op) {
  PLUGSMITH_RETURN_IF_ERROR(check_plugin(job, backend, op));
  auto request = read_build_request(job, nullptr);
  if (!request.is_ok()) return request.status();
  request->strongly_typed = true;
  request->profiles.emplace_back();
  for (const auto& input : op.inputs) request->profiles.back()[input.name] = input.range;
  job.channel.stage("building an engine with " + op.name);
  return backend.build_op(op, *request);
}

// Whether a second run gives the bits of the first, which the reply holds.
Result<bool> is_repeatable(const JobContext& job, trt::LoadedEngine& engine,
                           const Tensors& inputs) {
  trt::RunRequest request;
  request.inputs = views_of(inputs);
  auto again = engine.run(request);
  if (!again.is_ok()) return again.status();
  const auto first = wire::tensors_from(job.reply.at("outputs"), job.blocks);
  if (!first.is_ok()) return first.status();
  return std::equal(first->begin(), first->end(), again->outputs.begin(), again->outputs.end(),
                    [](const wire::NamedTensor& one, const trt::HostTensor& other) {
                      const auto bytes = std::as_bytes(std::span(other.bytes));
                      return one.dims == other.dims &&
                             std::equal(one.bytes.begin(), one.bytes.end(), bytes.begin(),
                                        bytes.end());
                    });
}

}  // namespace

Status find_tensorrt_and_device(JobContext& job) {
  auto backend = open_session(job);
  return backend.is_ok() ? trt::find_device() : backend.status();
}

Status build_op_plan(JobContext& job) {
  auto inputs = read_inputs(job);
  if (!inputs.is_ok()) return inputs.status();
  auto backend = open_session(job);
  if (!backend.is_ok()) return backend.status();
  auto op = read_op(job, **backend, *inputs);
  if (!op.is_ok()) return op.status();
  auto built = build(job, **backend, *op);
  if (!built.is_ok()) return built.status();
  job.reply["build"] = describe_build(*built, nullptr);
  job.channel.stage("deserializing the engine with " + op->name + " where it was built");
  auto engine = (*backend)->load(built->plan.data(), built->plan.size(), built->aliases,
                                 trt::PlanCode::kAllowed);
  if (!engine.is_ok()) return engine.status();
  PLUGSMITH_RETURN_IF_ERROR(run_engine(job, **engine, views_of(*inputs)));
  auto repeatable = is_repeatable(job, **engine, *inputs);
  if (!repeatable.is_ok()) return repeatable.status();
  job.reply["repeatable"] = *repeatable;
  job.reply["aliases"] = built->aliases;
  job.reply["plan_block"] = job.blocks.size();
  const auto plan = std::as_bytes(std::span(built->plan));
  job.kept.emplace_back(plan.begin(), plan.end());
  job.blocks.emplace_back(job.kept.back());
  return Status::ok();
}

Status run_op_plan(JobContext& job) {
  auto inputs = read_inputs(job);
  if (!inputs.is_ok()) return inputs.status();
  const process::Bytes plan =
      job.channel.request().blocks().at(job.request.at("plan_block").get<std::size_t>());
  auto backend = open_session(job);
  if (!backend.is_ok()) return backend.status();
  job.channel.stage("deserializing the engine in another process");
  auto engine = (*backend)->load(
      plan.data(), plan.size(), job.request.at("aliases").get<std::map<std::string, std::string>>(),
      trt::PlanCode::kAllowed);  // another process of ours made it
  if (!engine.is_ok()) return engine.status();
  return run_engine(job, **engine, views_of(*inputs));
}

}  // namespace plugsmith::tensorrt_worker
