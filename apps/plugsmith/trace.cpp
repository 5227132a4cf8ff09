// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <sstream>

#include "apps/plugsmith/common_options.hpp"
#include "apps/plugsmith/model_inputs.hpp"
#include "apps/plugsmith/op_options.hpp"
#include "apps/plugsmith/run_options.hpp"
#include "apps/plugsmith/run_report.hpp"
#include "apps/plugsmith/tensorrt_options.hpp"
#include "apps/plugsmith/tensorrt_report.hpp"
#include "apps/plugsmith/trace_diff.hpp"
#include "src/graph/onnx_model.hpp"
#include "src/io/file.hpp"

namespace plugsmith::cli {
namespace {

constexpr char kHelp[] =
    R"(Prints the calls that a plugin gets from the embedded host or from real TensorRT, or the
difference of two traces.

Any plugin is traced, without its author's help: with --backend tensorrt its creator is wrapped.
docs/traces.md has the notation: #n numbers the plugin objects in order of creation, t is the
DataType, f the TensorFormat, s the scale; (xN) stands for N equal lines.

Examples:
  plugsmith trace libplugsmith_plugins.so --op PadTo_PS --input 1x8x1x1..2x8x16x16..4x8x32x32:float32
  plugsmith trace libplugsmith_plugins.so --op PadTo_PS --input 2x3x16x20:float32 --backend tensorrt
  plugsmith trace model.onnx --plugins libplugsmith_plugins.so --shape x=1x3x32x32 --input x=random
  plugsmith trace --diff recorded.txt traced.txt)";

struct Options {
  std::string target;  // a library with --op, or a model
  OpOptions op;
  std::vector<std::string> libraries, shapes;  // of a model
  std::string backend = "embedded";
  TensorRtOptions tensorrt;
  std::vector<std::string> files;  // of --diff
  WorkerOptions worker;
};

constexpr std::size_t kMostLines =
    20000;  // the difference takes memory in proportion to the square

Result<std::vector<std::string>> read_trace(const std::string& path) {
  constexpr std::int64_t kLimitBytes = std::int64_t{1} << 26;
  auto content = io::read_file(path, kLimitBytes);
  if (!content.is_ok()) return content.status();
  std::istringstream text(
      std::string(reinterpret_cast<const char*>(content->data()), content->size()));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  if (lines.size() <= kMostLines) return lines;
  return invalid_argument(path + ": has " + std::to_string(lines.size()) +
                          " lines; traces of up to " + std::to_string(kMostLines) +
                          " are compared");
}

Answer compare_traces(const Options& options) {
  auto first = read_trace(options.files[0]);
  if (!first.is_ok()) return failed(first.status());
  auto second = read_trace(options.files[1]);
  if (!second.is_ok()) return failed(second.status());
  Answer answer;
  answer.json["differences"] = Json::array();
  for (const auto& line : diff_traces(*first, *second)) {
    if (line.side == ' ') continue;
    answer.text += std::string(1, line.side) + line.text + "\n";
    answer.json["differences"].push_back(
        {{"side", std::string(1, line.side)}, {"line", line.text}});
  }
  const bool same = answer.json["differences"].empty();
  answer.json["same"] = same;
  if (same) answer.text = "the traces agree, repetitions aside\n";
  answer.exit = same ? kNothingWrong : kFailed;
  return answer;
}

bool in_tensorrt(const Options& options) { return options.backend == "tensorrt"; }

Answer report(const WorkerReply& reply, const char* kind, const std::string& target) {
  Answer answer;
  if (reply.json.contains("error")) answer.json["error"] = reply.json["error"];
  answer.json[kind] = target;
  answer.json["trace"] = reply.json.value("trace", Json::array());
  answer.status = reply.status;
  answer.text_despite_error = true;
  report_library_warnings(answer, reply.json);
  if (reply.json.contains("log")) report_tensorrt_log(answer, reply.json);
  for (const Json& line : answer.json["trace"]) answer.text += line.get<std::string>() + "\n";
  return answer;
}

Answer trace_op(const Options& options) {
  auto job = do_op_job(options.target, options.op, Trace::kYes, 1, options.worker,
                       in_tensorrt(options) ? &options.tensorrt : nullptr);
  if (!job.is_ok()) return failed(job.status());
  return report(job->reply, "library", options.target);
}

Answer trace_model(const Options& options) {
  const auto model = graph::Model::load(options.target);
  if (!model.is_ok()) return failed(model.status());
  auto inputs = read_model_inputs(model->inputs(), options.op.inputs, options.shapes, {});
  if (!inputs.is_ok()) return failed(inputs.status());
  std::vector<process::Bytes> blocks;
  const Json tensors = wire::to_json(inputs->tensors, blocks);
  Json request{{"job", "run_model"},
               {"model", options.target},
               {"inputs", tensors},
               {"steps", 1},
               {"trace", true},
               {"feeds", Json::array()},
               {"alias_preview", options.op.alias_preview}};
  return report(in_tensorrt(options) ? call_tensorrt(options.libraries, std::move(request), blocks,
                                                     options.tensorrt, options.worker)
                                     : call_worker_for(options.libraries, std::move(request),
                                                       blocks, options.worker),
                "model", options.target);
}

Answer perform(const Options& options) {
  const bool diff = !options.files.empty();
  if (diff && options.target.empty()) return compare_traces(options);
  const bool op = !options.op.name.empty(), model = !options.libraries.empty();
  if (!diff && !options.target.empty() && op != model) {
    return op ? trace_op(options) : trace_model(options);
  }
  return failed(invalid_argument(
      "trace wants either LIB --op NAME, or MODEL --plugins LIB, or --diff FILE FILE"));
}

}  // namespace

Command add_trace(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = add_command(app, "trace", kHelp);
  command->add_option("TARGET", options->target, "A plugin library (.so) with --op, or a model");
  command->add_option("--op", options->op.name, "The op")->type_name("NAME");
  command->add_option("--plugins", options->libraries, "Plugin libraries of a model")
      ->type_name("LIB");
  command->add_option("--shape", options->shapes, "Fixes the shape of an input of the model")
      ->allow_extra_args(false)
      ->type_name("NAME=1x3x640x640");
  command->add_option("--backend", options->backend, "Who calls the plugin")
      ->check(CLI::IsMember({"embedded", "tensorrt"}))
      ->type_name("embedded|tensorrt");
  add_tensorrt_options(*command, options->tensorrt);
  command
      ->add_option("--input", options->op.inputs,
                   "SHAPE:TYPE[=SOURCE], or NAME=SOURCE of a model; see plugsmith run --help")
      ->allow_extra_args(false)
      ->type_name("INPUT");
  add_op_options(*command, options->op);
  command
      ->add_option("--diff", options->files, "Two trace files to compare; exit 1 when they differ")
      ->expected(2)
      ->type_name("FILE FILE");
  add_worker_options(*command, options->worker);
  return {command, [options] { return perform(*options); }};
}

}  // namespace plugsmith::cli
