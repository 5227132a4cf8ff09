// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/input_source.hpp"
#include "apps/plugsmith/run_options.hpp"

namespace plugsmith::cli {
namespace {

Result<Json> parse_attributes(const std::vector<std::string>& texts) {
  Json attributes = Json::array();
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      return invalid_argument("--attr " + text + ": must be NAME=VALUE, like height=48");
    }
    attributes.push_back({text.substr(0, equals), text.substr(equals + 1)});
  }
  return attributes;
}

Status read_input(const std::string& text, OpJob& job, Json& profile) {
  auto input = parse_op_input(text);
  if (!input.is_ok()) return input.status();
  const std::string name = "input" + std::to_string(job.inputs.size());
  auto tensor = read_source(input->source, {name, input->type, true, true, input->opt}, {});
  if (!tensor.is_ok()) return tensor.status();
  if (tensor->type != input->type || tensor->dims != input->opt) {
    return invalid_argument("--input " + text + ": " + input->source + " holds " +
                            to_string(tensor->type) + io::to_string(tensor->dims) + ", not " +
                            to_string(input->type) + io::to_string(input->opt));
  }
  profile.push_back({input->min, input->max});
  job.kept.push_back(std::move(tensor->bytes));
  job.inputs.push_back({name, input->type, input->opt, job.kept.back()});
  job.sources.push_back(input->source);
  return Status::ok();
}

}  // namespace

Result<OpJob> do_op_job(const std::string& library, const OpOptions& op, bool trace,
                        const WorkerOptions& worker) {
  auto attributes = parse_attributes(op.attributes);
  if (!attributes.is_ok()) return attributes.status();
  OpJob job;
  Json profile = Json::array();
  for (const std::string& text : op.inputs) {
    PLUGSMITH_RETURN_IF_ERROR(read_input(text, job, profile));
  }
  std::vector<process::Bytes> blocks;
  Json inputs = wire::to_json(job.inputs, blocks);
  Json request{{"job", "run_op"}, {"trace", trace}, {"inputs", inputs}, {"profile", profile}};
  request["op"] = {{"name", op.name}, {"attributes", *attributes}};
  if (op.version_given) request["op"]["version"] = op.version;
  if (op.name_space_given) request["op"]["namespace"] = op.name_space;
  job.reply = call_worker_for({library}, std::move(request), blocks, worker);
  return job;
}

}  // namespace plugsmith::cli
