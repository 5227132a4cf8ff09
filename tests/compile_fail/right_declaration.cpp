// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
// The twin of the wrong ones: must compile, or they could fail for any reason.
#include "plugsmith/plugsmith.hpp"

namespace plugsmith {
namespace {

struct Right {
  static constexpr OpIdentity kIdentity{"Right"};
  static constexpr In x{"x"};
  static constexpr Out y{"y"};
  static constexpr auto kFormats = formats(row(x = f16 * hwc8, y = same(x)));
  float scale = 1.0F;
  void attributes(Attributes& visit) { visit("scale", scale); }
  Status infer(InferContext&) const { return Status::ok(); }
  Status launch(LaunchContext&) const { return Status::ok(); }
  Status reference(ReferenceContext&) const { return Status::ok(); }
};

const OpEntry kEntry = op_entry<Right>();

}  // namespace
}  // namespace plugsmith
