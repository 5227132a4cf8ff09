// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
// wants: a HostInput is seen by infer() only
#include "plugsmith/plugsmith.hpp"

namespace plugsmith {
namespace {

struct Wrong {
  static constexpr OpIdentity kIdentity{"Wrong"};
  static constexpr In x{"x"};
  static constexpr HostInput target{"target"};
  static constexpr Out y{"y"};
  static constexpr auto kFormats = formats(row(x = f32 * linear, target = i64, y = same(x)));
  Status infer(InferContext&) const { return Status::ok(); }
  Status launch(LaunchContext& c) const {
    c[target];
    return Status::ok();
  }
  Status reference(ReferenceContext&) const { return Status::ok(); }
};
const OpEntry kEntry = op_entry<Wrong>();

}  // namespace
}  // namespace plugsmith
