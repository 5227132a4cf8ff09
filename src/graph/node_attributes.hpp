// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <onnx/onnx_pb.h>

#include <cstdint>
#include <optional>
#include <string>

#include "src/graph/constant_value.hpp"

// Attributes of nodes as operators mean them, for comparing two spellings of one thing.

namespace plugsmith::graph {

/// The attribute as given, or null.
const onnx::AttributeProto* find_attribute(const onnx::NodeProto& node, const std::string& name);

/// Whether the attribute became an input in a later operator set (Clip's min and max in 11).
bool is_operand_attribute(const onnx::NodeProto& node, const std::string& name);

/// The attribute that stands for input `index` of the node, or null.
const onnx::AttributeProto* operand_attribute(const onnx::NodeProto& node, int index);

/// Number of inputs, those counted that may be spelled as attributes.
int operand_count(const onnx::NodeProto& node);

/// The attribute as given, or ONNX's default in that operator set; null if there is neither.
const onnx::AttributeProto* effective_attribute(const onnx::NodeProto& node,
                                                const std::string& name, std::int64_t opset);

/// The operator set in which an operator of ONNX got another meaning under the same name; 0: none.
std::int64_t meaning_changed_in(const std::string& op_type);

/// Whether both have the same value, whatever their names.
bool same_attribute(const onnx::AttributeProto& a, const onnx::AttributeProto& b);

/// The constant as an attribute of the given type; nothing if that type cannot hold it.
std::optional<onnx::AttributeProto> attribute_from(const ConstantValue& constant,
                                                   onnx::AttributeProto::AttributeType type);

}  // namespace plugsmith::graph
