// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "apps/plugsmith/common_options.hpp"
#include "apps/plugsmith/op_options.hpp"
#include "apps/plugsmith/run_options.hpp"
#include "apps/plugsmith/tensorrt_options.hpp"

namespace plugsmith::cli {
namespace {

constexpr char kHelp[] = R"(Runs a whole ONNX model with custom layers, or one op alone.

Each plugin goes through TensorRT's build and runtime phases in the embedded host and computes with
its CPU reference; all other nodes run in a CPU engine. Outputs are written as DIR/NAME.npy once
everything succeeded.

Inputs of a model: --input NAME=SOURCE, with SOURCE one of FILE.npy, FILE.npz, FILE.npz:ARRAY, a PNG
or JPEG picture, random or random:SEED; NAME= may be left out where there is only one input, and
for a FILE.npz that holds all of them under their names. Inputs of an op, once a port and in order:
--input SHAPE:TYPE[=SOURCE]; a range MIN..OPT..MAX of shapes makes dimensions dynamic. Random
integers stay within the values that the op declares for the port. zeros:SHARE and uniform:LOW:HIGH
say more of random numbers (docs/bench.md).

--steps N runs N times. An output of an op that shares its input's memory is the next step's input;
a model's outputs become inputs by --feed OUTPUT=INPUT.

--backend tensorrt builds an engine with real TensorRT 10 or 11 on a GPU, for the shapes of this
run, in float32, and runs it; MODEL may also be a plan (.plan, .engine, .trt) that "plugsmith build"
or trtexec made. With --steps N it tells the time of a step on the device.

Examples:
  plugsmith run model.onnx --plugins libplugsmith_plugins.so --input x=photo.png --output results
  plugsmith run libplugsmith_plugins.so --op PadTo_PS --attr height=48 --input 2x3x16x20:float32)";

Status set_triple(const char* option, const std::vector<double>& values,
                  std::array<double, 3>& triple) {
  if (values.empty()) return Status::ok();
  if (values.size() != 1 && values.size() != triple.size()) {
    return invalid_argument(std::string(option) + ": give one number or three, like 0.5,0.5,0.5");
  }
  for (std::size_t i = 0; i < triple.size(); ++i) triple[i] = values[values.size() == 1 ? 0 : i];
  return Status::ok();
}

Status check_backend(const RunOptions& options) {
  if (options.backend == "tensorrt") return Status::ok();
  if (is_plan(options.target)) {
    return invalid_argument(options.target + " is a plan, which only --backend tensorrt runs");
  }
  if (options.tensorrt.cuda_graph || options.tensorrt.allow_plan_code ||
      options.tensorrt.standard_plugins || !options.tensorrt.folder.empty()) {
    return invalid_argument(
        "--cuda-graph, --allow-plan-code, --standard-plugins and --tensorrt belong to --backend "
        "tensorrt");
  }
  return Status::ok();
}

Answer perform(RunOptions options) {
  for (const Status& status :
       {check_backend(options),
        set_triple("--image-mean", options.picture_mean, options.picture.mean),
        set_triple("--image-std", options.picture_deviation, options.picture.deviation)}) {
    if (!status.is_ok()) return failed(status);
  }
  for (const double deviation : options.picture.deviation) {
    if (deviation == 0) return failed(invalid_argument("--image-std: 0 would divide by zero"));
  }
  options.op.on_device = options.backend == "cuda";
  options.picture.bgr = options.picture_order == "bgr";
  if (options.op.name.empty()) {
    const bool attributes = !options.op.attributes.empty();
    if (!attributes && options.op.shape_inputs.empty()) {
      return options.backend == "tensorrt" ? run_model_in_tensorrt(options) : run_model(options);
    }
    return failed(invalid_argument(std::string(attributes ? "--attr" : "--shape-input") +
                                   " belongs to --op NAME; a model's nodes bring their own"));
  }
  if (!options.feeds.empty()) {
    return failed(
        invalid_argument("--feed belongs to a model; an op's output that shares its input's memory "
                         "is the next step's input by itself"));
  }
  if (!options.libraries.empty() || !options.compare_with.empty() || !options.shapes.empty()) {
    return failed(
        invalid_argument("--plugins, --shape and --compare belong to a model; with --op, " +
                         options.target + " is the library"));
  }
  return run_op(options);
}

void add_picture_options(CLI::App& app, RunOptions& options) {
  app.add_option("--image-mean", options.picture_mean,
                 "Pictures become (value * scale - mean) / std, per channel of the order below (0)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("M[,M,M]");
  app.add_option("--image-std", options.picture_deviation, "See --image-mean (1)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("S[,S,S]");
  app.add_option("--image-scale", options.picture.scale, "See --image-mean (1/255)")
      ->type_name("FACTOR");
  app.add_option("--image-order", options.picture_order, "Channel order of the input (rgb)")
      ->check(CLI::IsMember({"rgb", "bgr"}))
      ->type_name("rgb|bgr");
  app.add_option("--image-multiple", options.picture.multiple, "Sides become multiples of this (1)")
      ->check(CLI::Range(1, 4096))
      ->type_name("N");
  app.add_option("--image-min-side", options.picture.min_side,
                 "A shorter side is enlarged to this, in proportion")
      ->check(CLI::Range(1, 32768))
      ->type_name("N");
  app.add_option("--image-max-side", options.picture.max_side,
                 "A longer side is reduced to this, in proportion")
      ->check(CLI::Range(1, 32768))
      ->type_name("N");
}

constexpr std::uint64_t kMostSteps = 1'000'000'000;

void add_backend_options(CLI::App& app, RunOptions& options) {
  add_tensorrt_options(app, options.tensorrt);
  app.add_flag("--cuda-graph", options.tensorrt.cuda_graph,
               "Record the engine into a CUDA graph after the first of --steps, and launch that");
  app.add_flag("--allow-plan-code", options.tensorrt.allow_plan_code,
               "Run code that a plan carries: a lean runtime, plugin libraries");
}

void add_model_options(CLI::App& app, RunOptions& options) {
  app.add_option("--plugins", options.libraries, "Plugin libraries (.so)")->type_name("LIB");
  app.add_option("--shape", options.shapes, "Fixes the shape of an input of the model")
      ->allow_extra_args(false)
      ->type_name("NAME=1x3x640x640");
  app.add_option("--feed", options.feeds, "With --steps: an output that is the next step's input")
      ->allow_extra_args(false)
      ->type_name("OUTPUT=INPUT");
  app.add_option(
         "--compare", options.compare_with,
         "Also run this model, without plugins, on the same inputs and compare the outputs; "
         "exit 1 when they differ by more than the tolerance")
      ->type_name("MODEL.onnx");
  app.add_option(
         "--tolerance", options.tolerance_factor,
         "Tolerance of --compare: FACTOR * epsilon of the type * max(|reference|, 1) (1024)")
      ->check(CLI::NonNegativeNumber)
      ->type_name("FACTOR");
}

}  // namespace

Command add_run(CLI::App& app) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = add_command(app, "run", kHelp);
  command->add_option("MODEL|LIB", options->target, "A model (.onnx), or with --op a library (.so)")
      ->required();
  command
      ->add_option("--input", options->op.inputs, "NAME=SOURCE, or SHAPE:TYPE[=SOURCE] with --op")
      ->allow_extra_args(false)
      ->type_name("INPUT");
  command->add_option("--output", options->output_folder, "Folder for the outputs; made if missing")
      ->type_name("DIR");
  command->add_option("--backend", options->backend, "What computes the plugins (embedded)")
      ->check(CLI::IsMember({"embedded", "cuda", "tensorrt"}))
      ->type_name("embedded|cuda|tensorrt");
  command->add_option("--steps", options->steps, "Runs N times (1)")
      ->check(CLI::Range(std::uint64_t{1}, kMostSteps))
      ->type_name("N");
  command->add_option("--op", options->op.name, "Run this op of the library alone")
      ->type_name("NAME");
  add_op_options(*command, options->op);
  add_model_options(*command, *options);
  add_backend_options(*command, *options);
  add_picture_options(*command, *options);
  add_worker_options(*command, options->worker);
  return {command, [options] { return perform(*options); }};
}

}  // namespace plugsmith::cli
