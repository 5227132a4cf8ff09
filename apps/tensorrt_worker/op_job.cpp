// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/tensorrt_worker/build_request.hpp"
#include "apps/tensorrt_worker/engine_report.hpp"
#include "apps/worker/attribute_values.hpp"
#include "apps/worker/choose_creator.hpp"
#include "apps/worker/op_inputs.hpp"

// One op alone: the network holds nothing but its layer.

namespace plugsmith::tensorrt_worker {
namespace {

trt::OneOp network_of(const host::CreatorInfo& creator, const std::vector<host::FieldValue>& fields,
                      const worker::OpInputs& inputs) {
  trt::OneOp op;
  op.name = creator.name;
  op.version = creator.version;
  op.name_space = creator.name_space;
  op.layer_name = creator.name;
  op.fields = to_fields(fields);
  for (std::size_t i = 0; i < inputs.specs.size(); ++i) {
    const host::DimRange& range = inputs.profile[i];
    op.inputs.push_back(
        {inputs.specs[i].name, inputs.specs[i].type, {range.min, range.opt, range.max, {}}});
  }
  op.shape_inputs = inputs.shape_values;
  return op;
}

trt::Profile profile_of(const trt::OneOp& op) {
  trt::Profile profile;
  for (const trt::OneOpInput& input : op.inputs) profile[input.name] = input.range;
  return profile;
}

std::vector<trt::HostTensorView> views_of(const worker::OpInputs& inputs) {
  std::vector<trt::HostTensorView> views;
  for (std::size_t i = 0; i < inputs.specs.size(); ++i) {
    views.push_back({inputs.specs[i].name, inputs.specs[i].type, inputs.dims[i], inputs.data[i]});
  }
  return views;
}

Status build_and_run(JobContext& job, trt::Backend& backend, const trt::OneOp& op,
                     const worker::OpInputs& inputs) {
  PLUGSMITH_RETURN_IF_ERROR(check_plugin(job, backend, op));
  PLUGSMITH_RETURN_IF_ERROR(start_trace(job, backend));
  auto request = read_build_request(job, nullptr);
  if (!request.is_ok()) return request.status();
  request->profiles = {profile_of(op)};
  request->strongly_typed = true;
  job.channel.stage("building an engine with " + op.name);
  auto built = backend.build_op(op, *request);
  if (!built.is_ok()) return built.status();
  job.reply["build_ms"] = built->seconds * 1e3;
  job.reply["build"] = describe_build(*built, nullptr);
  job.channel.stage("deserializing the engine with " + op.name);
  auto engine = backend.load(built->plan.data(), built->plan.size(), built->aliases,
                             trt::PlanCode::kAllowed);  // it was made here
  if (!engine.is_ok()) return engine.status();
  PLUGSMITH_RETURN_IF_ERROR(report_engine(job, **engine));
  return run_engine(job, **engine, views_of(inputs));
}

}  // namespace

Status run_op(JobContext& job) {
  auto backend = open_session(job);
  if (!backend.is_ok()) return backend.status();
  auto creator = worker::choose_creator(creators_of(**backend), job.request.at("op"));
  if (!creator.is_ok()) return creator.status();
  auto fields = worker::parse_attributes(
      *creator, job.request.at("op").at("attributes").get<worker::AttributeTexts>());
  if (!fields.is_ok()) return fields.status();
  auto inputs = worker::read_op_inputs(job, job.request, *creator);
  if (!inputs.is_ok()) return inputs.status();
  job.reply["creator"] = {{"name", creator->name},
                          {"version", creator->version},
                          {"namespace", creator->name_space},
                          {"interface", interface_name(creator->kind)},
                          {"library", creator->library}};
  return build_and_run(job, **backend, network_of(*creator, *fields, *inputs), *inputs);
}

}  // namespace plugsmith::tensorrt_worker
