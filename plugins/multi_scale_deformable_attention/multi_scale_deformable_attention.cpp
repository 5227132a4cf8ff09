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

Status refuse(const Port& port, int axis, std::int64_t got, std::int64_t wanted,
              const std::string& why) {
  if (got == wanted || got == kUnknown || wanted == kUnknown) return Status::ok();
  return invalid_argument("MultiScaleDeformableAttention_PS: dimension " + std::to_string(axis) +
                          " of input \"" + port.name() + "\" is " + std::to_string(got) +
                          "; must be " + std::to_string(wanted) + why);
}

// Says that one axis of an input is as long as one of another.
template <class Context>
Status agree(const Context& c, const In& port, int axis, const In& other, int other_axis) {
  return refuse(port, axis, size_of(c[port], axis), size_of(c[other], other_axis),
                " as dimension " + std::to_string(other_axis) + " of \"" + other.name() + "\"");
}

}  // namespace

template <class Context>
Status MultiScaleDeformableAttention::check(const Context& c) {
  PLUGSMITH_RETURN_IF_ERROR(
      refuse(spatial_shapes, 1, size_of(c[spatial_shapes], 1), 2, ": height and width"));
  PLUGSMITH_RETURN_IF_ERROR(agree(c, level_start_index, 0, spatial_shapes, 0));
  PLUGSMITH_RETURN_IF_ERROR(agree(c, sampling_locations, 0, value, 0));
  PLUGSMITH_RETURN_IF_ERROR(agree(c, sampling_locations, 2, value, 2));
  PLUGSMITH_RETURN_IF_ERROR(agree(c, sampling_locations, 3, spatial_shapes, 0));
  PLUGSMITH_RETURN_IF_ERROR(
      refuse(sampling_locations, 5, size_of(c[sampling_locations], 5), 2, ": x and y"));
  for (int axis = 0; axis < 5; ++axis) {
    PLUGSMITH_RETURN_IF_ERROR(agree(c, attention_weights, axis, sampling_locations, axis));
  }
  return Status::ok();
}
template Status MultiScaleDeformableAttention::check(const ReferenceContext& c);

Status MultiScaleDeformableAttention::infer(InferContext& c) const {
  PLUGSMITH_RETURN_IF_ERROR(check(c));
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
