// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "plugsmith/attributes.hpp"
#include "plugsmith/contexts.hpp"
#include "plugsmith/formats.hpp"
#include "plugsmith/status.hpp"

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
  virtual Status infer(InferContext& context) const = 0;
  virtual Status scratch(ScratchContext& context) const = 0;
  virtual Status launch(LaunchContext& context) const = 0;
  virtual Status reference(ReferenceContext& context) const = 0;
};

/// What a plugin library lists: an op that can be made.
struct OpEntry {
  const OpTraits* traits;
  std::unique_ptr<AnyOp> (*make)();
};

/// The ops of a plugin library; defined in the source that plugsmith_add_plugin_library generates.
std::vector<OpEntry> library_ops();

namespace detail {

template <class Op, class = void>
struct HasValidate : std::false_type {};
template <class Op>
struct HasValidate<Op, std::void_t<decltype(std::declval<const Op&>().validate())>>
    : std::true_type {};

template <class Op, class = void>
struct HasScratch : std::false_type {};
template <class Op>
struct HasScratch<
    Op, std::void_t<decltype(std::declval<const Op&>().scratch(std::declval<ScratchContext&>()))>>
    : std::true_type {};

template <class Op, class = void>
struct HasAttributes : std::false_type {};
template <class Op>
struct HasAttributes<
    Op, std::void_t<decltype(std::declval<Op&>().attributes(std::declval<Attributes&>()))>>
    : std::true_type {};

template <class Op, class = void>
struct PatternsOf {
  static constexpr const char* const* kValue = nullptr;
};
template <class Op>
struct PatternsOf<Op, std::void_t<decltype(Op::kPatterns)>> {
  static constexpr const char* const* kValue = Op::kPatterns;
};

template <class Op, class = void>
struct FormatLimitOf {
  static constexpr int kValue = 100;
};
template <class Op>
struct FormatLimitOf<Op, std::void_t<decltype(Op::kFormatLimit)>> {
  static constexpr int kValue = Op::kFormatLimit;
};

/// Every rule about a declaration that the compiler can check, as one sentence each.
template <class Op>
constexpr bool check_declaration() {
  constexpr auto& table = Op::kFormats;
  static_assert(format_checks::every_row_names_the_same_ports(table),
                "kFormats: every row must name the same ports in the same order");
  static_assert(format_checks::port_names_are_unique(table),
                "kFormats: two ports of this op have the same name");
  static_assert(format_checks::inputs_come_first(table),
                "kFormats: a row lists the inputs first, then at least one output");
  static_assert(format_checks::same_names_an_earlier_port(table),
                "kFormats: same(port) and type_of(port) must name a port further left in the row");
  static_assert(format_checks::pairs_are_legal(table),
                "kFormats: a type and format pair that TensorRT does not have, e.g. f32 * hwc8");
  static_assert(format_checks::every_port_accepts_something(table),
                "kFormats: a port in some row accepts no type and format at all");
  static_assert(format_checks::combinations(table) <= FormatLimitOf<Op>::kValue,
                "kFormats: more combinations than TensorRT asks for (100); split the op or set "
                "kFormatLimit");
  static_assert(std::is_copy_constructible<Op>::value,
                "an op is copied for every clone: it must be copy constructible");
  return true;
}

template <class Op>
class OpHolder final : public AnyOp {
  static_assert(check_declaration<Op>());

 public:
  static const OpTraits& static_traits() {
    static constexpr auto kPorts = sizeof(Op::kFormats.rows[0].rules) / sizeof(PortRule);
    static constexpr auto kRows = sizeof(Op::kFormats.rows) / sizeof(Op::kFormats.rows[0]);
    static const OpTraits traits{
        Op::kIdentity,
        {Op::kFormats.rows[0].rules, static_cast<int>(kRows), static_cast<int>(kPorts)},
        FormatLimitOf<Op>::kValue,
        PatternsOf<Op>::kValue};
    return traits;
  }
  static std::unique_ptr<AnyOp> make() { return std::make_unique<OpHolder>(); }

  const OpTraits& traits() const override { return static_traits(); }
  std::unique_ptr<AnyOp> clone() const override { return std::make_unique<OpHolder>(*this); }
  void attributes(Attributes& visit) override {
    if constexpr (HasAttributes<Op>::value) op_.attributes(visit);
  }
  Status validate() const override {
    if constexpr (HasValidate<Op>::value) return op_.validate();
    return Status::ok();
  }
  Status infer(InferContext& context) const override { return op_.infer(context); }
  Status scratch(ScratchContext& context) const override {
    if constexpr (HasScratch<Op>::value) return op_.scratch(context);
    return Status::ok();
  }
  Status launch(LaunchContext& context) const override { return op_.launch(context); }
  Status reference(ReferenceContext& context) const override { return op_.reference(context); }

 private:
  Op op_;
};

}  // namespace detail

/// The entry of an op, for a plugin library's list.
template <class Op>
OpEntry op_entry() {
  return {&detail::OpHolder<Op>::static_traits(), &detail::OpHolder<Op>::make};
}

/// Shape rule with everything checked that the declaration says: number and rank of the inputs,
/// every output set. `inputs` in port order; the output dims in port order on success.
Result<std::vector<SymbolicShape>> infer_shapes(const AnyOp& op, std::vector<SymbolicShape> inputs);

/// Sets the op's attributes from build-phase fields and validates it.
Status configure_from_build_fields(AnyOp& op, const std::vector<FieldView>& fields);
/// Sets the op's attributes from an engine's fields and validates it.
Status configure_from_engine_fields(AnyOp& op, const std::vector<FieldView>& fields);

}  // namespace v1
}  // namespace plugsmith
