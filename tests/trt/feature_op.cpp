// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/trt/feature_op.hpp"

#include <cstring>

namespace plugsmith::testing {

std::vector<std::string>& feature_events() {
  static std::vector<std::string> events;
  return events;
}

Status FeatureOp::infer(InferContext& c) const {
  c[y] = {c.size(count, {ceil_div(c[x][0], 2), c[x][0]}), c[target][0]};
  return Status::ok();
}

Status FeatureOp::configure(ConfigureContext& c) const {
  c.log(Severity::kInfo, "largest x is " + to_string(c.range(x).max));
  if (c.range(x).max[0] <= limit) return Status::ok();
  return out_of_range("Feature: x may grow to " + std::to_string(c.range(x).max[0]) +
                      " rows; limit is " + std::to_string(limit) + ", raise it");
}

bool FeatureOp::fits(Tactic tactic, const TacticContext& c) const {
  return tactic == kPlain || c[x].shape()[1] % 4 == 0;
}

Status FeatureOp::scratch(ScratchContext& c) const {
  c.add<float>(kSums, c[x].shape()[0] * (c.tactic() == kWide ? 1000 : 10));
  return Status::ok();
}

Status FeatureOp::open(OpenContext&, State&) const {
  if (fail == "open") return unsupported("Feature: no libvendor.so.1; install vendor-runtime");
  feature_events().push_back("opened");
  return Status::ok();
}

Status FeatureOp::shape_changed(ShapeContext& c, State& state) const {
  ++state.shapes;
  feature_events().push_back("shape " + to_string(c[x].shape()) + " by " + c.tactic().name);
  return Status::ok();
}

Status FeatureOp::launch(LaunchContext& c, State& state) const {
  feature_events().push_back(std::string("launch after ") + std::to_string(state.shapes) +
                             " shapes" + (c.has(bias) ? " with bias" : "") +
                             (c.scratch<float>(kSums) != nullptr ? " with sums" : ""));
  return Status::ok();
}

Status FeatureOp::reference(ReferenceContext& c) const {
  for (std::int64_t i = 0; i < c[cache].shape().volume(); ++i) c[cache].data_as<float>()[i] += 1.0F;
  if (c[x].scale()) c.log(Severity::kInfo, "scale " + std::to_string(*c[x].scale()));
  c.write_count(count, 1);
  return Status::ok();
}

// An older, hand-written plugin kept the limit as raw bytes in a field of its own.
Status FeatureOp::read_foreign(const std::vector<FieldView>& fields) {
  for (const FieldView& field : fields) {
    if (field.name == nullptr || std::strcmp(field.name, "blob") != 0) continue;
    if (field.type != FieldType::kUnknown || field.length != 4 || field.data == nullptr) {
      return invalid_argument("Feature: field \"blob\" must be 4 bytes of kUNKNOWN");
    }
    std::memcpy(&limit, field.data, sizeof limit);
    return Status::ok();
  }
  return invalid_argument("Feature: the engine holds neither our fields nor a \"blob\"");
}

}  // namespace plugsmith::testing
