// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/plugsmith.hpp"

namespace plugsmith::testing {

/// Two inputs, two outputs, scratch, a check across attributes, a reference that can fail or throw:
/// what the adapter has to carry.
struct SampleOp {
  static constexpr OpIdentity kIdentity{"Sample", "3", "tests"};
  std::int32_t low = 0, high = 10;
  std::string fail = "";
  void attributes(Attributes& visit) {
    visit("low", low).at_least(0);
    visit("high", high);
    visit("fail", fail).since(2);
  }

  static constexpr In x{"x", rank(2)};
  static constexpr In scale{"scale", rank(1)};
  static constexpr Out y{"y"};
  static constexpr Out sums{"sums"};
  static constexpr Scratch kPartial{"partial"};
  static constexpr auto kFormats = formats(
      row(x = any(f32, f16) * linear, scale = f32 * linear, y = same(x), sums = f32 * linear));

  Status validate() const;
  Status infer(InferContext& c) const;
  Status scratch(ScratchContext& c) const;
  Status launch(LaunchContext& c) const;
  Status reference(ReferenceContext& c) const;
};

/// What the last launch was given.
struct LaunchRecord {
  void* partial = nullptr;
  Stream stream = nullptr;
  Shape x;
};
LaunchRecord& last_launch();

}  // namespace plugsmith::testing
