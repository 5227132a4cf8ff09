// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plugsmith/status.hpp"
#include "src/graph/node_mapping.hpp"
#include "src/host/plugin_host.hpp"

namespace onnx {
class AttributeProto;
class NodeProto;
}  // namespace onnx

namespace plugsmith::graph {

/// A node's attributes as the parser would hand them to createPlugin.
struct NodeFields {
  std::vector<host::FieldValue>
      fields;                         ///< in the creator's order; those the node lacks are left out
  std::vector<std::string> warnings;  ///< narrowed values, attributes that nobody will see
};

/// One attribute by the parser's table: the ONNX type alone decides the field's type, not the type
/// that the creator advertises. Fails for the attribute types that the parser refuses.
/// `warnings` gets a line where a value does not fit (INT is cut to 32 bits).
Result<host::FieldValue> field_from(const onnx::AttributeProto& attribute,
                                    const ParserVersion& version,
                                    std::vector<std::string>& warnings);

/// The fields that the creator advertises, from the node's attributes.
Result<NodeFields> node_fields(const onnx::NodeProto& node, const host::CreatorInfo& creator,
                               const ParserVersion& version);

}  // namespace plugsmith::graph
