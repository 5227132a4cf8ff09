// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "group_norm.hpp"

namespace plugsmith::ops {
namespace {

constexpr std::int64_t kUnknown = -1;

// Groups of more elements starve on one block; smaller ones gain nothing from many.
constexpr std::int64_t kMostForOnePass = 1 << 17;
constexpr std::int64_t kLeastForTwoPass = 1 << 15;

std::int64_t size_of(const SymbolicShape& shape, int axis) {
  return shape[axis].constant().value_or(kUnknown);
}
std::int64_t size_of(const ConstTensorView& view, int axis) { return view.shape()[axis]; }

std::string quoted(const Port& port) { return std::string("\"") + port.name() + '"'; }

Status check_divides(const std::string& what, std::int64_t channels, std::int32_t groups) {
  if (channels % groups == 0) return Status::ok();
  return invalid_argument("GroupNorm_PS: " + what + " " + std::to_string(channels) +
                          " channels, which groups = " + std::to_string(groups) +
                          " does not divide; choose groups among the divisors");
}

// One parameter: its length as an input (nothing if there is none) and as an attribute.
template <class Context>
Status check_parameter(const Context& c, const OptionalIn& port, std::int64_t values,
                       std::int64_t channels) {
  if (!c.has(port) && values == 0) return Status::ok();
  if (c.has(port) && values != 0) {
    return invalid_argument("GroupNorm_PS: " + quoted(port) +
                            " is both an input and an attribute; keep one of them");
  }
  const std::int64_t got = c.has(port) ? size_of(c[port], 0) : values;
  if (got == channels || got == kUnknown || channels == kUnknown) return Status::ok();
  return invalid_argument(std::string("GroupNorm_PS: ") + (c.has(port) ? "input " : "attribute ") +
                          quoted(port) + " has " + std::to_string(got) + " elements; must have " +
                          std::to_string(channels) + ", one for each channel of \"x\"");
}

group_norm::Sizes sizes_of(const Shape& x, std::int32_t groups) {
  return {x[0] * groups, x[1] / groups, x.volume(2, x.rank()), groups};
}

}  // namespace

Status GroupNorm::validate() const {
  const auto scales = static_cast<std::int64_t>(scale_values.size());
  const auto biases = static_cast<std::int64_t>(bias_values.size());
  PLUGSMITH_RETURN_IF_ERROR(check_divides("attribute \"scale\" is for", scales, groups));
  PLUGSMITH_RETURN_IF_ERROR(check_divides("attribute \"bias\" is for", biases, groups));
  if (scales == biases || scales == 0 || biases == 0) return Status::ok();
  return invalid_argument("GroupNorm_PS: attribute \"bias\" has " + std::to_string(biases) +
                          " elements; must have " + std::to_string(scales) + " as \"scale\"");
}

template <class Context>
Status GroupNorm::check(const Context& c) const {
  const std::int64_t channels = size_of(c[x], 1);
  if (channels != kUnknown) {
    PLUGSMITH_RETURN_IF_ERROR(check_divides("input \"x\" has", channels, groups));
  }
  PLUGSMITH_RETURN_IF_ERROR(
      check_parameter(c, scale, static_cast<std::int64_t>(scale_values.size()), channels));
  return check_parameter(c, bias, static_cast<std::int64_t>(bias_values.size()), channels);
}
template Status GroupNorm::check(const ReferenceContext& c) const;

Status GroupNorm::infer(InferContext& c) const {
  PLUGSMITH_RETURN_IF_ERROR(check(c));
  c[y] = c[x];
  return Status::ok();
}

bool GroupNorm::fits(Tactic tactic, const TacticContext& c) const {
  const std::int64_t elements = sizes_of(c[x].shape(), groups).elements();
  return tactic == kOnePass ? elements <= kMostForOnePass : elements >= kLeastForTwoPass;
}

Status GroupNorm::scratch(ScratchContext& c) const {
  if (c.tactic() != kTwoPass) return Status::ok();
  const group_norm::Sizes sizes = sizes_of(c[x].shape(), groups);
  c.add<float>(kPartials, group_norm::kFloatsPerPartial *
                              Shape{sizes.rows, group_norm::most_parts(sizes.elements())}.volume());
  return Status::ok();
}

Status GroupNorm::open(OpenContext& c, State& state) const {
  const auto upload = [&](const Weight& weight, const std::vector<float>& values,
                          const float*& address) {
    if (values.empty()) return Status::ok();
    const Result<const float*> copy =
        c.upload(weight, values.data(), static_cast<std::int64_t>(values.size()));
    if (copy.is_ok()) address = *copy;
    return copy.status();
  };
  const Result<group_norm::Device> device = group_norm::prepare_device();
  if (!device.is_ok()) return device.status();
  state.device = *device;
  PLUGSMITH_RETURN_IF_ERROR(upload(kScale, scale_values, state.scale));
  return upload(kBias, bias_values, state.bias);
}

Status GroupNorm::launch(LaunchContext& c, State& state) const {
  PLUGSMITH_RETURN_IF_ERROR(check(c));
  const auto parameter = [&](const OptionalIn& port, const float* values) {
    return c.has(port) ? group_norm::Parameter{c[port].data(), c[port].type()}
                       : group_norm::Parameter{values, DataType::kFloat};
  };
  const group_norm::Params params{c[x].data(),
                                  c[y].data(),
                                  c[x].type(),
                                  sizes_of(c[x].shape(), groups),
                                  parameter(scale, state.scale),
                                  parameter(bias, state.bias),
                                  epsilon,
                                  c.scratch<float>(kPartials),
                                  activation};
  if (c.tactic() != kOnePass) return group_norm::launch_two_pass(params, c.stream());
  const int blocks = group_norm::held_blocks(params, state.device);
  return blocks > 0 ? group_norm::launch_held(params, state.device, blocks, c.stream())
                    : group_norm::launch_one_pass(params, c.stream());
}

}  // namespace plugsmith::ops
