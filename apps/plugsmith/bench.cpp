// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/bench.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <memory>
#include <span>

#include "apps/plugsmith/common_options.hpp"
#include "apps/plugsmith/op_options.hpp"
#include "src/io/file.hpp"

namespace plugsmith::cli {
namespace {

constexpr char kHelp[] =
    R"(Measures ops of a plugin library on a CUDA device, beside device copies of the same traffic.

Each case is built and serialized by the embedded host, run once between guard zones, then timed by
CUDA events with the L2 cache filled with something else before each run; ops and copies take turns.
A share of 100 % means as fast as a copy that reads and writes as many bytes.

--sweep NAME=A,B,C measures every combination of values put in the place of NAME.
--cases FILE reads cases from JSON: [{"op": "Swish_PS", "inputs": ["N:T"], "attributes": ["beta=1"],
"shape_inputs": [], "sweeps": ["N=1024,4096", "T=float32,float16"]}, ...]; docs/bench.md tells the rest.
--model MODEL.onnx takes the model's nodes that the library serves, with their attributes and shapes.
--tactic all times each tactic that is valid for a case.
--peers DIR, a folder of TensorRT's libraries, also times what a case names as its peers: the same
work in NVIDIA's plugin library, by turns with the op, and in layers of TensorRT's own.
--output FILE holds what is measured after every case, so that a run that is stopped leaves it.
--list names the cases and measures nothing.

Example:
  plugsmith bench libplugsmith_plugins.so --op Swish_PS --input N:T --sweep N=262144,16777216 --sweep T=float32,float16)";

using Clock = std::chrono::steady_clock;

constexpr int kCaseSeconds = 120;  ///< nobody waits for one case longer, whatever it hangs in

struct Options {
  BenchOptions bench;
  std::string cases_file, model, node, picture, drawn, output;
  OpOptions op;
  std::vector<std::string> sweeps;
  double stop_after_seconds = 0;
  bool listed = false;
};

Result<std::vector<BenchCase>> cases_of(const Options& options,
                                        std::vector<std::string>& warnings) {
  if (!options.model.empty()) {
    auto found = bench_model_cases(options.bench, options.model, options.node);
    if (!found.is_ok()) return found.status();
    warnings = std::move(found->warnings);
    return std::move(found->cases);
  }
  if (!options.cases_file.empty()) return read_bench_cases(options.cases_file);
  if (options.op.name.empty()) {
    return invalid_argument("bench wants --op NAME with --input, --cases FILE, or --model FILE");
  }
  BenchCase one;
  one.op = options.op.name;
  one.options = options.op;
  return expand_sweeps(one, options.sweeps);
}

Status write_text(const std::string& path, const std::string& text) {
  return io::write_file(path, std::as_bytes(std::span(text)));
}

/// Writes the pictures; their names.
Result<std::string> write_pictures(const std::string& stem, const std::vector<BenchCase>& cases,
                                   const Json& device) {
  std::string names;
  const std::pair<const char*, std::string> pictures[] = {
      {"-time.svg", time_picture(cases)},
      {"-share.svg", share_picture(cases)},
      {"-roofline.svg", roofline_picture(cases, device)}};
  for (const auto& [suffix, text] : pictures) {
    if (text.empty()) continue;
    PLUGSMITH_RETURN_IF_ERROR(write_text(stem + suffix, text));
    names += (names.empty() ? "" : ", ") + stem + suffix;
  }
  return names;
}

Answer draw(const Options& options) {
  const std::string where = "--draw " + options.drawn + ": ";
  if (options.picture.empty()) {
    return failed(invalid_argument("--draw wants --picture STEM, where to put the pictures"));
  }
  std::ifstream file(options.drawn);
  if (!file) return failed(invalid_argument(where + "cannot be read"));
  const Json json = Json::parse(file, nullptr, false);
  const auto cases = bench_cases_from(json);
  if (!cases.is_ok()) return failed(invalid_argument(where + cases.status().message()));
  const auto written = write_pictures(options.picture, *cases, json.value("device", Json()));
  if (!written.is_ok()) return failed(written.status());
  Answer answer;
  answer.json["cases"] = cases->size();
  answer.text = *written + ": " + std::to_string(cases->size()) + " cases\n";
  return answer;
}

/// One run over all cases; what it has so far is in the output file after each.
class Run {
 public:
  Run(Options options, std::vector<BenchCase> cases)
      : options_(std::move(options)), cases_(std::move(cases)) {}

  Status measure_all() {
    for (std::size_t i = 0; i < cases_.size(); ++i) {
      BenchCase& one = cases_[i];
      if (is_over()) {
        one.error = over();
        continue;
      }
      announce(one);
      Status status = measure(options_.bench, one, device_);
      // What the first case lacks all lack; later it is what this op wants, like cuBLASLt.
      if (!status.is_ok() && device_.is_null()) return status;
      add_other_tactics(i);
      PLUGSMITH_RETURN_IF_ERROR(save());
    }
    return options_.bench.peers.empty() ? Status::ok() : measure_all_layers();
  }

