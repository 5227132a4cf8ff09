// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "graft_support.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace plugsmith::testing {
namespace {

constexpr char kHardSwish[] = R"(
<opset_import: ["" : 12]>
HardSwish_PS (x) => (y) {
  three = Constant <value = float {3.0}> ()
  zero = Constant <value = float {0.0}> ()
  six = Constant <value = float {6.0}> ()
  shifted = Add (x, three)
  gate = Clip (shifted, zero, six)
  product = Mul (x, gate)
  y = Div (product, six)
})";

}  // namespace

const char kConstants[] =
    "three = Constant <value = float[1] {3.0}> () zero = Constant <value_float = 0.0> () "
    "six = Constant <value = float {6.0}> () ";

graph::GraftRequest hard_swish() {
  graph::GraftRequest request;
  request.op_type = "HardSwish_PS";
  request.patterns = kHardSwish;
  return request;
}

graph::GraftReport graft_into(graph::Model& model, const graph::GraftRequest& request) {
  auto report = graph::graft(model, request);
  EXPECT_TRUE(report.is_ok()) << report.status().message();
  return report.is_ok() ? *report : graph::GraftReport();
}

std::vector<std::string> op_types(const graph::Model& model) {
  std::vector<std::string> types;
  for (const auto& node : model.nodes()) types.emplace_back(node.op_type);
  return types;
}

graph::Model body(const std::string& nodes, int opset) {
  return model_of(fmt::format(
      "<ir_version: 8, opset_import: [\"\": {}]> g (float[N] x) => (float[N] y) {{ {} }}", opset,
      nodes));
}

}  // namespace plugsmith::testing
