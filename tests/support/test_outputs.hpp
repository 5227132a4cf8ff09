// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plugsmith/any_op.hpp"
#include "tests/support/op_test.hpp"

namespace plugsmith::testing {

/// The outputs that an op declares for concrete inputs: allocated at the upper bound, cut to the
/// real size once the size tensors are written.
class TestOutputs {
 public:
  static Result<TestOutputs> make(const AnyOp& op, const OpCall& call);
  std::vector<TestTensor>& tensors() { return tensors_; }
  /// Cuts every output to the dimensions that its size tensors now say.
  Status cut_to_size();

 private:
  std::vector<TestTensor> tensors_;
  std::vector<std::vector<int>> size_of_axis_;  ///< per output and axis: the size output, or -1
};

}  // namespace plugsmith::testing
