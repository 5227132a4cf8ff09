// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "gelu.hpp"

#include "gelu_kernel.hpp"

namespace plugsmith::ops {
namespace {

Status refuse(const std::string& text) { return invalid_argument("Gelu_PS: " + text); }

// Where `axis` lies, counted from the front; -1 where x has no such axis.
int position(std::int32_t axis, int rank) {
  const int at = axis < 0 ? axis + rank : axis;
  return at >= 0 && at < rank ? at : -1;
}

Status no_axis(std::int32_t axis, int rank) {
  return refuse("attribute \"axis\" is " + std::to_string(axis) + ", but \"x\" has " +
                std::to_string(rank) + " dimensions; must be -" + std::to_string(rank) + " to " +
                std::to_string(rank - 1));
}

Status wrong_length(std::int64_t got, std::int64_t wanted, std::int32_t axis) {
  return refuse("input \"bias\" has " + std::to_string(got) + " values; must have " +
                std::to_string(wanted) + ", the size of dimension " + std::to_string(axis) +
                " of \"x\"");
}

}  // namespace

Status Gelu::infer(InferContext& c) const {
  c[y] = c[x];
  if (!c.has(bias)) return Status::ok();
  const int at = position(axis, c[x].rank());
  if (at < 0) return no_axis(axis, c[x].rank());
  const auto got = c[bias][0].constant(), wanted = c[x][at].constant();
  return got && wanted && *got != *wanted ? wrong_length(*got, *wanted, axis) : Status::ok();
}

Result<Gelu::Bias> Gelu::bias_of(const TensorContext& c) const {
  if (!c.has(bias)) return Bias{};
  const Shape& shape = c[x].shape();
  const int at = position(axis, shape.rank());
  if (at < 0) return no_axis(axis, shape.rank());
  if (c[bias].shape()[0] != shape[at]) return wrong_length(c[bias].shape()[0], shape[at], axis);
  return Bias{shape[at], shape.volume(at + 1, shape.rank())};
}

Status Gelu::launch(LaunchContext& c) const {
  const auto along = bias_of(c);
  if (!along.is_ok()) return along.status();
  const bool biased = c.has(bias);
  return gelu::launch({c[x].data(), c[y].data(), c[x].type(), c[x].shape().volume(),
                       biased ? c[bias].data() : nullptr, biased ? c[bias].type() : c[x].type(),
                       along->channels, along->inner, approximate == Approximate::kTanh},
                      c.stream());
}

}  // namespace plugsmith::ops
