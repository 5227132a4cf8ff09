// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include "plugsmith/plugsmith.hpp"
#include "tests/fuzz/bytes.hpp"

namespace plugsmith::fuzz {

enum class Mode : std::int32_t { kFirst, kSecond };

/// An op with an attribute of every kind.
struct FuzzedOp {
  static constexpr OpIdentity kIdentity{"Fuzzed", "1", "tests"};
  std::int32_t height = 4;
  std::int64_t count = 5;
  float beta = 0.5F;
  bool flag = false;
  std::string text = "abc";
  Mode mode = Mode::kFirst;
  std::vector<std::int32_t> ints{1, 2};
  std::vector<std::int64_t> longs{3};
  std::vector<float> floats{0.5F};
  std::vector<std::string> texts{"x", "y"};
  void attributes(Attributes& visit) {
    visit("height", height).at_least(1).at_most(100).renamed_from("tall");
    visit("count", count).since(2);
    visit("beta", beta).at_most(8.0F);
    visit("flag", flag).build_only();
    visit("text", text).size_between(0, 16);
    visit("mode", mode).names({"first", "second"});
    visit("ints", ints).size_between(1, 8).at_least(0);
    visit("longs", longs);
    visit("floats", floats).size_between(0, 8);
    visit("texts", texts).since(3);
  }

  static constexpr In x{"x"};
  static constexpr Out y{"y"};
  static constexpr auto kFormats = formats(row(x = f32 * linear, y = same(x)));
  Status infer(InferContext& c) const {
    c[y] = c[x];
    return Status::ok();
  }
  Status launch(LaunchContext& /*c*/) const { return Status::ok(); }
  Status reference(ReferenceContext& /*c*/) const { return Status::ok(); }
};

/// Takes what the adapter logs.
class Silence final : public nvinfer1::ILogger {
 public:
  void log(Severity /*severity*/, nvinfer1::AsciiChar const* text) noexcept override {
    must(text != nullptr && *text != '\0', "an empty message");
  }
};

}  // namespace plugsmith::fuzz
