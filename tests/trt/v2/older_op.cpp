// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/trt/v2/older_op.hpp"

#include <cstring>

namespace plugsmith::testing {

std::vector<std::string>& older_events() {
  static std::vector<std::string> events;
  return events;
}

Status OlderOp::infer(InferContext& c) const {
  c[y] = {c[x][0] * 2, c[x][1]};
  return Status::ok();
}

Status OlderOp::configure(ConfigureContext& c) const {
  older_events().push_back("configured up to " + to_string(c.range(x).max));
  if (c.range(x).max[0] <= limit) return Status::ok();
  return out_of_range("Older: x may grow to " + std::to_string(c.range(x).max[0]) +
                      " rows; limit is " + std::to_string(limit) + ", raise it");
}

bool OlderOp::fits(Tactic tactic, const TacticContext& c) const {
  return tactic == kPlain || c[x].shape()[1] % 4 == 0;
}

Status OlderOp::scratch(ScratchContext& c) const {
  c.add<float>(kSums, c[x].shape()[0] * (c.tactic() == kWide ? 640 : 64));
  return Status::ok();
}

Status OlderOp::shape_changed(ShapeContext& c, State&) const {
  older_events().push_back("shape " + to_string(c[x].shape()) + " by " + c.tactic().name);
  if (fail == "shape") return out_of_range("Older: told to fail at the shape");
  return Status::ok();
}

Status OlderOp::launch(LaunchContext& c, State&) const {
  older_events().push_back(std::string("launch") + (c.has(bias) ? " with bias" : "") +
                           (c[x].scale() ? " with scale " + std::to_string(*c[x].scale()) : ""));
  return Status::ok();
}

Status OlderOp::reference(ReferenceContext& c) const {
  if (fail == "reference") return out_of_range("Older: told to fail in the reference");
  c[cache].data_as<float>()[0] += 1.0F;
  return Status::ok();
}

// The hand-written plugin wrote its limit as four bytes.
Status OlderOp::read_foreign(const std::vector<FieldView>& fields) {
  if (fields.size() != 1 || std::strcmp(fields[0].name, "serialized") != 0 ||
      fields[0].length != 4) {
    return invalid_argument(
        "Older: the engine holds neither our bytes nor the 4 of its old plugin");
  }
  std::memcpy(&limit, fields[0].data, sizeof limit);
  return Status::ok();
}

}  // namespace plugsmith::testing
