// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/build.hpp"

#include <fmt/format.h>

#include "apps/plugsmith/input_source.hpp"
#include "apps/plugsmith/tensorrt_report.hpp"
#include "src/graph/onnx_model.hpp"
#include "src/trt/engine/profile_check.hpp"

namespace plugsmith::cli {
namespace {

Result<std::vector<io::Dims>> parse_range(const std::string& option, const std::string& text) {
  std::vector<io::Dims> dims;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(':', start), text.size());
    auto part = parse_dims(text.substr(start, end - start));
    if (!part.is_ok()) return invalid_argument(option + ": " + part.status().message());
    for (const std::int64_t dim : *part) {
      if (dim < 0) return invalid_argument(option + ": a profile has no open dimensions");
    }
    dims.push_back(std::move(part).value());
    start = end + 1;
  }
  if (dims.size() == 1) dims.resize(3, dims.front());
  if (dims.size() != 3) {
    return invalid_argument(
        option +
        ": must be NAME=MIN:OPT:MAX, like x=1x3x32x32:1x3x640x640:1x3x1280x1280, "
        "or NAME=SHAPE");
  }
  return dims;
}

// What can be said without TensorRT. A vector of integers may hold a shape, whose range is one of
// values: only TensorRT knows.
Status check(const graph::Model& model, const Json& profile) {
  std::vector<trt::DeclaredInput> inputs;
  for (const graph::TensorInfo& info : model.inputs()) {
    const bool integers = info.type == DataType::kInt32 || info.type == DataType::kInt64;
    const bool may_be_shape = integers && info.dims.size() <= 1 && profile.contains(info.name);
    if (!info.has_shape) return Status::ok();
    inputs.push_back({info.name, info.dims, may_be_shape});
  }
  trt::Profile ranges;
  for (const auto& [name, range] : profile.items()) {
    ranges[name] = {range.at("min").get<io::Dims>(),
                    range.at("opt").get<io::Dims>(),
                    range.at("max").get<io::Dims>(),
                    {}};
  }
  return trt::check_profile(inputs, ranges);
}

void report(const BuildOptions& options, const Json& reply, Answer& answer) {
  answer.json["model"] = options.model;
  answer.json["plan"] = options.output;
  report_tensorrt(answer, reply);
  report_plugin_nodes(answer, reply);
  report_plan(answer, reply);
  const Json& build = reply.at("build");
  answer.json["build"] = build;
  answer.text += fmt::format("plan    {} bytes written to {}\n",
                             build.at("plan_bytes").get<std::size_t>(), options.output);
  answer.text += fmt::format("time    built in {:.1f} s\n", build.at("seconds").get<double>());
  if (!build.contains("timing_cache")) return;
  const Json& cache = build["timing_cache"];
  answer.text += fmt::format(
      "cache   {}: {} bytes before, {} after\n", cache.at("file").get<std::string>(),
      cache.at("bytes_before").get<std::size_t>(), cache.at("bytes_after").get<std::size_t>());
}

}  // namespace

Result<Json> parse_profile(const std::vector<std::string>& texts) {
  Json profile = Json::object();
  for (const std::string& text : texts) {
    const std::string option = "--shape " + text;
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      return invalid_argument(option + ": must be NAME=MIN:OPT:MAX");
    }
    const std::string name = text.substr(0, equals);
    if (profile.contains(name)) {
      return invalid_argument(option + ": input " + name + " has a range already");
    }
    auto range = parse_range(option, text.substr(equals + 1));
    if (!range.is_ok()) return range.status();
    profile[name] = {{"min", (*range)[0]}, {"opt", (*range)[1]}, {"max", (*range)[2]}};
  }
  return profile;
}

Answer build(const BuildOptions& options) {
  auto profile = parse_profile(options.shapes);
  if (!profile.is_ok()) return failed(profile.status());
  {
    auto model = graph::Model::load(options.model);
    if (!model.is_ok()) return failed(model.status());
    const Status fits = check(*model, *profile);
    if (!fits.is_ok()) return failed(fits);
  }
  Json request{{"job", "build"},
               {"model", options.model},
               {"output", options.output},
               {"precision", options.precision},
               {"strongly_typed", options.strongly_typed},
               {"version_compatible", options.version_compatible},
               {"lean_runtime_excluded", options.lean_runtime_excluded},
               {"embed_plugins", options.embed_plugins},
               {"timing_cache", options.timing_cache},
               {"optimization_level", options.optimization_level},
               {"workspace_bytes", options.workspace_bytes}};
  if (!profile->empty()) request["profiles"] = Json::array({*profile});
  const WorkerReply reply =
      call_tensorrt(options.libraries, std::move(request), {}, options.tensorrt, options.worker);
  Answer answer;
  answer.json["model"] = options.model;
  if (reply.json.contains("error")) answer.json["error"] = reply.json["error"];
  report_tensorrt_log(answer, reply.json);
  answer.status = reply.status;
  if (answer.status.is_ok()) report(options, reply.json, answer);
  return answer;
}

}  // namespace plugsmith::cli
