// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "plugsmith/attributes.hpp"
#include "plugsmith/contexts.hpp"
#include "plugsmith/formats.hpp"
#include "plugsmith/state.hpp"
#include "plugsmith/status.hpp"
#include "plugsmith/tactics.hpp"

namespace plugsmith {
inline namespace v1 {

/// The triple under which TensorRT's registry knows the op.
struct OpIdentity {
  const char* name;
  const char* version = "1";
  const char* name_space = "plugsmith";
};

/// What is the same for all objects of an op. Static storage.
struct OpTraits {
  OpIdentity identity;
  FormatTableView table;
  TacticList tactics;
  int format_limit;  ///< answer to getFormatCombinationLimit
  const char* const*
      patterns;  ///< subgraphs it replaces, as ONNX functions in text; null-terminated
};

/// An op object without its type: what adapters and hosts work on. Const methods may be called from
/// several threads at once.
class AnyOp {
 public:
  virtual ~AnyOp() = default;
  virtual const OpTraits& traits() const = 0;
  virtual std::unique_ptr<AnyOp> clone() const = 0;
  /// Records the attributes of this very object.
  virtual void attributes(Attributes& visit) = 0;
  virtual Status validate() const = 0;
  /// Whether the attributes leave this row of the format table in force.
  virtual bool takes_row(int row) const = 0;
  /// Whether this output lies in its input's memory (InOut ports; see Alias).
  virtual bool aliases(int output) const = 0;
  virtual Status infer(InferContext& context) const = 0;
  virtual Status configure(ConfigureContext& context) const = 0;
  virtual bool fits(Tactic tactic, const TacticContext& context) const = 0;
  virtual Status scratch(ScratchContext& context) const = 0;
  /// Makes the state of one execution context; null for an op without state.
  virtual Result<std::unique_ptr<AnyState>> open(OpenContext& context) const = 0;
  virtual Status shape_changed(ShapeContext& context, AnyState* state) const = 0;
  virtual Status launch(LaunchContext& context, AnyState* state) const = 0;
  virtual Status reference(ReferenceContext& context) const = 0;
  /// Sets the op from the fields of an engine that a hand-written plugin of the same name wrote.
  /// Nothing if the op has no such reader.
  virtual bool reads_foreign_fields() const = 0;
  virtual Status read_foreign_fields(const std::vector<FieldView>& fields) = 0;
};

/// What a plugin library lists: an op that can be made.
struct OpEntry {
  const OpTraits* traits;
  std::unique_ptr<AnyOp> (*make)();
};

/// The ops of a plugin library; defined in the source that plugsmith_add_plugin_library generates.
std::vector<OpEntry> library_ops();

/// The rows of the op's format table that its attributes leave in force.
RowSelection rows_in_force(const AnyOp& op);

/// Shape rule with everything checked that the declaration says: number and rank of the inputs,
/// every output set. The output dims in order on success. `builder` may be null where every
/// dimension is a number; data-dependent ones are then at their upper bound.
Result<std::vector<SymbolicShape>> infer_shapes(const AnyOp& op, const InferInputs& inputs,
                                                DimBuilder* builder);

/// The tactic to compute with: `value` if the op has it, for 0 the first one that fits; an op
/// without tactics has only 0.
Result<Tactic> choose_tactic(const AnyOp& op, std::int32_t value, const TacticContext& context);

/// Whether the op's attributes are legal: each by its own range, then validate().
Status validate_attributes(AnyOp& op);
/// Sets the op's attributes from build-phase fields and validates it.
Status configure_from_build_fields(AnyOp& op, const std::vector<FieldView>& fields);
/// Sets the op's attributes from an engine's fields and validates it.
Status configure_from_engine_fields(AnyOp& op, const std::vector<FieldView>& fields);

}  // namespace v1
}  // namespace plugsmith
