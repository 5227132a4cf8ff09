// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "apps/plugsmith/model_inputs.hpp"
#include "apps/plugsmith/run_options.hpp"
#include "apps/plugsmith/run_report.hpp"
#include "src/graph/onnx_model.hpp"

namespace plugsmith::cli {

Result<Json> parse_feeds(const std::vector<std::string>& texts) {
  Json feeds = Json::array();
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
      return invalid_argument("--feed " + text + ": must be OUTPUT=INPUT");
    }
    feeds.push_back({text.substr(0, equals), text.substr(equals + 1)});
  }
  return feeds;
}

namespace {

WorkerReply do_model_job(const std::string& model, const std::vector<std::string>& libraries,
                         const ModelInputs& inputs, const RunOptions& options) {
  auto feeds = parse_feeds(options.feeds);
  if (!feeds.is_ok()) return {feeds.status(), Json::object(), std::nullopt};
  std::vector<process::Bytes> blocks;
  const Json tensors = wire::to_json(inputs.tensors, blocks);
  return call_worker_for(libraries,
                         {{"job", "run_model"},
                          {"model", model},
                          {"inputs", tensors},
                          {"steps", options.steps},
                          {"feeds", std::move(feeds).value()},
                          {"on_device", options.op.on_device},
                          {"alias_preview", options.op.alias_preview}},
                         blocks, options.worker);
}

// Runs the other model without plugins on the same inputs.
Status compare_with_original(const RunOptions& options, const ModelInputs& inputs,
                             const std::vector<wire::NamedTensor>& outputs, Answer& answer) {
  const WorkerReply reply = do_model_job(options.compare_with, {}, inputs, options);
  return report_comparison(answer, options, outputs, reply);
}

Status report_run(const RunOptions& options, const ModelInputs& inputs, const WorkerReply& reply,
                  Answer& answer) {
  auto outputs = wire::tensors_from(reply.json.at("outputs"), reply.message->blocks());
  if (!outputs.is_ok()) return outputs.status();
  Answer comparison;
  if (!options.compare_with.empty()) {
    PLUGSMITH_RETURN_IF_ERROR(compare_with_original(options, inputs, *outputs, comparison));
  }
  PLUGSMITH_RETURN_IF_ERROR(write_outputs(answer, *outputs, options.output_folder));
  report_times(answer, reply.json);
  answer.json.update(comparison.json);
  answer.text += comparison.text;
  answer.exit = comparison.exit;
  return Status::ok();
}

}  // namespace

Answer run_model(const RunOptions& options) {
  std::vector<graph::TensorInfo> declared;
  {
    auto model = graph::Model::load(options.target);
    if (!model.is_ok()) return failed(model.status());
    declared = model->inputs();
  }
  auto inputs = read_model_inputs(declared, options.op.inputs, options.shapes, options.picture);
  if (!inputs.is_ok()) return failed(inputs.status());
  const WorkerReply reply = do_model_job(options.target, options.libraries, *inputs, options);
  Answer answer;
  answer.json["model"] = options.target;
  if (reply.json.contains("error")) answer.json["error"] = reply.json["error"];
  report_library_warnings(answer, reply.json);
  answer.status = reply.status;
  if (!answer.status.is_ok()) return answer;
  std::vector<ReportedTensor> reported;
  for (std::size_t i = 0; i < inputs->tensors.size(); ++i) {
    reported.push_back({inputs->tensors[i], inputs->sources[i]});
  }
  report_inputs(answer, reported);
  report_nodes(answer, reply.json);
  answer.status = report_run(options, *inputs, reply, answer);
  return answer;
}

}  // namespace plugsmith::cli
