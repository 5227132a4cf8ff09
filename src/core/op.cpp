// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "plugsmith/op.hpp"

namespace plugsmith {
inline namespace v1 {
namespace {

std::string rank_text(const RankRule& rule) {
  if (rule.min == rule.max) return std::to_string(rule.min);
  return std::to_string(rule.min) + " to " + std::to_string(rule.max);
}

Status validated(const AnyOp& op, Attributes& attributes) {
  const std::string name = op.traits().identity.name;
  for (const AttributeSpec& spec : attributes.specs()) {
    PLUGSMITH_RETURN_IF_ERROR(spec.check(name));
  }
  return op.validate();
}

}  // namespace

Result<std::vector<SymbolicShape>> infer_shapes(const AnyOp& op,
                                                std::vector<SymbolicShape> inputs) {
  const FormatTableView& table = op.traits().table;
  const std::string name = op.traits().identity.name;
  if (static_cast<int>(inputs.size()) != table.inputs()) {
    return invalid_argument(name + ": got " + std::to_string(inputs.size()) + " inputs; wants " +
                            std::to_string(table.inputs()));
  }
  for (int i = 0; i < table.inputs(); ++i) {
    const PortInfo& port = table.port(i);
    const int rank = inputs[static_cast<std::size_t>(i)].rank();
    if (rank < port.rank.min || rank > port.rank.max) {
      return invalid_argument(name + ": input \"" + port.name + "\" has " + std::to_string(rank) +
                              " dimensions; must have " + rank_text(port.rank));
    }
  }
  InferContext context(table, std::move(inputs));
  PLUGSMITH_RETURN_IF_ERROR(op.infer(context));
  PLUGSMITH_RETURN_IF_ERROR(context.check(name));
  return context.outputs();
}

Status configure_from_build_fields(AnyOp& op, const std::vector<FieldView>& fields) {
  Attributes attributes;
  op.attributes(attributes);
  PLUGSMITH_RETURN_IF_ERROR(read_build_fields(op.traits().identity.name, attributes, fields));
  return validated(op, attributes);
}

Status configure_from_engine_fields(AnyOp& op, const std::vector<FieldView>& fields) {
  Attributes attributes;
  op.attributes(attributes);
  PLUGSMITH_RETURN_IF_ERROR(read_engine_fields(op.traits().identity.name, attributes, fields));
  return validated(op, attributes);
}

}  // namespace v1
}  // namespace plugsmith
