// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "apps/worker/job.hpp"

namespace plugsmith::worker {

/// What the request says of the inputs of one op.
struct OpInputs {
  std::vector<host::TensorSpec> specs;  ///< -1 where the profile leaves a dimension open
  std::vector<host::DimRange> profile;  ///< one per device input
  std::vector<host::DimValues> dims;    ///< of the run
  std::vector<std::byte*> data;         ///< memory of the job's own, so that it may be aliased
  std::vector<host::DimValues> shape_values;  ///< of the shape inputs, in order
};

/// Reads "inputs", "profile" and "shape_inputs" of `described`, the request or a part of it. Copies
/// the inputs that the request brings; those that it asks to be random are drawn here, since the
/// op's creator knows which integers make sense: within the port's domain where it has one.
Result<OpInputs> read_op_inputs(JobContext& job, const Json& described,
                                const host::CreatorInfo& creator);

}  // namespace plugsmith::worker
