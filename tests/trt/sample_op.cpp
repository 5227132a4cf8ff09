// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/trt/sample_op.hpp"

#include <stdexcept>

namespace plugsmith::testing {

LaunchRecord& last_launch() {
  static LaunchRecord record;
  return record;
}

Status SampleOp::validate() const {
  if (low <= high) return Status::ok();
  return invalid_argument("Sample: low is " + std::to_string(low) + ", above high " +
                          std::to_string(high) + "; lower it");
}

Status SampleOp::infer(InferContext& c) const {
  c[y] = c[x];
  c[sums] = {ceil_div(c[x][0], 2)};
  return Status::ok();
}

Status SampleOp::scratch(ScratchContext& c) const {
  c.add<float>(kPartial, c[x].shape()[0] * 100);
  return Status::ok();
}

Status SampleOp::launch(LaunchContext& c) const {
  if (fail == "throw") throw std::runtime_error("launch threw");
  last_launch() = {c.scratch<float>(kPartial), c.stream(), c[x].shape()};
  return Status::ok();
}

Status SampleOp::reference(ReferenceContext& c) const {
  if (fail == "throw") throw std::runtime_error("reference threw");
  if (fail == "status") return out_of_range("Sample: the reference was told to fail");
  const auto* in = c[x].data_as<float>();
  for (std::int64_t i = 0; i < c[x].shape().volume(); ++i) {
    c[y].data_as<float>()[i] = in[i] * c[scale].data_as<float>()[0];
  }
  for (std::int64_t i = 0; i < c[sums].shape().volume(); ++i) {
    c[sums].data_as<float>()[i] = static_cast<float>(i);
  }
  return Status::ok();
}

}  // namespace plugsmith::testing
