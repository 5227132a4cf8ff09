// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/bench.hpp"

#include <fmt/format.h>

#include <cstdio>
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
"shape_inputs": [], "sweeps": ["N=1024,4096", "T=float32,float16"]}, ...].

Example:
  plugsmith bench libplugsmith_plugins.so --op Swish_PS --input N:T --sweep N=262144,16777216 --sweep T=float32,float16)";

struct Options {
  std::string library, cases_file, picture, drawn;
  OpOptions op;
  std::vector<std::string> sweeps;
  WorkerOptions worker;
};

std::vector<std::string> texts(const Json& json, const char* key) {
  return json.value(key, std::vector<std::string>());
}

Result<std::vector<BenchCase>> read_cases(const std::string& path) {
  std::ifstream file(path);
  if (!file) return invalid_argument("--cases " + path + ": cannot be read");
  const Json json = Json::parse(file, nullptr, false);
  if (json.is_discarded() || !json.is_array()) {
    return invalid_argument("--cases " + path + ": is no JSON list; see plugsmith bench --help");
  }
  std::vector<BenchCase> cases;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const std::string where = "--cases " + path + ", entry " + std::to_string(i);
    try {
      OpOptions op;
      op.name = json[i].at("op").get<std::string>();
      op.inputs = texts(json[i], "inputs");
      op.attributes = texts(json[i], "attributes");
      op.shape_inputs = texts(json[i], "shape_inputs");
      const auto expanded = expand_sweeps(op, texts(json[i], "sweeps"));
      if (!expanded.is_ok()) return invalid_argument(where + ": " + expanded.status().message());
      for (const OpOptions& one : *expanded) cases.push_back({op.name, one, {}, {}, {}, 0, ""});
    } catch (const Json::exception& error) {
      return invalid_argument(where + ": " + error.what());
    }
  }
  return cases;
}

Result<std::vector<BenchCase>> cases_of(const Options& options) {
  if (!options.cases_file.empty()) return read_cases(options.cases_file);
  if (options.op.name.empty()) {
    return invalid_argument("bench wants --op NAME with --input, or --cases FILE");
  }
  const auto expanded = expand_sweeps(options.op, options.sweeps);
  if (!expanded.is_ok()) return expanded.status();
  std::vector<BenchCase> cases;
  for (const OpOptions& one : *expanded) {
    cases.push_back({options.op.name, one, {}, {}, {}, 0, ""});
  }
  return cases;
}

// An error of the environment or the usage ends all; one of the op is the case's own.
Status measure(const Options& options, BenchCase& one, Json& device) {
  one.options.on_device = true;
  one.options.timed = true;
  const auto job = do_op_job(options.library, one.options, Trace::kNo, 1, options.worker, nullptr);
  const Status status = job.is_ok() ? job->reply.status : job.status();
  if (!status.is_ok()) {
    one.error = status.message();
    return exit_code(status) == kCannot ? status : Status::ok();
  }
  const Json& timing = job->reply.json.at("timing");
  const auto samples = [&](const char* key) {
    return spread_of(timing.at(key).get<std::vector<double>>());
  };
  one.op_us = samples("op_us");
  one.copy_us = samples("copy_us");
  one.enqueue_us = samples("enqueue_us");
  one.bytes = timing.at("bytes").get<std::int64_t>();
  device = timing.at("device");
  return Status::ok();
}

Json to_json(const Spread& spread) {
  return {{"median", spread.median}, {"low_quartile", spread.low}, {"high_quartile", spread.high}};
}

Json to_json(const BenchCase& one) {
  Json json{{"op", one.op},
            {"inputs", one.options.inputs},
            {"attributes", one.options.attributes},
            {"shape_inputs", one.options.shape_inputs}};
  if (!one.error.empty()) {
    json["error"] = one.error;
    return json;
  }
  json["op_us"] = to_json(one.op_us);
  json["copy_us"] = to_json(one.copy_us);
  json["enqueue_us"] = to_json(one.enqueue_us);
  json["bytes"] = one.bytes;
  json["gigabytes_per_second"] = one.gigabytes_per_second();
  json["copy_share"] = one.copy_share();
  return json;
}

