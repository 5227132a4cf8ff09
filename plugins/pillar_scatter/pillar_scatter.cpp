// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "pillar_scatter.hpp"

#include "pillar_scatter_kernel.hpp"

namespace plugsmith::ops {

Status PillarScatter::check(std::int64_t pillars, std::int64_t rows, std::int64_t columns) {
  const auto differ = [](std::int64_t a, std::int64_t b) { return a >= 0 && b >= 0 && a != b; };
  if (!differ(pillars, rows) && !differ(columns, 4)) return Status::ok();
  return invalid_argument("PillarScatter_PS: input \"coordinates\" is " + std::to_string(rows) +
                          " by " + std::to_string(columns) + "; must be " +
                          std::to_string(pillars) +
                          " by 4: (sample, z, row, column) of each pillar in \"features\"");
}

Status PillarScatter::infer(InferContext& c) const {
  const auto known = [](const Dim& dim) { return dim.constant().value_or(-1); };
  PLUGSMITH_RETURN_IF_ERROR(
      check(known(c[features][0]), known(c[coordinates][0]), known(c[coordinates][1])));
  c[y] = {batch, c[features][1], height, width};
  return Status::ok();
}

Status PillarScatter::scratch(ScratchContext& c) const {
  c.add<std::int32_t>(kOwners, Shape{batch, height, width}.volume());
  return Status::ok();
}

Status PillarScatter::launch(LaunchContext& c) const {
  const Shape& shape = c[features].shape();
  PLUGSMITH_RETURN_IF_ERROR(check(shape[0], c[coordinates].shape()[0], c[coordinates].shape()[1]));
  return pillar_scatter::launch(
      {c[features].data(), c[coordinates].data_as<std::int32_t>(), c[y].data(),
       c.scratch<std::int32_t>(kOwners), static_cast<int>(bytes_of(c[features].type(), 1)),
       shape[0], shape[1], batch, height, width},
      c.stream());
}

}  // namespace plugsmith::ops
