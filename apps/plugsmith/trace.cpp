// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <sstream>

#include "apps/plugsmith/common_options.hpp"
#include "apps/plugsmith/op_options.hpp"
#include "apps/plugsmith/run_options.hpp"
#include "apps/plugsmith/run_report.hpp"
#include "apps/plugsmith/trace_diff.hpp"
#include "src/io/file.hpp"

namespace plugsmith::cli {
namespace {

constexpr char kHelp[] =
    R"(Prints the calls that a plugin gets from the embedded host, or the difference of two traces.

The notation is that of recordings of real TensorRT: #n numbers the plugin objects in order of
creation, t is the DataType, f the TensorFormat, s the scale; (xN) stands for N equal lines.

Examples:
  plugsmith trace libplugsmith_plugins.so --op PadTo_PS --input 1x8x1x1..2x8x16x16..4x8x32x32:float32
  plugsmith trace --diff recorded.txt traced.txt)";

struct Options {
  std::string library;
  OpOptions op;
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

Answer trace_op(const Options& options) {
  auto job = do_op_job(options.library, options.op, Trace::kYes, 1, options.worker);
  if (!job.is_ok()) return failed(job.status());
  Answer answer;
  if (job->reply.json.contains("error")) answer.json["error"] = job->reply.json["error"];
  answer.json["library"] = options.library;
  answer.json["trace"] = job->reply.json.value("trace", Json::array());
  answer.status = job->reply.status;
  answer.text_despite_error = true;
  report_library_warnings(answer, job->reply.json);
  for (const Json& line : answer.json["trace"]) answer.text += line.get<std::string>() + "\n";
  return answer;
}

Answer perform(const Options& options) {
  const bool diff = !options.files.empty();
  if (diff && options.library.empty()) return compare_traces(options);
  if (!diff && !options.library.empty() && !options.op.name.empty()) return trace_op(options);
  return failed(invalid_argument("trace wants either LIB --op NAME, or --diff FILE FILE"));
}

}  // namespace

Command add_trace(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = add_command(app, "trace", kHelp);
  command->add_option("LIB", options->library, "A plugin library (.so)");
  command->add_option("--op", options->op.name, "The op")->type_name("NAME");
  command
      ->add_option("--input", options->op.inputs, "SHAPE:TYPE[=SOURCE], see plugsmith run --help")
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
