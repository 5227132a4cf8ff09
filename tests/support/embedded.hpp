// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plugsmith/op.hpp"
#include "tests/support/op_test.hpp"

namespace plugsmith::testing {

/// Runs one op of the built plugin library through the embedded host: create, build, serialize,
/// deserialize, attach, run; where the op has a V2 form, in both forms, which must give the same.
/// One host per process, made on first use.
Result<std::vector<TestTensor>> run_embedded(const OpTraits& traits, const OpCall& call);

}  // namespace plugsmith::testing
