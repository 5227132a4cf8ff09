// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "rms_norm.hpp"

#include "rms_norm_kernel.hpp"

namespace plugsmith::ops {
namespace {

Status wrong_length(std::int64_t got, std::int64_t wanted) {
  return invalid_argument("RmsNorm_PS: input \"scale\" has " + std::to_string(got) +
                          " values; must have " + std::to_string(wanted) +
                          ", the size of the last dimension of \"x\"");
}

}  // namespace

Status RmsNorm::infer(InferContext& c) const {
  c[y] = c[x];
  if (!c.has(scale)) return Status::ok();
  const auto got = c[scale][0].constant(), wanted = c[x][-1].constant();
  return got && wanted && *got != *wanted ? wrong_length(*got, *wanted) : Status::ok();
}

Status RmsNorm::check(const TensorContext& c) const {
  if (!c.has(scale) || c[scale].shape()[0] == c[x].shape()[-1]) return Status::ok();
  return wrong_length(c[scale].shape()[0], c[x].shape()[-1]);
}

Status RmsNorm::launch(LaunchContext& c) const {
  PLUGSMITH_RETURN_IF_ERROR(check(c));
  const Shape& shape = c[x].shape();
  const bool scaled = c.has(scale);
  return rms_norm::launch({c[x].data(), scaled ? c[scale].data() : nullptr, c[y].data(),
                           c[x].type(), scaled ? c[scale].type() : c[x].type(),
                           shape.volume(0, shape.rank() - 1), shape[-1], epsilon},
                          c.stream());
}

}  // namespace plugsmith::ops
