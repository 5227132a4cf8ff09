// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include "plugsmith/any_op.hpp"

namespace plugsmith {
inline namespace v1 {
namespace detail {

template <class Op, template <class> class Expression, class = void>
struct Has : std::false_type {};
template <class Op, template <class> class Expression>
struct Has<Op, Expression, std::void_t<Expression<Op>>> : std::true_type {};
template <class T>
T& ref();

// What an op may have beside infer, launch and reference.
template <class Op>
using AttributesCall = decltype(ref<Op>().attributes(ref<Attributes>()));
template <class Op>
using ValidateCall = decltype(ref<const Op>().validate());
template <class Op>
using TakesRowCall = decltype(ref<const Op>().takes_row(0));
template <class Op>
using ConfigureCall = decltype(ref<const Op>().configure(ref<ConfigureContext>()));
template <class Op>
using FitsCall = decltype(ref<const Op>().fits(Tactic{}, ref<const TacticContext>()));
template <class Op>
using ScratchCall = decltype(ref<const Op>().scratch(ref<ScratchContext>()));
template <class Op>
using StateOf = typename Op::State;
template <class Op>
using OpenCall = decltype(ref<const Op>().open(ref<OpenContext>(), ref<typename Op::State>()));
template <class Op>
using ShapeChangedCall =
    decltype(ref<const Op>().shape_changed(ref<ShapeContext>(), ref<typename Op::State>()));
template <class Op>
using ReadForeignCall = decltype(ref<Op>().read_foreign(ref<const std::vector<FieldView>>()));
template <class Op>
using PatternsMember = decltype(Op::kPatterns);
template <class Op>
using FormatLimitMember = decltype(Op::kFormatLimit);
template <class Op>
using TacticsMember = decltype(Op::kTactics);
template <class Op>
using ConstInferCall = decltype(ref<const Op>().infer(ref<InferContext>()));
template <class Op>
using ConstReferenceCall = decltype(ref<const Op>().reference(ref<ReferenceContext>()));
template <class Op>
using PlainLaunchCall = decltype(ref<const Op>().launch(ref<LaunchContext>()));
template <class Op>
using StateLaunchCall =
    decltype(ref<const Op>().launch(ref<LaunchContext>(), ref<typename Op::State>()));

template <class Op>
constexpr int format_limit() {
  if constexpr (Has<Op, FormatLimitMember>::value) return Op::kFormatLimit;
  return 100;
}

template <class Op>
constexpr bool tactics_are_right() {
  if constexpr (Has<Op, TacticsMember>::value) return tactics_are_positive_and_unique(Op::kTactics);
  return true;
}

/// Every rule about a declaration that the compiler can check, as one sentence each.
template <class Op>
constexpr bool check_declaration() {
  constexpr auto& table = Op::kFormats;
  constexpr bool kHasState = Has<Op, StateOf>::value;
  static_assert(format_checks::every_row_names_the_same_ports(table),
                "kFormats: every row must name the same ports in the same order");
  static_assert(format_checks::port_names_are_unique(table),
                "kFormats: two ports of this op have the same name");
  static_assert(format_checks::inputs_come_first(table),
                "kFormats: a row lists the inputs first, then at least one output");
  static_assert(format_checks::has_an_output(table), "kFormats: an op needs at least one output");
  static_assert(format_checks::optional_inputs_come_last(table),
                "kFormats: optional inputs stand behind all other device inputs");
  static_assert(format_checks::sizes_are_integers(table),
                "kFormats: a HostInput or SizeOut is i32 or i64");
  static_assert(format_checks::same_names_an_earlier_port(table),
                "kFormats: same(port) and type_of(port) must name a port further left in the row");
  static_assert(format_checks::pairs_are_legal(table),
                "kFormats: a type and format pair that TensorRT does not have, e.g. f32 * hwc8");
  static_assert(format_checks::every_port_accepts_something(table),
                "kFormats: a port in some row accepts no type and format at all");
  static_assert(format_checks::combinations(table) <= format_limit<Op>(),
                "kFormats: more combinations than TensorRT asks for (100); split the op or set "
                "kFormatLimit");
  static_assert(sizeof(table.rows[0].rules) / sizeof(PortRule) <= kMaxPorts,
                "kFormats: an op has at most 32 ports");
  static_assert(tactics_are_right<Op>(), "kTactics: values must be positive and unique");
  static_assert(std::is_copy_constructible<Op>::value,
                "an op is copied for every clone: it must be copy constructible");
  static_assert(Has<Op, ConstInferCall>::value && Has<Op, ConstReferenceCall>::value,
                "infer and reference must be const: an op is shared by its clones; what changes "
                "while it runs belongs into struct State");
  static_assert(kHasState ? Has<Op, StateLaunchCall>::value : Has<Op, PlainLaunchCall>::value,
                "launch must be const: `Status launch(LaunchContext&) const`, or with a struct "
                "State `Status launch(LaunchContext&, State&) const`");
  static_assert(!Has<Op, OpenCall>::value || kHasState, "open needs a struct State");
  return true;
}

template <class Op>
constexpr bool prefers_an_alias() {
  for (const PortRule& rule : Op::kFormats.rows[0].rules) {
    if (rule.port.alias == Alias::kPreferred) return true;
  }
  return false;
}

template <class State>
struct StateHolder final : AnyState {
  State value;
};

template <class Op>
class OpHolder final : public AnyOp {
  static_assert(check_declaration<Op>());
  static constexpr bool kHasState = Has<Op, StateOf>::value;

 public:
  OpHolder() = default;
  explicit OpHolder(Op op) : op_(std::move(op)) {}

  static const OpTraits& static_traits() {
    static constexpr auto kPorts = sizeof(Op::kFormats.rows[0].rules) / sizeof(PortRule);
    static constexpr auto kRows = sizeof(Op::kFormats.rows) / sizeof(Op::kFormats.rows[0]);
    static const OpTraits traits = [] {
      OpTraits result{
          Op::kIdentity,
          {Op::kFormats.rows[0].rules, static_cast<int>(kRows), static_cast<int>(kPorts)},
          {},
          format_limit<Op>(),
          nullptr};
      if constexpr (Has<Op, TacticsMember>::value) {
        result.tactics = {Op::kTactics.list,
                          static_cast<int>(sizeof(Op::kTactics.list) / sizeof(Tactic))};
      }
      if constexpr (Has<Op, PatternsMember>::value) result.patterns = Op::kPatterns;
      return result;
    }();
    return traits;
  }
  static std::unique_ptr<AnyOp> make() { return std::make_unique<OpHolder>(); }

  const OpTraits& traits() const override { return static_traits(); }
  std::unique_ptr<AnyOp> clone() const override { return std::make_unique<OpHolder>(*this); }
  void attributes(Attributes& visit) override {
    if constexpr (Has<Op, AttributesCall>::value) op_.attributes(visit);
    if constexpr (prefers_an_alias<Op>()) visit("in_place", in_place_);
  }
  Status validate() const override {
    if constexpr (Has<Op, ValidateCall>::value) return op_.validate();
    return Status::ok();
  }
  bool takes_row([[maybe_unused]] int row) const override {
    if constexpr (Has<Op, TakesRowCall>::value) return op_.takes_row(row);
    return true;
  }
  bool aliases(int output) const override {
    const FormatTableView& table = static_traits().table;
    const Alias alias = table.port(table.port_of_output(output)).alias;
    return alias == Alias::kRequired || (alias == Alias::kPreferred && in_place_);
  }
  Status infer(InferContext& context) const override { return op_.infer(context); }
  Status configure([[maybe_unused]] ConfigureContext& context) const override {
    if constexpr (Has<Op, ConfigureCall>::value) return op_.configure(context);
    return Status::ok();
  }
  bool fits([[maybe_unused]] Tactic tactic,
            [[maybe_unused]] const TacticContext& context) const override {
    if constexpr (Has<Op, FitsCall>::value) return op_.fits(tactic, context);
    return true;
  }
  Status scratch([[maybe_unused]] ScratchContext& context) const override {
    if constexpr (Has<Op, ScratchCall>::value) return op_.scratch(context);
    return Status::ok();
  }
  Result<std::unique_ptr<AnyState>> open([[maybe_unused]] OpenContext& context) const override {
    if constexpr (kHasState) {
      auto state = std::make_unique<StateHolder<typename Op::State>>();
      if constexpr (Has<Op, OpenCall>::value) {
        PLUGSMITH_RETURN_IF_ERROR(op_.open(context, state->value));
      }
      return std::unique_ptr<AnyState>(std::move(state));
    } else {
      return std::unique_ptr<AnyState>();
    }
  }
  Status shape_changed([[maybe_unused]] ShapeContext& context,
                       [[maybe_unused]] AnyState* state) const override {
    if constexpr (Has<Op, ShapeChangedCall>::value) {
      return op_.shape_changed(context, state_of(state));
    }
    return Status::ok();
  }
  Status launch(LaunchContext& context, [[maybe_unused]] AnyState* state) const override {
    if constexpr (kHasState) {
      return op_.launch(context, state_of(state));
    } else {
      return op_.launch(context);
    }
  }
  Status reference(ReferenceContext& context) const override { return op_.reference(context); }
  bool reads_foreign_fields() const override { return Has<Op, ReadForeignCall>::value; }
  Status read_foreign_fields([[maybe_unused]] const std::vector<FieldView>& fields) override {
    if constexpr (Has<Op, ReadForeignCall>::value) return op_.read_foreign(fields);
    return Status::ok();
  }

 private:
  static auto& state_of(AnyState* state) {
    return static_cast<StateHolder<typename Op::State>*>(state)->value;
  }

  Op op_;
  bool in_place_ = false;
};

}  // namespace detail

/// The entry of an op, for a plugin library's list.
template <class Op>
OpEntry op_entry() {
  return {&detail::OpHolder<Op>::static_traits(), &detail::OpHolder<Op>::make};
}

/// An op object with the attribute values of `op`.
template <class Op>
std::unique_ptr<AnyOp> any_op(Op op) {
  return std::make_unique<detail::OpHolder<Op>>(std::move(op));
}

}  // namespace v1
}  // namespace plugsmith
