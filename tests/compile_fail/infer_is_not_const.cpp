// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
// wants: infer and reference must be const
#include "plugsmith/plugsmith.hpp"

namespace plugsmith {
namespace {

struct Wrong {
  static constexpr OpIdentity kIdentity{"Wrong"};
  static constexpr In x{"x"};
  static constexpr Out y{"y"};
  static constexpr auto kFormats = formats(row(x = f32 * linear, y = same(x)));
  Status infer(InferContext&) { return Status::ok(); }
  Status launch(LaunchContext&) const { return Status::ok(); }
  Status reference(ReferenceContext&) const { return Status::ok(); }
};
const OpEntry kEntry = op_entry<Wrong>();

}  // namespace
}  // namespace plugsmith
