// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "add_rms_norm.hpp"

#include "add_rms_norm_kernel.hpp"

namespace plugsmith::ops {
namespace {

Status wrong_length(std::int64_t got, std::int64_t wanted) {
  return invalid_argument("AddRmsNorm_PS: input \"scale\" has " + std::to_string(got) +
                          " values; must have " + std::to_string(wanted) +
                          ", the size of the last dimension of \"x\"");
}

Status wrong_residual(const std::string& got, const std::string& wanted) {
  return invalid_argument("AddRmsNorm_PS: input \"residual\" " + got + "; must be " + wanted +
                          ", as \"x\"");
}

}  // namespace

Status AddRmsNorm::infer(InferContext& c) const {
  c[y] = c[x];
  c[sum] = c[x];
  if (c[residual].rank() != c[x].rank()) {
    return wrong_residual("has " + std::to_string(c[residual].rank()) + " dimensions",
                          std::to_string(c[x].rank()));
  }
  for (int axis = 0; axis < c[x].rank(); ++axis) {
    const auto got = c[residual][axis].constant(), wanted = c[x][axis].constant();
    if (!got || !wanted || *got == *wanted) continue;
    return wrong_residual("has " + std::to_string(*got) + " in dimension " + std::to_string(axis),
                          std::to_string(*wanted));
  }
  if (!c.has(scale)) return Status::ok();
  const auto got = c[scale][0].constant(), wanted = c[x][-1].constant();
  return got && wanted && *got != *wanted ? wrong_length(*got, *wanted) : Status::ok();
}

Status AddRmsNorm::check(const TensorContext& c) const {
  if (c[residual].shape() != c[x].shape()) {
    return wrong_residual("is " + to_string(c[residual].shape()), to_string(c[x].shape()));
  }
  if (!c.has(scale) || c[scale].shape()[0] == c[x].shape()[-1]) return Status::ok();
  return wrong_length(c[scale].shape()[0], c[x].shape()[-1]);
}

Status AddRmsNorm::launch(LaunchContext& c) const {
  PLUGSMITH_RETURN_IF_ERROR(check(c));
  const Shape& shape = c[x].shape();
  const bool scaled = c.has(scale);
  return add_rms_norm::launch(
      {c[x].data(), c[residual].data(), scaled ? c[scale].data() : nullptr, c[y].data(),
       c[sum].data(), c[x].type(), scaled ? c[scale].type() : c[x].type(),
       shape.volume(0, shape.rank() - 1), shape[-1], epsilon},
      c.stream());
}

}  // namespace plugsmith::ops
