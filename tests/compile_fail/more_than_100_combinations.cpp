// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
// wants: more combinations than TensorRT asks for (100)
#include "plugsmith/plugsmith.hpp"

namespace plugsmith {
namespace {

struct Wrong {
  static constexpr OpIdentity kIdentity{"Wrong"};
  static constexpr In a{"a"}, b{"b"}, c{"c"}, d{"d"};
  static constexpr Out y{"y"};
  static constexpr FormatSet kMany = any(f32, f16, bf16, i8) * linear;
  static constexpr auto kFormats =
      formats(row(a = kMany, b = kMany, c = kMany, d = kMany, y = same(a)));
  Status infer(InferContext&) const { return Status::ok(); }
  Status launch(LaunchContext&) const { return Status::ok(); }
  Status reference(ReferenceContext&) const { return Status::ok(); }
};

const OpEntry kEntry = op_entry<Wrong>();

}  // namespace
}  // namespace plugsmith
