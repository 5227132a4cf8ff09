// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plugsmith/any_op.hpp"
#include "tests/support/op_test.hpp"

namespace plugsmith::testing {

/// Empty if real TensorRT 10 and a GPU are here, else what is missing. TensorRT is the
/// libnvinfer.so.10 that the dynamic loader finds (LD_LIBRARY_PATH).
std::string why_no_real_tensorrt();

/// Runs one op of the built plugin library in real TensorRT: loadLibrary, a strongly typed network
/// with the op alone, build, serialize, deserialize, run. Where the op has a V2 form, that runs
/// too, and both must give the same.
Result<std::vector<TestTensor>> run_real_tensorrt(const OpTraits& traits, const OpCall& call);

}  // namespace plugsmith::testing
