// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "linear.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "linear_weights.hpp"

// What the op knows without a device. Execution: linear_launch.cpp.

namespace plugsmith::ops {
namespace {

// 128 * 128 * 131072 is the first sum that leaves INT32.
constexpr std::int64_t kMaxInt8Features = 131071;

Status refuse(const std::string& text) { return invalid_argument("Linear_PS: " + text); }

Status check_finite(const char* name, const std::vector<float>& values) {
  const auto bad =
      std::find_if(values.begin(), values.end(), [](float value) { return !std::isfinite(value); });
  if (bad == values.end()) return Status::ok();
  return refuse(std::string("attribute \"") + name + "\" is not finite at index " +
                std::to_string(bad - values.begin()) + "; mend the model");
}

}  // namespace

bool Linear::takes_row(int row) const {
  return row == 0 || (row == 2) == (int8_output == Int8Output::kInt8);
}

Status Linear::validate() const {
  const auto count = static_cast<std::int64_t>(weight.size());
  if (count > 0 && (out_features == 0 || count % out_features != 0)) {
    return refuse("attribute \"weight\" has " + std::to_string(count) + " values and out_features" +
                  " is " + std::to_string(out_features) +
                  "; must be out_features rows of the input's last dimension");
  }
  if (!bias.empty() && out_features > 0 && static_cast<std::int64_t>(bias.size()) != out_features) {
    return refuse("attribute \"bias\" has " + std::to_string(bias.size()) +
                  " values; must have one for each of out_features, " +
                  std::to_string(out_features));
  }
  PLUGSMITH_RETURN_IF_ERROR(check_finite("weight", weight));
  return check_finite("bias", bias);
}

Status Linear::check(const Dimensions& d) const {
  if (d.weight_input == !weight.empty()) {
    return refuse(d.weight_input
                      ? "the weights come twice, as attribute and as input; give one of them"
                      : "there are no weights; give the attributes weight and out_features, or a "
                        "second input weight [N, K]");
  }
  if (d.bias_input && !bias.empty()) {
    return refuse("the bias comes twice, as attribute and as input; give one of them");
  }
  const auto differ = [](std::optional<std::int64_t> a, std::optional<std::int64_t> b) {
    return a && b && *a != *b;
  };
  const std::optional<std::int64_t> wanted =
      d.weight_input ? d.weight_features
                     : static_cast<std::int64_t>(weight.size()) / std::max(out_features, 1);
  if (differ(d.features, wanted)) {
    return refuse("input \"x\" has " + std::to_string(*d.features) +
                  " features in its last dimension; the weights take " + std::to_string(*wanted));
  }
  if (d.features == std::optional<std::int64_t>(0)) {
    return refuse("input \"x\" has no features: its last dimension is 0; must be at least 1");
  }
  const std::optional<std::int64_t> outputs =
      out_features > 0 ? std::optional<std::int64_t>(out_features) : d.weight_outputs;
  if (differ(d.weight_outputs, outputs)) {
    return refuse("input \"weight\" has " + std::to_string(*d.weight_outputs) +
                  " rows; out_features is " + std::to_string(*outputs) +
                  ", leave it out or mend it");
  }
  const std::optional<std::int64_t> bias_size =
      bias.empty() ? d.bias : static_cast<std::int64_t>(bias.size());
  if (differ(bias_size, outputs)) {
    return refuse("the bias has " + std::to_string(*bias_size) + " values; the weights have " +
                  std::to_string(*outputs) + " rows, must be as many");
  }
  return Status::ok();
}

Status Linear::infer(InferContext& c) const {
  Dimensions d{c.has(weight_input), c.has(bias_input), c[x][-1].constant(), {}, {}, {}};
  if (d.weight_input) {
    d.weight_outputs = c[weight_input][0].constant();
    d.weight_features = c[weight_input][1].constant();
  }
  if (d.bias_input) d.bias = c[bias_input][0].constant();
  PLUGSMITH_RETURN_IF_ERROR(check(d));
  c[y] = c[x];
  c[y].set(-1, out_features > 0 ? Dim(out_features) : c[weight_input][0]);
  return Status::ok();
}

Result<Linear::Sizes> Linear::sizes(const TensorContext& c) const {
  const Shape& in = c[x].shape();
  Dimensions d{c.has(weight_input), c.has(bias_input), in[-1], {}, {}, {}};
  if (d.weight_input) {
    d.weight_outputs = c[weight_input].shape()[0];
    d.weight_features = c[weight_input].shape()[1];
  }
  if (d.bias_input) d.bias = c[bias_input].shape()[0];
  PLUGSMITH_RETURN_IF_ERROR(check(d));
  if (c[x].type() == DataType::kInt8 && in[-1] > kMaxInt8Features) {
    return refuse("input \"x\" has " + std::to_string(in[-1]) +
                  " features; an INT32 sum of INT8 products holds at most " +
                  std::to_string(kMaxInt8Features) + ", use float16");
  }
  return Sizes{in.volume(0, in.rank() - 1), in[-1], d.weight_outputs.value_or(out_features)};
}

Status Linear::configure(ConfigureContext& c) const {
  PLUGSMITH_RETURN_IF_ERROR(sizes(c).status());
  if (!c.has(weight_input)) return Status::ok();
  const ShapeRange& range = c.range(weight_input);
  if (range.min == range.max) return Status::ok();
  return refuse("input \"weight\" goes from " + to_string(range.min) + " to " +
                to_string(range.max) + " in the profile; its dimensions must be fixed");
}

Status Linear::scratch(ScratchContext& c) const {
  const Result<Sizes> s = sizes(c);
  if (!s.is_ok()) return s.status();
  using linear_op::padded;
  c.add<char>(kWorkspace, linear_op::kWorkspaceBytes);
  if (c[x].type() != DataType::kInt8) return Status::ok();
  c.add<std::int32_t>(kSums, s->rows * padded(s->outputs));
  const bool pads_features = padded(s->features) != s->features;
  if (pads_features) c.add<std::int8_t>(kPaddedX, s->rows * padded(s->features));
  if (c.has(weight_input) && (pads_features || padded(s->outputs) != s->outputs)) {
    c.add<std::int8_t>(kPaddedWeight, padded(s->outputs) * padded(s->features));
  }
  return Status::ok();
}

Result<Linear::Scales> Linear::scales(const TensorContext& c, float weight_scale) const {
  const auto missing = [](const Port& port) {
    return refuse(std::string("\"") + port.name() +
                  "\" is int8 without a scale; calibrate, set its dynamic range, or put Q/DQ "
                  "layers around the node");
  };
  const std::optional<float> in = c[x].scale();
  if (!in) return missing(x);
  const bool has_weight = c.has(weight_input);
  const std::optional<float> of_weight = has_weight ? c[weight_input].scale() : weight_scale;
  if (!of_weight) return missing(weight_input);
  if (c[y].type() != DataType::kInt8) return Scales{*in * *of_weight, 1.0F};
  const std::optional<float> out = c[y].scale();
  if (!out) return missing(y);
  return Scales{*in * *of_weight, *out};
}

}  // namespace plugsmith::ops
