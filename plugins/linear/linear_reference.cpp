// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "linear.hpp"
#include "linear_weights.hpp"

namespace plugsmith::ops {
namespace {

using linear_op::Activation;

double activated(double v, Activation activation) {
  switch (activation) {
    case Activation::kRelu: return v < 0.0 ? 0.0 : v;
    case Activation::kGelu: {
      constexpr double kRootOfTwoOverPi = 0.79788456080286535588;
      return 0.5 * v * (1.0 + std::tanh(kRootOfTwoOverPi * (v + 0.044715 * v * v * v)));
    }
    default: return v;
  }
}

template <class T>
std::vector<float> as_floats(const T* values, std::int64_t count) {
  std::vector<float> result(static_cast<std::size_t>(count));
  for (float& value : result) value = static_cast<float>(*values++);
  return result;
}

// Row-major operands as floats, which hold float16, bfloat16 and int8 exactly.
struct Operands {
  std::vector<float> x, weight, bias;
};

// Calls `store(index, value)` for each y, value = activation(scale * sum + bias).
template <class Store>
void multiply(const Operands& o, const Linear::Sizes& s, double scale, Activation activation,
              Store&& store) {
  for (std::int64_t row = 0; row < s.rows; ++row) {
    for (std::int64_t output = 0; output < s.outputs; ++output) {
      const float* a = o.x.data() + row * s.features;
      const float* b = o.weight.data() + output * s.features;
      double sum = 0.0;
      for (std::int64_t k = 0; k < s.features; ++k) {
        sum += static_cast<double>(a[k]) * static_cast<double>(b[k]);
      }
      const double bias =
          o.bias.empty() ? 0.0 : static_cast<double>(o.bias[static_cast<std::size_t>(output)]);
      store(row * s.outputs + output, activated(scale * sum + bias, activation));
    }
  }
}

template <class T>
Status reference_as(const Linear& op, ReferenceContext& c, const Linear::Sizes& s) {
  const auto operand = [&](const OptionalIn& port, const std::vector<float>& attribute) {
    if (c.has(port)) return as_floats(c[port].data_as<T>(), c[port].shape().volume());
    const std::vector<T> packed = linear_op::rounded<T>(attribute);
    return as_floats(packed.data(), static_cast<std::int64_t>(packed.size()));
  };
  const Operands operands{as_floats(c[Linear::x].data_as<T>(), s.rows * s.features),
                          operand(Linear::weight_input, op.weight),
                          operand(Linear::bias_input, op.bias)};
  T* y = c[Linear::y].data_as<T>();
  multiply(operands, s, 1.0, op.activation,
           [&](std::int64_t index, double value) { y[index] = round_to<T>(value); });
  return Status::ok();
}

Status reference_int8(const Linear& op, ReferenceContext& c, const Linear::Sizes& s) {
  const linear_op::Quantized quantized = linear_op::quantize(op.weight);
  const Result<Linear::Scales> scales = op.scales(c, quantized.scale);
  if (!scales.is_ok()) return scales.status();
  const bool given = c.has(Linear::weight_input);
  const Operands operands{
      as_floats(c[Linear::x].data_as<std::int8_t>(), s.rows * s.features),
      as_floats(given ? c[Linear::weight_input].data_as<std::int8_t>() : quantized.values.data(),
                s.outputs * s.features),
      c.has(Linear::bias_input) ? as_floats(c[Linear::bias_input].data_as<float>(), s.outputs)
                                : op.bias};
  return dispatch(c[Linear::y].type(), [&](auto zero) {
    using T = decltype(zero);
    T* y = c[Linear::y].data_as<T>();
    multiply(operands, s, static_cast<double>(scales->sum), op.activation,
             [&](std::int64_t index, double value) {
               y[index] = round_to<T>(value / static_cast<double>(scales->y));
             });
    return Status::ok();
  });
}

}  // namespace

Status Linear::reference(ReferenceContext& c) const {
  const Result<Sizes> s = sizes(c);
  if (!s.is_ok()) return s.status();
  switch (c[x].type()) {
    case DataType::kHalf: return reference_as<Half>(*this, c, *s);
    case DataType::kBf16: return reference_as<BFloat16>(*this, c, *s);
    default: return reference_int8(*this, c, *s);
  }
}

}  // namespace plugsmith::ops
