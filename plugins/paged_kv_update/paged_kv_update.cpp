// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "paged_kv_update.hpp"

#include "paged_kv_update_kernel.hpp"

namespace plugsmith::ops {
namespace {

constexpr std::int64_t kUnknown = -1;

std::int64_t size_of(const SymbolicShape& shape, int axis) {
  return shape[axis].constant().value_or(kUnknown);
}
template <class Pointer>
std::int64_t size_of(const BasicTensorView<Pointer>& view, int axis) {
  return view.shape()[axis];
}

// Says that one axis of a port is as long as one of an earlier port.
template <class Context, class Port, class Other>
Status agree(const Context& c, const Port& port, int axis, const Other& other, int other_axis) {
  const std::int64_t got = size_of(c[port], axis);
  const std::int64_t wanted = size_of(c[other], other_axis);
  if (got == wanted || got == kUnknown || wanted == kUnknown) return Status::ok();
  return invalid_argument(std::string("PagedKvUpdate_PS: dimension ") + std::to_string(axis) +
                          " of input \"" + port.name() + "\" is " + std::to_string(got) +
                          "; must be " + std::to_string(wanted) + " as dimension " +
                          std::to_string(other_axis) + " of \"" + other.name() + "\"");
}

}  // namespace

template <class Context>
Status PagedKvUpdate::check_shapes(const Context& c) {
  for (int axis = 0; axis < 4; ++axis) {
    PLUGSMITH_RETURN_IF_ERROR(agree(c, value_cache, axis, key_cache, axis));
  }
  PLUGSMITH_RETURN_IF_ERROR(agree(c, key, 1, key_cache, 1));
  PLUGSMITH_RETURN_IF_ERROR(agree(c, key, 2, key_cache, 3));
  for (int axis = 0; axis < 3; ++axis) {
    PLUGSMITH_RETURN_IF_ERROR(agree(c, value, axis, key, axis));
  }
  return agree(c, slots, 0, key, 0);
}
template Status PagedKvUpdate::check_shapes(const ReferenceContext& c);

Status PagedKvUpdate::infer(InferContext& c) const { return check_shapes(c); }

Status PagedKvUpdate::scratch(ScratchContext& c) const {
  const Shape& cache = c[key_cache].shape();
  if (c[key].shape()[0] > paged_kv_update::kMaxScannedTokens) {
    c.add<std::uint64_t>(kWinners, Shape{cache[0], cache[2]}.volume());
  }
  return Status::ok();
}

Status PagedKvUpdate::launch(LaunchContext& c) const {
  PLUGSMITH_RETURN_IF_ERROR(check_shapes(c));
  const Shape& cache = c[key_cache].shape();
  const std::int64_t element_bytes = bytes_of(c[key].type(), 1);
  return paged_kv_update::launch(
      {c[key_cache].data(), c[value_cache].data(), c[key].data(), c[value].data(), c[slots].data(),
       c[slots].type(), c.scratch<std::uint64_t>(kWinners), c[key].shape()[0], cache[0], cache[1],
       cache[2], cache[3] * element_bytes, element_bytes},
      c.stream());
}

}  // namespace plugsmith::ops
