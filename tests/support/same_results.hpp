// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tests/support/op_test.hpp"

namespace plugsmith::testing {

/// Whether two runs of an op gave the same: types, shapes, integers exactly, and floating-point
/// values to 16 spacings, since the two forms may have computed by different tactics.
Status check_same_results(const std::vector<TestTensor>& v3, const std::vector<TestTensor>& v2);

/// Whether an IPluginV2DynamicExt may give such outputs: TensorRT takes no 8 dimensions of it.
bool v2_may_give(const std::vector<TestTensor>& outputs);

}  // namespace plugsmith::testing
