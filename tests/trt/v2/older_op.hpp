// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plugsmith/plugsmith.hpp"

namespace plugsmith::testing {

/// What happened in which order, by all OlderOps of the process.
std::vector<std::string>& older_events();

/// All that an IPluginV2DynamicExt can carry: attributes, tactics, scratch, state, an optional
/// input, INT8, a preferred alias, and a reader for what a hand-written plugin left in engines.
struct OlderOp {
  static constexpr OpIdentity kIdentity{"Older", "2", "tests"};
  std::int32_t limit = 100;
  std::int64_t offset = 0;
  std::string fail = "";
  void attributes(Attributes& visit) {
    visit("limit", limit).at_least(1);
    visit("offset", offset).since(2);
    visit("fail", fail).build_only();
  }

  static constexpr In x{"x", rank(2)};
  static constexpr InOut cache{"cache", preferred};
  static constexpr OptionalIn bias{"bias"};
  static constexpr Out y{"y"};
  static constexpr Scratch kSums{"sums"};
  static constexpr Tactic kWide{7, "wide"};
  static constexpr Tactic kPlain{1, "plain"};
  static constexpr auto kTactics = tactics(kWide, kPlain);
  static constexpr auto kFormats = formats(
      row(x = any(f16, i8) * linear, cache = f32 * linear, bias = f32 * linear, y = same(x)));

  struct State {
    State() { older_events().emplace_back("opened"); }
    ~State() { older_events().emplace_back("closed"); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;
  };

  Status infer(InferContext& c) const;
  Status configure(ConfigureContext& c) const;
  bool fits(Tactic tactic, const TacticContext& c) const;
  Status scratch(ScratchContext& c) const;
  Status shape_changed(ShapeContext& c, State& state) const;
  Status launch(LaunchContext& c, State& state) const;
  Status reference(ReferenceContext& c) const;
  Status read_foreign(const std::vector<FieldView>& fields);
};

}  // namespace plugsmith::testing
