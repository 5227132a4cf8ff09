// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/graph/hosted_layer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace plugsmith::graph {
namespace {

using host::DimValues;

Status check_type(const host::TensorSpec& tensor) {
  if (tensor.type != DataType::kBool && tensor.type != DataType::kUint8) return Status::ok();
  return unsupported(
      fmt::format("\"{}\" is {}; TensorRT takes neither bool nor uint8 as input or "
                  "output of a plugin: cast it in the model",
                  tensor.name, to_string(tensor.type)));
}

bool fits(const std::vector<host::DimRange>& profile, const std::vector<DimValues>& values) {
  if (profile.size() != values.size()) return false;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i].size() != profile[i].min.size()) return false;
    for (std::size_t axis = 0; axis < values[i].size(); ++axis) {
      const std::int64_t value = values[i][axis];
      if (value < profile[i].min[axis] || value > profile[i].max[axis]) return false;
    }
  }
  return true;
}

/// Makes room for `values`, which also become the optimum.
void widen(std::vector<host::DimRange>& profile, const std::vector<DimValues>& values) {
  profile.resize(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    host::DimRange& range = profile[i];
    if (range.min.size() != values[i].size()) range = {values[i], values[i], values[i]};
    range.opt = values[i];
    for (std::size_t axis = 0; axis < values[i].size(); ++axis) {
      range.min[axis] = std::min(range.min[axis], values[i][axis]);
      range.max[axis] = std::max(range.max[axis], values[i][axis]);
    }
  }
}

}  // namespace

HostedLayer::HostedLayer(host::PluginHost& host, const NodeMapping& mapping,
                         host::BuildOptions build, host::Execution execution)
    : host_(host),
      mapping_(mapping),
      spec_(mapping.layer),
      build_(std::move(build)),
      execution_(execution),
      profile_is_given_(!build_.profile.empty()) {}

Status HostedLayer::explain(const Status& status) const {
  return Status(status.code(), fmt::format("node \"{}\" ({}): {}", mapping_.node_name,
                                           mapping_.op_type, status.message()));
}

Status HostedLayer::add(std::vector<host::TensorSpec> inputs,
                        std::vector<host::TensorSpec> shape_inputs, std::size_t output_count) {
  for (const auto& input : inputs) {
    const Status status = check_type(input);
    if (!status.is_ok()) return explain(status);
  }
  for (const auto& input : shape_inputs) {
    if (input.type == DataType::kInt32 || input.type == DataType::kInt64) continue;
    return explain(invalid_argument(fmt::format(
        "shape input \"{}\" is {}; it must be int32 or int64", input.name, to_string(input.type))));
  }
  spec_.inputs = std::move(inputs);
  spec_.shape_inputs = std::move(shape_inputs);
  auto layer = host_.add_layer(spec_);
  if (!layer.is_ok()) return explain(layer.status());
  const auto& outputs = (*layer)->outputs();
  if (outputs.size() != output_count) {
    return explain(invalid_argument(fmt::format(
        "the node has {} outputs, the plugin {} (size tensors included): they must agree",
        output_count, outputs.size())));
  }
  for (const auto& output : outputs) {
    const Status status = check_type(output);
    if (!status.is_ok()) return explain(status);
  }
  layer_ = std::move(*layer);
  return Status::ok();
}

Result<std::vector<DimValues>> HostedLayer::infer(const std::vector<DimValues>& inputs) const {
  auto dims = layer_->evaluate_output_dims(inputs);
  if (!dims.is_ok()) return explain(dims.status());
  return dims;
}

void HostedLayer::set_place(std::int32_t layer_index, std::vector<std::string> output_names,
                            bool ends_the_network) {
  spec_.layer_index = layer_index;
  spec_.output_names = std::move(output_names);
  spec_.outputs_are_network_outputs = ends_the_network;
}

Status HostedLayer::build(const std::vector<DimValues>& inputs,
                          const std::vector<DimValues>& shape_inputs) {
  if (!profile_is_given_) {
    widen(build_.profile, inputs);
    widen(build_.shape_input_profile, shape_inputs);
  }
  context_.reset();
  engine_.reset();
  auto engine = layer_->build(build_);
  if (!engine.is_ok()) return engine.status();
  auto context = (*engine)->create_context();
  if (!context.is_ok()) return context.status();
  engine_ = std::move(*engine);
  context_ = std::move(*context);
  return Status::ok();
}

Status HostedLayer::check_profile(const std::vector<DimValues>& inputs) const {
  if (!profile_is_given_ || fits(build_.profile, inputs)) return Status::ok();
  std::vector<std::string> shapes;
  shapes.reserve(inputs.size());
  for (const DimValues& dims : inputs) shapes.push_back(fmt::format("{}", fmt::join(dims, "x")));
  return explain(invalid_argument(
      fmt::format("the input shapes ({}) lie outside the profile", fmt::join(shapes, ", "))));
}

Result<const std::vector<DimValues>*> HostedLayer::prepare(
    const std::vector<DimValues>& inputs, const std::vector<DimValues>& shape_inputs) {
  if (context_ != nullptr && inputs == last_inputs_ && shape_inputs == last_shape_inputs_) {
    return &std::as_const(last_outputs_);
  }
  PLUGSMITH_RETURN_IF_ERROR(check_profile(inputs));
  const bool fits_built = profile_is_given_ || (fits(build_.profile, inputs) &&
                                                fits(build_.shape_input_profile, shape_inputs));
  if (context_ == nullptr || !fits_built) {
    const Status status = build(inputs, shape_inputs);
    if (!status.is_ok()) return explain(status);
  }
  auto outputs = context_->output_dims(inputs, shape_inputs);
  if (!outputs.is_ok()) return explain(outputs.status());
  last_outputs_ = std::move(*outputs);
  last_inputs_ = inputs;
  last_shape_inputs_ = shape_inputs;
  return &std::as_const(last_outputs_);
}

Status HostedLayer::run(const std::vector<host::ConstTensor>& inputs,
                        const std::vector<DimValues>& shape_inputs,
                        std::vector<host::MutableTensor>& outputs) {
  const Status status = context_->run(inputs, shape_inputs, outputs, execution_);
  return status.is_ok() ? status : explain(status);
}

}  // namespace plugsmith::graph
