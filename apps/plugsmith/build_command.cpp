// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/build.hpp"

#include <limits>
#include <memory>

#include "apps/plugsmith/common_options.hpp"
#include "apps/plugsmith/tensorrt_options.hpp"

namespace plugsmith::cli {
namespace {

constexpr char kHelp[] = R"(Builds an engine from an ONNX model with real TensorRT.

Needs TensorRT 10 or 11 and a GPU. The plugin libraries are loaded through TensorRT's registry; each
plugin is first asked for what TensorRT would crash on. The summary tells which layers are plugins,
their formats and tactics, and the reformats beside them.

--shape NAME=MIN:OPT:MAX gives the range of an input whose dimensions the model leaves open (for an
input that holds a shape: the range of its values). --timing-cache FILE is read before and written
after; builds may share it. fp32 computes in float32 throughout; tf32 is TensorRT's own default.
A plan built with --version-compatible or --embed-plugins carries code, so running it takes
--allow-plan-code.

Example:
  plugsmith build model.onnx -o model.plan --plugins libplugsmith_plugins.so \
    --shape x=1x3x32x32:1x3x640x640:1x3x1280x1280 --timing-cache timing.cache)";

Answer perform(const BuildOptions& options) {
  if (options.embed_plugins && options.libraries.empty()) {
    return failed(invalid_argument("--embed-plugins: there is no --plugins LIB to embed"));
  }
  return build(options);
}

}  // namespace

Command add_build(CLI::App& app) {
  auto options = std::make_shared<BuildOptions>();
  CLI::App* command = add_command(app, "build", kHelp);
  command->add_option("MODEL", options->model, "An ONNX model")->required();
  command->add_option("-o,--output", options->output, "The plan to write")
      ->required()
      ->type_name("FILE");
  command->add_option("--plugins", options->libraries, "Plugin libraries (.so)")->type_name("LIB");
  command->add_option("--shape", options->shapes, "Range of an input's dimensions")
      ->allow_extra_args(false)
      ->type_name("NAME=MIN:OPT:MAX");
  command->add_option("--precision", options->precision, "What layers may compute in (fp32)")
      ->check(CLI::IsMember({"fp32", "tf32", "fp16", "bf16", "int8"}))
      ->type_name("fp32|tf32|fp16|bf16|int8");
  command->add_option("--timing-cache", options->timing_cache, "Times of tactics, kept in a file")
      ->type_name("FILE");
  command
      ->add_option("--optimization-level", options->optimization_level,
                   "How long the builder may look for fast kernels: 0 to 5 (3)")
      ->check(CLI::Range(0, 5))
      ->type_name("N");
  command
      ->add_option("--workspace", options->workspace_bytes,
                   "Most scratch memory of a layer (the device's memory)")
      ->check(CLI::Range(std::int64_t{1}, std::numeric_limits<std::int64_t>::max()))
      ->type_name("BYTES");
  command->add_flag("--embed-plugins", options->embed_plugins,
                    "The plan carries the plugin libraries");
  auto* compatible = command->add_flag(
      "--version-compatible", options->version_compatible,
      "The plan runs in later versions, too, with the lean runtime that it carries");
  command
      ->add_flag("--exclude-lean-runtime", options->lean_runtime_excluded,
                 "The plan carries none; the machine that runs it has one")
      ->needs(compatible);
  command->add_flag("--strongly-typed", options->strongly_typed,
                    "The model's own types decide what is computed in");
  add_tensorrt_options(*command, options->tensorrt);
  add_worker_options(*command, options->worker);
  return {command, [options] { return perform(*options); }};
}

}  // namespace plugsmith::cli
