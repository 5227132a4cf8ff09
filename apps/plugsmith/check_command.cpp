// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "apps/plugsmith/check.hpp"
#include "apps/plugsmith/common_options.hpp"

namespace plugsmith::cli {
namespace {

constexpr char kHelp[] =
    R"(Holds the ops of a plugin library to TensorRT's rules, without a GPU and without TensorRT.

Attributes and inputs that are not given are invented; the report says which. They can come from a
specification (--spec, the format of NVIDIA's *_PluginConfig.yaml files, see docs/spec.md) or from
the nodes of a model (--model). Each creator runs in a process of its own: a crash is a finding, and
the next creator still runs. Verdicts are pass, fail and not run, with the reason.

With --baseline FILE only findings that FILE does not know count for the exit code. FILE is written
when it does not exist, and with --update-baseline.

Example:
  plugsmith check libplugsmith_plugins.so --op PadTo_PS --input 1x3x8x8..1x3x16x16..2x3x32x32:float32)";

struct Options {
  CheckRequest request;
  std::string explain;
};

Answer perform(const Options& options) {
  if (!options.explain.empty()) return explain_rule(options.explain);
  if (options.request.library.empty()) {
    return failed(invalid_argument("name a plugin library, or a rule with --explain"));
  }
  return check_library(options.request);
}

CLI::Option* repeated(CLI::App& app, const char* name, std::vector<std::string>& values,
                      const char* help) {
  return app.add_option(name, values, help)->allow_extra_args(false);
}

void add_case_options(CLI::App& app, CheckRequest& request) {
  app.add_option("--op", request.op, "Check the creators of this name only")->type_name("NAME");
  repeated(app, "--attr", request.attributes,
           "Attribute of the op, read as the type that its creator advertises")
      ->type_name("NAME=VALUE");
  repeated(app, "--input", request.inputs,
           "An input of the op, once for each, in order: 2x16:float32, or with a range for dynamic "
           "dimensions 1x8..2x16..4x32:float32")
      ->type_name("SHAPE:TYPE");
  repeated(app, "--shape-input", request.shape_inputs,
           "Values of a shape input of the op; once for each, in order")
      ->type_name("2,3,16");
  app.add_option_function<std::int32_t>(
         "--outputs", [&request](const std::int32_t& count) { request.outputs = count; },
         "Number of outputs that the op's node has, size tensors included")
      ->check(CLI::PositiveNumber)
      ->type_name("N");
  repeated(app, "--output-shape", request.output_shapes,
           "Shape that an output has, once for each, in order: \"i0[0], 2*i0[1], ?\", where iN[A] "
           "is dimension A of input N and ? is decided by the data")
      ->type_name("DIMS");
  repeated(app, "--spec", request.specs, "Specification of an op with its cases; may be repeated")
      ->type_name("FILE.yaml");
  app.add_option("--model", request.model, "Take the cases from the nodes of this ONNX model")
      ->type_name("M.onnx");
  app.add_option("--node", request.node, "Of the model's nodes, take this one only")
      ->type_name("NAME");
  app.add_option("--seed", request.seed, "Seed of what is random (1); the report repeats it")
      ->type_name("S");
}

void add_rule_options(CLI::App& app, Options& options) {
  CheckRequest& request = options.request;
  app.add_option("--tier", request.tier,
                 "gpu: also the rules that need a CUDA device; engine: also an engine with the op "
                 "in real TensorRT, run where it is built and from its plan (host)")
      ->check(CLI::IsMember({"host", "gpu", "engine"}).description(""))
      ->type_name("host|gpu|engine");
  app.add_option("--tensorrt", request.tensorrt.folder,
                 "For --tier engine: folder of TensorRT, or of its libraries (TENSORRT_ROOT, then "
                 "the loader's path)")
      ->type_name("DIR");
  app.add_option(
         "--sanitizer", request.sanitizer,
         "Also run the op on a CUDA device, in all its combinations and tactics, under this "
         "tool of NVIDIA's compute-sanitizer")
      ->check(CLI::IsMember({"memcheck", "racecheck", "initcheck", "synccheck"}).description(""))
      ->type_name("memcheck|racecheck|initcheck|synccheck");
  app.add_option("--only", request.only, "Check these rules only")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("CK36,...");
  app.add_option("--skip", request.skip, "Leave these rules out")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("CK36,...");
  app.add_option("--explain", options.explain, "Print what a rule means and how to keep it")
      ->type_name("CK36");
  app.add_option("--baseline", request.baseline,
                 "Known findings: only new ones count for the exit code")
      ->type_name("FILE");
  app.add_flag("--update-baseline", request.update_baseline,
               "Write the findings of this run to the baseline");
}

}  // namespace

Command add_check(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = add_command(app, "check", kHelp);
  command->add_option("LIB", options->request.library, "Plugin library (.so)");
  add_case_options(*command, options->request);
  add_rule_options(*command, *options);
  command->add_option("-j,--jobs", options->request.jobs, "Creators to check at a time (1)")
      ->check(CLI::Range(1, 256))
      ->type_name("N");
  add_worker_options(*command, options->request.worker);
  return {command, [options] { return perform(*options); }};
}

}  // namespace plugsmith::cli