  Json json() const {
    Json json{{"library", options_.bench.library},
              {"date", fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)))},
              {"device", device_},
              {"cases", Json::array()}};
    for (const BenchCase& one : cases_) json["cases"].push_back(to_json(one));
    return json;
  }

  const std::vector<BenchCase>& cases() const { return cases_; }
  const Json& device() const { return device_; }

 private:
  Status measure_all_layers() {
    std::fprintf(stderr, "plugsmith bench: TensorRT's layers\n");
    // At least one is begun.
    constexpr double kLeast = 1;
    const double limit = options_.stop_after_seconds;
    measure_layers(options_.bench, cases_, limit > 0 ? std::max(kLeast, limit - spent()) : 0);
    return save();
  }

  void add_other_tactics(std::size_t index) {
    const std::vector<std::int64_t> tactics = std::move(cases_[index].other_tactics);
    cases_[index].other_tactics.clear();
    BenchCase other;
    other.op = cases_[index].op;
    other.options = cases_[index].options;
    other.operations = cases_[index].operations;
    for (auto tactic = tactics.rbegin(); tactic != tactics.rend(); ++tactic) {
      other.options.tactic = std::to_string(*tactic);
      other.options.peers.clear();
      cases_.insert(cases_.begin() + static_cast<std::ptrdiff_t>(index) + 1, other);
    }
  }

  double spent() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }
  bool is_over() const {
    return options_.stop_after_seconds > 0 && spent() > options_.stop_after_seconds;
  }
  std::string over() const {
    return fmt::format("not measured: the {} s of --stop-after were over",
                       options_.stop_after_seconds);
  }

  void announce(const BenchCase& one) const {
    std::fprintf(stderr, "plugsmith bench: %zu of %zu: %s\n",
                 static_cast<std::size_t>(&one - cases_.data()) + 1, cases_.size(),
                 printable(label_of(one)).c_str());
  }

  Status save() const {
    return options_.output.empty() ? Status::ok() : write_text(options_.output, json().dump(1));
  }

  Options options_;
  std::vector<BenchCase> cases_;
  Json device_;
  Clock::time_point started_ = Clock::now();
};

Answer list(const std::vector<BenchCase>& cases, Answer answer) {
  answer.json["cases"] = Json::array();
  for (const BenchCase& one : cases) {
    answer.json["cases"].push_back(to_json(one));
    answer.text += label_of(one) + "\n";
    for (const BenchPeer& peer : one.peers) answer.text += "  beside " + label_of(peer) + "\n";
  }
  return answer;
}

Options with_time_limit(Options options) {
  double& seconds = options.bench.worker.timeout_seconds;
  if (seconds == 0) seconds = kCaseSeconds;
  return options;
}

Answer perform(const Options& options) {
  if (!options.drawn.empty()) return draw(options);
  if (options.bench.library.empty() && (!options.listed || !options.model.empty())) {
    return failed(invalid_argument("bench wants LIB, a plugin library"));
  }
  if (!options.bench.peers.empty() && !std::filesystem::is_directory(options.bench.peers)) {
    return failed(invalid_argument("--peers " + options.bench.peers +
                                   ": is no folder; give that of TensorRT's libraries"));
  }
  Answer answer;
  auto cases = cases_of(options, answer.warnings);
  if (!cases.is_ok()) return failed(cases.status());
  if (options.listed) return list(*cases, std::move(answer));
  Run run(with_time_limit(options), std::move(cases).value());
  const Status status = run.measure_all();
  if (!status.is_ok()) return failed(status);
  answer.json = run.json();
  answer.text = bench_table(run.cases());
  std::size_t refused = 0;
  for (const BenchCase& one : run.cases()) refused += one.error.empty() ? 0U : 1U;
  if (refused > 0) {
    answer.status =
        internal_error(std::to_string(refused) + " of " + std::to_string(run.cases().size()) +
                       " cases could not be measured");
    answer.text_despite_error = true;
  }
  if (options.picture.empty()) return answer;
  const auto written = write_pictures(options.picture, run.cases(), run.device());
  return written.is_ok() ? answer : failed(written.status());
}

}  // namespace

Command add_bench(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = add_command(app, "bench", kHelp);
  command->add_option("LIB", options->bench.library, "A plugin library (.so)");
  command->add_option("--op", options->op.name, "The op")->type_name("NAME");
  command
      ->add_option("--input", options->op.inputs, "SHAPE:TYPE[=SOURCE], see plugsmith run --help")
      ->allow_extra_args(false)
      ->type_name("INPUT");
  add_op_options(*command, options->op);
  command->add_option("--sweep", options->sweeps, "Values to put in the place of a word")
      ->allow_extra_args(false)
      ->type_name("NAME=A,B,...");
  command->add_option("--cases", options->cases_file, "Cases as JSON")->type_name("FILE");
  command->add_option("--model", options->model, "The plugin nodes of an ONNX model as cases")
      ->type_name("MODEL.onnx");
  command->add_option("--node", options->node, "Only that node of the model")->type_name("NAME");
  command->add_flag("--list", options->listed, "Name the cases and measure nothing");
  command->add_option("--peers", options->bench.peers, "Also time the cases' peers")
      ->type_name("DIR");
  command->add_option("--output", options->output, "The results so far, after every case")
      ->type_name("FILE.json");
  command
      ->add_option("--stop-after", options->stop_after_seconds,
                   "Begin no case later; those left say so")
      ->check(CLI::PositiveNumber)
      ->type_name("SECONDS");
  command
      ->add_option("--picture", options->picture,
                   "Write STEM-time.svg, STEM-share.svg and, where cases tell "
                   "their operations, "
                   "STEM-roofline.svg, too")
      ->type_name("STEM");
  command->add_option("--draw", options->drawn, "Draw the pictures of earlier results instead")
      ->type_name("RESULTS.json");
  add_worker_options(*command, options->bench.worker);
  command->get_option("--timeout")
      ->description(fmt::format("Limit of one case in seconds ({})", kCaseSeconds));
  return {command, [options] { return perform(*options); }};
}

}  // namespace plugsmith::cli
