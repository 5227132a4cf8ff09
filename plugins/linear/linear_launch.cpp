// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "linear.hpp"
#include "linear_weights.hpp"

namespace plugsmith::ops {
namespace {

using linear_op::padded;

template <class T>
Status upload_rounded(OpenContext& c, const Weight& name, const std::vector<float>& values,
                      const void*& address) {
  const std::vector<T> packed = linear_op::rounded<T>(values);
  const auto uploaded = c.upload(name, packed.data(), static_cast<std::int64_t>(packed.size()));
  if (!uploaded.is_ok()) return uploaded.status();
  address = *uploaded;
  return Status::ok();
}

Status upload_as(DataType type, OpenContext& c, const Weight& name,
                 const std::vector<float>& values, const void*& address) {
  return dispatch_floating(
      type, [&](auto zero) { return upload_rounded<decltype(zero)>(c, name, values, address); });
}

Status upload_quantized(OpenContext& c, const Linear& op, Linear::State& state) {
  const linear_op::Quantized quantized = linear_op::quantize(op.weight);
  const std::int64_t rows = op.out_features;
  const auto packed = linear_op::pad_matrix(quantized.values, rows,
                                            static_cast<std::int64_t>(op.weight.size()) / rows);
  const auto uploaded =
      c.upload(Linear::kWeight, packed.data(), static_cast<std::int64_t>(packed.size()));
  if (!uploaded.is_ok()) return uploaded.status();
  state.weight = *uploaded;
  state.weight_scale = quantized.scale;
  return Status::ok();
}

}  // namespace

Status Linear::open(OpenContext& c, State& state) const {
  const Result<const cublaslt::Api*> api = cublaslt::load();
  if (!api.is_ok()) return api.status();
  PLUGSMITH_RETURN_IF_ERROR(state.matmul.open(**api));
  const DataType type = c[x].type();
  const bool int8 = type == DataType::kInt8;
  if (!weight.empty()) {
    PLUGSMITH_RETURN_IF_ERROR(int8 ? upload_quantized(c, *this, state)
                                   : upload_as(type, c, kWeight, weight, state.weight));
  }
  if (bias.empty()) return Status::ok();
  return upload_as(int8 ? DataType::kFloat : type, c, kBias, bias, state.bias);
}

Status Linear::shape_changed(ShapeContext& c, State& state) const {
  const Result<Sizes> s = sizes(c);
  if (!s.is_ok()) return s.status();
  state.sizes = *s;
  if (s->is_empty()) return Status::ok();
  const DataType type = c[x].type();
  if (type == DataType::kInt8) {
    PLUGSMITH_RETURN_IF_ERROR(scales(c, state.weight_scale).status());
    return state.matmul.plan(
        {type, s->rows, padded(s->outputs), padded(s->features), Activation::kNone, false},
        nullptr);
  }
  const bool has_bias = !bias.empty() || c.has(bias_input);
  return state.matmul.plan({type, s->rows, s->outputs, s->features, activation, has_bias},
                           state.bias);
}

Status Linear::launch(LaunchContext& c, State& state) const {
  if (state.sizes.is_empty()) return Status::ok();
  if (c[x].type() == DataType::kInt8) return launch_int8(c, state);
  const void* weights = c.has(weight_input) ? c[weight_input].data() : state.weight;
  const void* biases = c.has(bias_input) ? c[bias_input].data() : state.bias;
  return state.matmul.run({c[x].data(), weights, biases, c[y].data(), c.scratch<void>(kWorkspace)},
                          c.stream());
}

// x [rows, features] and weight [outputs, features] are padded to multiples of 4 where they are
// not; their product [rows, padded outputs] is INT32 and becomes y [rows, outputs] in finish().
Status Linear::launch_int8(LaunchContext& c, State& state) const {
  const Sizes& s = state.sizes;
  const Result<Scales> factors = scales(c, state.weight_scale);
  if (!factors.is_ok()) return factors.status();
  const void* operand = c[x].data();
  if (auto* copy = c.scratch<std::int8_t>(kPaddedX); copy != nullptr) {
    PLUGSMITH_RETURN_IF_ERROR(linear_op::pad(
        {c[x].data_as<std::int8_t>(), copy, s.rows, s.features, s.rows, padded(s.features)},
        c.stream()));
    operand = copy;
  }
  const void* weights = c.has(weight_input) ? c[weight_input].data() : state.weight;
  if (auto* copy = c.scratch<std::int8_t>(kPaddedWeight); copy != nullptr) {
    PLUGSMITH_RETURN_IF_ERROR(
        linear_op::pad({c[weight_input].data_as<std::int8_t>(), copy, s.outputs, s.features,
                        padded(s.outputs), padded(s.features)},
                       c.stream()));
    weights = copy;
  }
  auto* sums = c.scratch<std::int32_t>(kSums);
  PLUGSMITH_RETURN_IF_ERROR(
      state.matmul.run({operand, weights, nullptr, sums, c.scratch<void>(kWorkspace)}, c.stream()));
  const auto* biases =
      c.has(bias_input) ? c[bias_input].data_as<float>() : static_cast<const float*>(state.bias);
  return linear_op::finish({sums, biases, c[y].data(), c[y].type(), activation, factors->sum,
                            factors->y, s.rows, s.outputs, padded(s.outputs)},
                           c.stream());
}

}  // namespace plugsmith::ops
