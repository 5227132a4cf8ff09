// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plugsmith/plugsmith.hpp"

namespace plugsmith::testing {

/// What happened in which order, by all FeatureOps of the process.
std::vector<std::string>& feature_events();

/// Every port kind and every optional member of an op at once.
struct FeatureOp {
  static constexpr OpIdentity kIdentity{"Feature", "1", "tests"};
  std::int32_t limit = 100;
  std::int32_t hint = 0;
  std::string fail = "";
  void attributes(Attributes& visit) {
    visit("limit", limit).at_least(1);
    visit("hint", hint).build_only();
    visit("fail", fail);
  }

  static constexpr In x{"x", rank(2)};
  static constexpr InOut cache{"cache", preferred};
  static constexpr HostInput target{"target"};
  static constexpr OptionalIn bias{"bias"};
  static constexpr Out y{"y"};
  static constexpr SizeOut count{"count"};
  static constexpr Scratch kSums{"sums"};
  static constexpr Tactic kPlain{1, "plain"};
  static constexpr Tactic kWide{7, "wide"};
  static constexpr auto kTactics = tactics(kWide, kPlain);
  static constexpr auto kFormats =
      formats(row(x = any(f32, i8) * linear, cache = f32 * linear, target = any(i32, i64),
                  bias = f32 * linear, y = same(x), count = i32));

  /// Live states, and what they were opened for.
  struct State {
    State() { feature_events().push_back("state made"); }
    ~State() {
      if (owned) feature_events().push_back("state closed");
    }
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    bool owned = true;
    int shapes = 0;
  };

  Status infer(InferContext& c) const;
  Status configure(ConfigureContext& c) const;
  bool fits(Tactic tactic, const TacticContext& c) const;
  Status scratch(ScratchContext& c) const;
  Status open(OpenContext& c, State& state) const;
  Status shape_changed(ShapeContext& c, State& state) const;
  Status launch(LaunchContext& c, State& state) const;
  Status reference(ReferenceContext& c) const;
  Status read_foreign(const std::vector<FieldView>& fields);
};

}  // namespace plugsmith::testing
