// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/model_inputs.hpp"
#include "apps/plugsmith/run_options.hpp"
#include "apps/plugsmith/run_report.hpp"
#include "apps/plugsmith/tensorrt_report.hpp"
#include "src/graph/onnx_model.hpp"

namespace plugsmith::cli {
namespace {

using Infos = std::vector<graph::TensorInfo>;

WorkerReply failure(const Status& status) { return {status, Json::object(), std::nullopt}; }

Infos inputs_of_plan(const Json& tensors) {
  Infos infos;
  for (const Json& tensor : tensors) {
    if (!tensor.at("input").get<bool>()) continue;
    graph::TensorInfo info;
    info.name = tensor.at("name").get<std::string>();
    info.type = static_cast<DataType>(tensor.at("type").get<int>());
    info.type_name = to_string(*info.type);
    info.has_shape = true;
    info.dims = tensor.at("dims").get<io::Dims>();
    info.symbols.resize(info.dims.size());
    infos.push_back(std::move(info));
  }
  return infos;
}

/// What the file declares as its inputs; a plan is asked in the worker.
struct Declared {
  Infos inputs;
  WorkerReply reply;  ///< of a plan that was not taken
};

Declared declared_inputs(const std::string& target, const RunOptions& options) {
  Declared declared;
  if (!is_plan(target)) {
    auto model = graph::Model::load(target);
    declared.reply.status = model.status();
    if (model.is_ok()) declared.inputs = model->inputs();
    return declared;
  }
  declared.reply = call_tensorrt(options.libraries, {{"job", "describe_plan"}, {"plan", target}},
                                 {}, options.tensorrt, options.worker);
  if (declared.reply.status.is_ok()) {
    declared.inputs = inputs_of_plan(declared.reply.json.at("tensors"));
  }
  return declared;
}

WorkerReply run_in_tensorrt(const std::string& target, const std::vector<std::string>& libraries,
                            const ModelInputs& inputs, const RunOptions& options) {
  auto feeds = parse_feeds(options.feeds);
  if (!feeds.is_ok()) return failure(feeds.status());
  std::vector<process::Bytes> blocks;
  const Json tensors = wire::to_json(inputs.tensors, blocks);
  Json request{{"job", is_plan(target) ? "run_plan" : "run_model"},
               {is_plan(target) ? "plan" : "model", target},
               {"inputs", tensors},
               {"steps", options.steps},
               {"feeds", std::move(feeds).value()},
               {"alias_preview", options.op.alias_preview}};
  return call_tensorrt(libraries, std::move(request), blocks, options.tensorrt, options.worker);
}

// Runs the other file without plugins on the same inputs; its times stand beside the comparison.
Status compare_with_other(const RunOptions& options, const ModelInputs& inputs,
                          const std::vector<wire::NamedTensor>& outputs, Answer& answer) {
  const WorkerReply reply = run_in_tensorrt(options.compare_with, {}, inputs, options);
  PLUGSMITH_RETURN_IF_ERROR(report_comparison(answer, options, outputs, reply));
  Answer times;
  report_times(times, reply.json);
  report_step_times(times, reply.json);
  if (reply.json.contains("engine")) times.json["engine"] = reply.json["engine"];
  for (const char* key : {"time_ms", "step_ms", "engine"}) {
    if (times.json.contains(key)) answer.json["comparison"][key] = times.json[key];
  }
  answer.text += "of " + options.compare_with + ":\n" + times.text;
  return Status::ok();
}

Status report_run(const RunOptions& options, const ModelInputs& inputs, const WorkerReply& reply,
                  Answer& answer) {
  auto outputs = wire::tensors_from(reply.json.at("outputs"), reply.message->blocks());
  if (!outputs.is_ok()) return outputs.status();
  Answer comparison;
  if (!options.compare_with.empty()) {
    PLUGSMITH_RETURN_IF_ERROR(compare_with_other(options, inputs, *outputs, comparison));
  }
  PLUGSMITH_RETURN_IF_ERROR(write_outputs(answer, *outputs, options.output_folder));
  report_times(answer, reply.json);
  report_step_times(answer, reply.json);
  answer.json.update(comparison.json);
  answer.text += comparison.text;
  report_plugin_cost(answer);
  answer.exit = comparison.exit;
  return Status::ok();
}

Answer begin_answer(const RunOptions& options, const WorkerReply& reply) {
  Answer answer;
  answer.json["model"] = options.target;
  if (reply.json.contains("error")) answer.json["error"] = reply.json["error"];
  report_tensorrt_log(answer, reply.json);
  answer.status = reply.status;
  return answer;
}

}  // namespace

Answer run_model_in_tensorrt(const RunOptions& options) {
  const Declared declared = declared_inputs(options.target, options);
  if (!declared.reply.status.is_ok()) return begin_answer(options, declared.reply);
  auto inputs =
      read_model_inputs(declared.inputs, options.op.inputs, options.shapes, options.picture);
  if (!inputs.is_ok()) return failed(inputs.status());
  const WorkerReply reply = run_in_tensorrt(options.target, options.libraries, *inputs, options);
  Answer answer = begin_answer(options, reply);
  if (!answer.status.is_ok()) return answer;
  std::vector<ReportedTensor> reported;
  for (std::size_t i = 0; i < inputs->tensors.size(); ++i) {
    reported.push_back({inputs->tensors[i], inputs->sources[i]});
  }
  report_tensorrt(answer, reply.json);
  report_inputs(answer, reported);
  if (reply.json.contains("nodes")) report_plugin_nodes(answer, reply.json);
  report_plan(answer, reply.json);
  answer.status = report_run(options, *inputs, reply, answer);
  return answer;
}

}  // namespace plugsmith::cli
