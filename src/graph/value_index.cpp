// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/graph/pattern_match.hpp"

namespace plugsmith::graph {

ValueIndex::ValueIndex(const google::protobuf::RepeatedPtrField<onnx::NodeProto>& nodes) {
  for (int i = 0; i < nodes.size(); ++i) {
    const onnx::NodeProto& node = nodes.Get(i);
    for (const auto& input : node.input()) {
      auto& consumers = consumers_[input];
      if (consumers.empty() || consumers.back() != i) consumers.push_back(i);
    }
    for (const auto& output : node.output()) {
      if (!output.empty()) producers_[output] = i;
    }
    const bool refers = node.attribute_size() == 1 && !node.attribute(0).ref_attr_name().empty();
    auto constant = refers ? std::nullopt : constant_from(node);
    if (constant.has_value()) constants_[node.output(0)] = std::move(*constant);
  }
}

void ValueIndex::add_initializer(const onnx::TensorProto& tensor) {
  auto constant = constant_from(tensor);
  if (constant.has_value()) constants_[tensor.name()] = std::move(*constant);
}

int ValueIndex::producer(const std::string& value) const {
  const auto found = producers_.find(value);
  return found == producers_.end() ? -1 : found->second;
}

const std::vector<int>& ValueIndex::consumers(const std::string& value) const {
  static const std::vector<int> kNone;
  const auto found = consumers_.find(value);
  return found == consumers_.end() ? kNone : found->second;
}

const ConstantValue* ValueIndex::constant(const std::string& value) const {
  const auto found = constants_.find(value);
  return found == constants_.end() ? nullptr : &found->second;
}

}  // namespace plugsmith::graph
