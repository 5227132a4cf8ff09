// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/graph/node_attributes.hpp"

#include <onnx/defs/schema.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

namespace plugsmith::graph {
namespace {

/// Operands that became inputs in a later operator set.
struct AttributeOperand {
  std::string_view op_type, attribute;
  int input;
};
constexpr AttributeOperand kAttributeOperands[] = {
    {"Clip", "min", 1},        {"Clip", "max", 2},       {"Squeeze", "axes", 1},
    {"Unsqueeze", "axes", 1},  {"ReduceSum", "axes", 1}, {"ReduceMean", "axes", 1},
    {"ReduceMax", "axes", 1},  {"ReduceMin", "axes", 1}, {"ReduceL2", "axes", 1},
    {"ReduceProd", "axes", 1}, {"ReduceL1", "axes", 1},  {"ReduceSumSquare", "axes", 1},
    {"Slice", "starts", 1},    {"Slice", "ends", 2},     {"Slice", "axes", 3},
    {"Pad", "pads", 1},        {"Pad", "value", 2},      {"Reshape", "shape", 1},
    {"TopK", "k", 1},          {"Split", "split", 1},    {"Upsample", "scales", 1},
};

/// Defaults of operators and attributes that are younger than the ONNX library may be.
std::map<std::pair<std::string, std::string>, onnx::AttributeProto> make_young_defaults() {
  std::map<std::pair<std::string, std::string>, onnx::AttributeProto> defaults;
  const auto add = [&](const char* op_type, const char* name) -> onnx::AttributeProto& {
    return defaults[{op_type, name}];
  };
  const auto set_int = [](onnx::AttributeProto& attribute, std::int64_t value) {
    attribute.set_type(onnx::AttributeProto::INT);
    attribute.set_i(value);
  };
  const auto set_float = [](onnx::AttributeProto& attribute, float value) {
    attribute.set_type(onnx::AttributeProto::FLOAT);
    attribute.set_f(value);
  };
  add("Gelu", "approximate").set_type(onnx::AttributeProto::STRING);
  add("Gelu", "approximate").set_s("none");
  set_int(add("RMSNormalization", "axis"), -1);
  for (const char* op_type : {"RMSNormalization", "GroupNormalization"}) {
    set_float(add(op_type, "epsilon"), 1e-5F);
    set_int(add(op_type, "stash_type"), 1);
  }
  for (const char* op_type : {"ReduceMean", "ReduceSum", "ReduceMax", "ReduceMin"}) {
    set_int(add(op_type, "noop_with_empty_axes"), 0);
  }
  return defaults;
}

const onnx::AttributeProto* young_default(const std::string& op_type, const std::string& name) {
  static const auto kDefaults = make_young_defaults();
  const auto found = kDefaults.find({op_type, name});
  return found == kDefaults.end() ? nullptr : &found->second;
}

}  // namespace

const onnx::AttributeProto* find_attribute(const onnx::NodeProto& node, const std::string& name) {
  for (const auto& attribute : node.attribute()) {
    if (attribute.name() == name) return &attribute;
  }
  return nullptr;
}

bool is_operand_attribute(const onnx::NodeProto& node, const std::string& name) {
  return std::any_of(std::begin(kAttributeOperands), std::end(kAttributeOperands),
                     [&](const AttributeOperand& operand) {
                       return operand.op_type == node.op_type() && operand.attribute == name;
                     });
}

const onnx::AttributeProto* operand_attribute(const onnx::NodeProto& node, int index) {
  for (const AttributeOperand& known : kAttributeOperands) {
    if (known.op_type != node.op_type() || known.input != index) continue;
    return find_attribute(node, std::string(known.attribute));
  }
  return nullptr;
}

int operand_count(const onnx::NodeProto& node) {
  int count = node.input_size();
  for (const AttributeOperand& operand : kAttributeOperands) {
    if (operand.op_type == node.op_type()) count = std::max(count, operand.input + 1);
  }
  return count;
}

const onnx::AttributeProto* effective_attribute(const onnx::NodeProto& node,
                                                const std::string& name, std::int64_t opset) {
  if (const auto* given = find_attribute(node, name)) return given;
  const auto* schema =
      onnx::OpSchemaRegistry::Schema(node.op_type(), static_cast<int>(opset), node.domain());
  if (schema == nullptr) return young_default(node.op_type(), name);
  const auto found = schema->attributes().find(name);
  if (found == schema->attributes().end()) return young_default(node.op_type(), name);
  const auto& value = found->second.default_value;
  return value.type() == onnx::AttributeProto::UNDEFINED ? nullptr : &value;
}

std::int64_t meaning_changed_in(const std::string& op_type) {
  if (op_type == "GroupNormalization") return 21;  // scale and bias: of groups, then of channels
  const bool is_softmax = op_type == "Softmax" || op_type == "LogSoftmax" || op_type == "Hardmax";
  return is_softmax ? 13 : 0;  // over all dimensions from the axis on, then over the axis
}

bool same_attribute(const onnx::AttributeProto& a, const onnx::AttributeProto& b) {
  const auto left = constant_from(a);
  const auto right = constant_from(b);
  if (left.has_value() && right.has_value()) return same_value(*left, *right);
  onnx::AttributeProto x = a;
  onnx::AttributeProto y = b;
  for (auto* attribute : {&x, &y}) {
    attribute->clear_name();
    attribute->clear_doc_string();
  }
  return x.SerializeAsString() == y.SerializeAsString();
}

std::optional<onnx::AttributeProto> attribute_from(const ConstantValue& constant,
                                                   onnx::AttributeProto::AttributeType type) {
  using Attribute = onnx::AttributeProto;
  Attribute attribute;
  attribute.set_type(type);
  const bool is_list = type == Attribute::FLOATS || type == Attribute::INTS;
  if (!is_list && constant.values.size() != 1) return std::nullopt;
  for (const double value : constant.values) {
    if (type == Attribute::FLOAT) attribute.set_f(static_cast<float>(value));
    if (type == Attribute::INT) attribute.set_i(static_cast<std::int64_t>(value));
    if (type == Attribute::FLOATS) attribute.add_floats(static_cast<float>(value));
    if (type == Attribute::INTS) attribute.add_ints(static_cast<std::int64_t>(value));
  }
  const bool is_number = is_list || type == Attribute::FLOAT || type == Attribute::INT;
  return is_number ? std::optional(attribute) : std::nullopt;
}

}  // namespace plugsmith::graph
