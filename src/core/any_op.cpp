// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "plugsmith/any_op.hpp"

namespace plugsmith {
inline namespace v1 {
namespace {

std::string rank_text(const RankRule& rule) {
  if (rule.min == rule.max) return std::to_string(rule.min);
  return std::to_string(rule.min) + " to " + std::to_string(rule.max);
}

Status check_input_counts(const std::string& op, const FormatTableView& table,
                          const InferInputs& inputs) {
  const int device = static_cast<int>(inputs.device.size());
  if (device < table.required_inputs() || device > table.inputs()) {
    std::string wanted = std::to_string(table.required_inputs());
    if (table.required_inputs() != table.inputs())
      wanted += " to " + std::to_string(table.inputs());
    return invalid_argument(op + ": got " + std::to_string(device) + " inputs; wants " + wanted);
  }
  if (static_cast<int>(inputs.host.size()) != table.host_inputs()) {
    return invalid_argument(
        op + ": got " + std::to_string(inputs.host.size()) + " shape inputs; wants " +
        std::to_string(table.host_inputs()) +
        (table.host_inputs() == 0
             ? ""
             : "; name them in the node's tensorrt_plugin_shape_input_indices"));
  }
  return Status::ok();
}

Status validated(const AnyOp& op, Attributes& attributes) {
  const std::string name = op.traits().identity.name;
  for (const AttributeSpec& spec : attributes.specs()) {
    PLUGSMITH_RETURN_IF_ERROR(spec.check(name));
  }
  return op.validate();
}

}  // namespace

RowSelection rows_in_force(const AnyOp& op) {
  RowSelection rows;
  for (int row = 0; row < op.traits().table.rows(); ++row) rows.push_back(op.takes_row(row));
  return rows;
}

Result<std::vector<SymbolicShape>> infer_shapes(const AnyOp& op, const InferInputs& inputs,
                                                DimBuilder* builder) {
  const std::string name = op.traits().identity.name;
  const FormatTableView& table = op.traits().table;
  PLUGSMITH_RETURN_IF_ERROR(check_input_counts(name, table, inputs));
  for (std::size_t i = 0; i < inputs.device.size(); ++i) {
    const PortInfo& port = table.port(table.port_of_input(static_cast<int>(i)));
    const int rank = inputs.device[i].rank();
    if (rank < port.rank.min || rank > port.rank.max) {
      return invalid_argument(name + ": input \"" + port.name + "\" has " + std::to_string(rank) +
                              " dimensions; must have " + rank_text(port.rank));
    }
  }
  InferContext context(table, inputs, builder);
  PLUGSMITH_RETURN_IF_ERROR(op.infer(context));
  PLUGSMITH_RETURN_IF_ERROR(context.check(name));
  return context.outputs();
}

Result<Tactic> choose_tactic(const AnyOp& op, std::int32_t value, const TacticContext& context) {
  const TacticList& tactics = op.traits().tactics;
  const std::string name = op.traits().identity.name;
  if (tactics.count == 0 && value == 0) return Tactic{};
  for (int i = 0; i < tactics.count; ++i) {
    const Tactic& tactic = tactics.list[i];
    if (value == 0 ? op.fits(tactic, context) : tactic.value == value) return tactic;
  }
  if (value == 0) {
    return unsupported(name + ": none of the op's tactics fits these shapes and types");
  }
  std::string known = "0";
  for (int i = 0; i < tactics.count; ++i) known += ", " + std::to_string(tactics.list[i].value);
  return invalid_argument(name + ": there is no tactic " + std::to_string(value) +
                          "; the op knows " + known);
}

Status validate_attributes(AnyOp& op) {
  Attributes attributes;
  op.attributes(attributes);
  return validated(op, attributes);
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
  if (op.reads_foreign_fields() && !are_plugsmith_fields(fields)) {
    PLUGSMITH_RETURN_IF_ERROR(op.read_foreign_fields(fields));
  } else {
    PLUGSMITH_RETURN_IF_ERROR(read_engine_fields(op.traits().identity.name, attributes, fields));
  }
  return validated(op, attributes);
}

}  // namespace v1
}  // namespace plugsmith
