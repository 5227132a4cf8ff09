// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/plugsmith.hpp"

namespace plugsmith::ops {

/// Coordinates of the elements that are not zero, in row-major order of the input. [...] ->
/// [rank, count] (order "row", ONNX's NonZero) or [count, rank] (order "column").
struct NonZero {
  enum class Order : std::int32_t { kRow, kColumn };
  enum class IndexType : std::int32_t { kInt64, kInt32 };

  static constexpr OpIdentity kIdentity{"NonZero_PS"};
  Order order = Order::kRow;
  IndexType index_type = IndexType::kInt64;
  void attributes(Attributes& visit) {
    visit("order", order).names({"row", "column"});
    visit("index_type", index_type).names({"int64", "int32"});
  }

  static constexpr In x{"x", rank(1, kMaxRank)};
  static constexpr Out y{"y", rank(2)};
  static constexpr SizeOut count{"count"};
  static constexpr Scratch kTileEnds{"tile ends"}, kMarks{"marks"}, kScan{"scan"};
  static constexpr FormatSet kInputs = any(f32, f16, bf16, i8, i32, i64) * linear;
  static constexpr auto kFormats = formats(row(x = kInputs, y = i64 * linear, count = i64),
                                           row(x = kInputs, y = i32 * linear, count = i32));
  /// ONNX's node has no output for the count, which a plugin must have: grafting adds it.
  static constexpr const char* kPatterns[] = {R"(
<opset_import: ["" : 13]>
NonZero_PS (x) => (y, count) {
  y = NonZero (x)
})",
                                              nullptr};
  bool takes_row(int row) const { return row == static_cast<int>(index_type); }

  Status infer(InferContext& c) const;
  Status scratch(ScratchContext& c) const;
  Status launch(LaunchContext& c) const;
  Status reference(ReferenceContext& c) const;

  /// Refuses more elements than the index type can count; 0 stands for a size not known yet.
  Status check_range(std::int64_t elements) const;
};

}  // namespace plugsmith::ops
