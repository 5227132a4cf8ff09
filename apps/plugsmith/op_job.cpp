// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <list>

#include "apps/plugsmith/input_source.hpp"
#include "apps/plugsmith/run_options.hpp"

namespace plugsmith::cli {
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

namespace {

// Reads the input's bytes into the job, unless they are random.
Result<std::optional<std::uint64_t>> read_bytes(const std::string& text, const OpInput& input,
                                                const std::string& name, OpJob& job) {
  job.kept.emplace_back();
  auto seed = random_seed(input.source, name);
  if (!seed.is_ok() || seed->has_value()) return seed;
  auto tensor = read_source(input.source, {name, input.type, true, true, input.opt}, {});
  if (!tensor.is_ok()) return tensor.status();
  if (tensor->type != input.type || tensor->dims != input.opt) {
    return invalid_argument("--input " + text + ": " + input.source + " holds " +
                            to_string(tensor->type) + io::to_string(tensor->dims) + ", not " +
                            to_string(input.type) + io::to_string(input.opt));
  }
  job.kept.back() = std::move(tensor->bytes);
  return seed;
}

/// What the request says of the inputs.
struct InputRequest {
  Json tensors = Json::array(), profile = Json::array();
  std::vector<process::Bytes> blocks;
};

Status read_input(const std::string& text, OpJob& job, InputRequest& request) {
  auto input = parse_op_input(text);
  if (!input.is_ok()) return input.status();
  const std::string name = "input" + std::to_string(job.inputs.size());
  auto size = io::byte_count(input->type, input->opt, "input " + name);
  if (!size.is_ok()) return size.status();
  auto seed = read_bytes(text, *input, name, job);
  if (!seed.is_ok()) return seed.status();
  request.profile.push_back({input->min, input->max});
  job.inputs.push_back({name, input->type, input->opt, job.kept.back()});
  job.sources.push_back(input->source);
  if (seed->has_value()) {
    request.tensors.push_back({{"name", name},
                               {"type", static_cast<int>(input->type)},
                               {"dims", input->opt},
                               {"seed", **seed}});
  } else {
    request.tensors.push_back(wire::to_json({job.inputs.back()}, request.blocks).at(0));
  }
  return Status::ok();
}

Result<Json> parse_shape_inputs(const std::vector<std::string>& texts) {
  Json inputs = Json::array();
  for (const std::string& text : texts) {
    auto values = parse_shape_values(text);
    if (!values.is_ok()) return values.status();
    inputs.push_back(std::move(values).value());
  }
  return inputs;
}

// {"op", "inputs", "profile", "shape_inputs"} of the request, or of a peer in it.
Result<Json> describe_op(const OpOptions& op, OpJob& job, std::vector<process::Bytes>& blocks) {
  auto attributes = parse_attributes(op.attributes);
  if (!attributes.is_ok()) return attributes.status();
  auto shape_inputs = parse_shape_inputs(op.shape_inputs);
  if (!shape_inputs.is_ok()) return shape_inputs.status();
  InputRequest inputs;
  inputs.blocks = std::move(blocks);
  for (const std::string& text : op.inputs) {
    PLUGSMITH_RETURN_IF_ERROR(read_input(text, job, inputs));
  }
  blocks = std::move(inputs.blocks);
  Json described{{"inputs", std::move(inputs.tensors)},
                 {"shape_inputs", std::move(shape_inputs).value()},
                 {"profile", std::move(inputs.profile)}};
  described["op"] = {{"name", op.name}, {"attributes", *attributes}};
  if (!op.input_format.empty()) described["input_format"] = op.input_format;
  if (!op.tactic.empty() && !(op.timed && op.tactic == kAllTactics)) {
    auto tactic = parse_shape_values(op.tactic);
    if (!tactic.is_ok() || tactic->size() != 1 || tactic->front() < 1) {
      return invalid_argument("tactic \"" + op.tactic +
                              "\": must be a number of 1 or more, or all in bench");
    }
    described["tactic"] = tactic->front();
  }
  if (!op.fields.is_null()) described["op"]["fields"] = op.fields;
  if (op.version_given) described["op"]["version"] = op.version;
  if (op.name_space_given) described["op"]["namespace"] = op.name_space;
  return described;
}

}  // namespace

Result<OpJob> do_op_job(const std::string& library, const OpOptions& op, Trace trace,
                        std::uint64_t steps, const WorkerOptions& worker,
                        const TensorRtOptions* tensorrt) {
  if (tensorrt != nullptr && !(op.tactic.empty() && op.input_format.empty())) {
    return invalid_argument(
        "--tactic and --input-format are for the embedded host; TensorRT chooses by itself");
  }
  OpJob job;
  std::vector<process::Bytes> blocks;
  auto described = describe_op(op, job, blocks);
  if (!described.is_ok()) return described.status();
  Json request{{"job", "run_op"},
               {"trace", trace == Trace::kYes},
               {"steps", steps},
               {"alias_preview", op.alias_preview},
               {"on_device", op.on_device},
               {"timed", op.timed}};
  request.update(*described);
  std::vector<std::string> libraries{library};
  std::list<OpJob> kept;
  for (const OpOptions& peer : op.peers) {
    libraries.push_back(peer.library);
    auto more = describe_op(peer, kept.emplace_back(), blocks);
    if (!more.is_ok()) return more.status();
    request["peers"].push_back(std::move(more).value());
  }
  job.reply = tensorrt != nullptr
                  ? call_tensorrt(libraries, std::move(request), blocks, *tensorrt, worker)
                  : call_worker_for(libraries, std::move(request), blocks, worker);
  return job;
}

}  // namespace plugsmith::cli
