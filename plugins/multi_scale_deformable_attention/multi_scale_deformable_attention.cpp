// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "multi_scale_deformable_attention.hpp"

#include "multi_scale_deformable_attention_kernel.hpp"

namespace plugsmith::ops {
namespace {

constexpr std::int64_t kUnknown = -1;

std::int64_t size_of(const SymbolicShape& shape, int axis) {
  return shape[axis].constant().value_or(kUnknown);
}
std::int64_t size_of(const ConstTensorView& view, int axis) { return view.shape()[axis]; }

// A dimension of an input, as messages name it.
struct Side {
  const char* input;
  int axis;
  std::int64_t size;
};

Status expect(const Side& side, std::int64_t wanted, const std::string& why) {
  if (side.size == wanted || side.size == kUnknown || wanted == kUnknown) return Status::ok();
  return invalid_argument("MultiScaleDeformableAttention_PS: dimension " +
                          std::to_string(side.axis) + " of input \"" + side.input + "\" is " +
                          std::to_string(side.size) + "; must be " + std::to_string(wanted) + why);
}

Status agree(const Side& side, const Side& other) {
  return expect(side, other.size,
                " as dimension " + std::to_string(other.axis) + " of \"" + other.input + "\"");
}

template <class Context>
Status check_sides(const Context& c) {
  using Op = MultiScaleDeformableAttention;
  const auto value = [&](int axis) { return Side{"value", axis, size_of(c[Op::value], axis)}; };
  const auto shapes = [&](int axis) {
    return Side{"spatial_shapes", axis, size_of(c[Op::spatial_shapes], axis)};
  };
  const auto locations = [&](int axis) {
    return Side{"sampling_locations", axis, size_of(c[Op::sampling_locations], axis)};
  };
  PLUGSMITH_RETURN_IF_ERROR(expect(shapes(1), 2, ": height and width"));
  PLUGSMITH_RETURN_IF_ERROR(
      agree({"level_start_index", 0, size_of(c[Op::level_start_index], 0)}, shapes(0)));
  PLUGSMITH_RETURN_IF_ERROR(agree(locations(0), value(0)));
  PLUGSMITH_RETURN_IF_ERROR(agree(locations(2), value(2)));
  PLUGSMITH_RETURN_IF_ERROR(agree(locations(3), shapes(0)));
  PLUGSMITH_RETURN_IF_ERROR(expect(locations(5), 2, ": x and y"));
  for (int axis = 0; axis < 5; ++axis) {
    PLUGSMITH_RETURN_IF_ERROR(agree(
        {"attention_weights", axis, size_of(c[Op::attention_weights], axis)}, locations(axis)));
  }
  return Status::ok();
}

}  // namespace

Status MultiScaleDeformableAttention::check(const TensorContext& c) { return check_sides(c); }

Status MultiScaleDeformableAttention::infer(InferContext& c) const {
  PLUGSMITH_RETURN_IF_ERROR(check_sides(c));
  c[y] = {c[value][0], c[sampling_locations][1], c[value][2] * c[value][3]};
  return Status::ok();
}

Status MultiScaleDeformableAttention::launch(LaunchContext& c) const {
  PLUGSMITH_RETURN_IF_ERROR(check(c));
  const Shape &in = c[value].shape(), &at = c[sampling_locations].shape();
  return multi_scale_deformable_attention::launch(
      {c[value].data(), c[spatial_shapes].data(), c[level_start_index].data(),
       c[sampling_locations].data(), c[attention_weights].data(), c[y].data(), c[value].type(),
       c[sampling_locations].type(), c[spatial_shapes].type(), in[0], in[1], in[2], in[3], at[1],
       at[3], at[4]},
      c.stream());
}

}  // namespace plugsmith::ops