std::string table(const std::vector<BenchCase>& cases) {
  std::string text = fmt::format("{:>10}  {:>17}  {:>10}  {:>6}  {:>9}  {:>10}  {}\n", "us",
                                 "quartiles", "copy us", "share", "GB/s", "enqueue us", "case");
  for (const BenchCase& one : cases) {
    if (!one.error.empty()) {
      text += fmt::format("{:>10}  {}\n{:>10}  {}\n", "-", label_of(one), "", one.error);
      continue;
    }
    text += fmt::format(
        "{:>10.2f}  {:>8.2f} {:>8.2f}  {:>10.2f}  {:>5.1f}%  {:>9.0f}  {:>10.2f}  {}\n",
        one.op_us.median, one.op_us.low, one.op_us.high, one.copy_us.median, 100 * one.copy_share(),
        one.gigabytes_per_second(), one.enqueue_us.median, label_of(one));
  }
  return text;
}

Status write_pictures(const std::string& stem, const std::vector<BenchCase>& cases) {
  const auto write = [&](const char* suffix, const std::string& text) {
    return io::write_file(stem + suffix, std::as_bytes(std::span(text)));
  };
  PLUGSMITH_RETURN_IF_ERROR(write("-time.svg", time_picture(cases)));
  return write("-share.svg", share_picture(cases));
}

// The cases of earlier results, as bench --format json wrote them.
Result<std::vector<BenchCase>> read_results(const std::string& path) {
  std::ifstream file(path);
  if (!file) return invalid_argument("--draw " + path + ": cannot be read");
  const Json json = Json::parse(file, nullptr, false);
  std::vector<BenchCase> cases;
  try {
    for (const Json& entry : json.at("cases")) {
      BenchCase one;
      one.op = entry.at("op").get<std::string>();
      one.options.inputs = texts(entry, "inputs");
      one.options.attributes = texts(entry, "attributes");
      one.error = entry.value("error", "");
      if (one.error.empty()) {
        one.op_us.median = entry.at("op_us").at("median").get<double>();
        one.copy_us.median = entry.at("copy_us").at("median").get<double>();
        one.bytes = entry.at("bytes").get<std::int64_t>();
      }
      cases.push_back(std::move(one));
    }
  } catch (const Json::exception& error) {
    return invalid_argument("--draw " + path +
                            ": is no result of plugsmith bench: " + error.what());
  }
  return cases;
}

Answer draw(const Options& options) {
  if (options.picture.empty()) {
    return failed(invalid_argument("--draw wants --picture STEM, where to put the pictures"));
  }
  const auto cases = read_results(options.drawn);
  if (!cases.is_ok()) return failed(cases.status());
  const Status written = write_pictures(options.picture, *cases);
  if (!written.is_ok()) return failed(written);
  Answer answer;
  answer.json["cases"] = cases->size();
  answer.text = options.picture + "-time.svg, " + options.picture +
                "-share.svg: " + std::to_string(cases->size()) + " cases\n";
  return answer;
}

Answer perform(const Options& options) {
  if (!options.drawn.empty()) return draw(options);
  if (options.library.empty()) return failed(invalid_argument("bench wants LIB, a plugin library"));
  auto cases = cases_of(options);
  if (!cases.is_ok()) return failed(cases.status());
  Answer answer;
  Json device;
  std::size_t refused = 0;
  for (std::size_t i = 0; i < cases->size(); ++i) {
    BenchCase& one = (*cases)[i];
    std::fprintf(stderr, "plugsmith bench: %zu of %zu: %s\n", i + 1, cases->size(),
                 printable(label_of(one)).c_str());
    const Status status = measure(options, one, device);
    if (!status.is_ok()) return failed(status);
    refused += one.error.empty() ? 0U : 1U;
  }
  answer.json["library"] = options.library;
  answer.json["device"] = device;
  answer.json["cases"] = Json::array();
  for (const BenchCase& one : *cases) answer.json["cases"].push_back(to_json(one));
  answer.text = table(*cases);
  if (refused > 0) {
    answer.status = internal_error(std::to_string(refused) + " of " +
                                   std::to_string(cases->size()) + " cases could not be measured");
    answer.text_despite_error = true;
  }
  if (options.picture.empty()) return answer;
  const Status written = write_pictures(options.picture, *cases);
  return written.is_ok() ? answer : failed(written);
}

}  // namespace

Command add_bench(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = add_command(app, "bench", kHelp);
  command->add_option("LIB", options->library, "A plugin library (.so)");
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
  command->add_option("--picture", options->picture, "Write STEM-time.svg and STEM-share.svg, too")
      ->type_name("STEM");
  command->add_option("--draw", options->drawn, "Draw the pictures of earlier results instead")
      ->type_name("RESULTS.json");
  add_worker_options(*command, options->worker);
  return {command, [options] { return perform(*options); }};
}

}  // namespace plugsmith::cli
