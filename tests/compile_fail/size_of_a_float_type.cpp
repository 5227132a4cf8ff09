// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
// wants: a HostInput or SizeOut is i32 or i64
#include "plugsmith/plugsmith.hpp"

namespace plugsmith {
namespace {

struct Wrong {
  static constexpr OpIdentity kIdentity{"Wrong"};
  static constexpr In x{"x"};
  static constexpr SizeOut n{"n"};
  static constexpr auto kFormats = formats(row(x = f32 * linear, n = f32));
  Status infer(InferContext&) const { return Status::ok(); }
  Status launch(LaunchContext&) const { return Status::ok(); }
  Status reference(ReferenceContext&) const { return Status::ok(); }
};
const OpEntry kEntry = op_entry<Wrong>();

}  // namespace
}  // namespace plugsmith
