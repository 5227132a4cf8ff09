// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "apps/tensorrt_worker/session.hpp"
#include "src/graph/node_mapping.hpp"

namespace plugsmith::tensorrt_worker {

/// Asks each plugin of a model for what TensorRT would crash on.
Status check_plugins(JobContext& job, trt::Backend& backend,
                     const std::vector<graph::NodeMapping>& mappings);

/// reply["nodes"]: the nodes that plugins serve, and those with warnings; reply["node_count"].
void describe_nodes(const std::vector<graph::NodeMapping>& mappings,
                    const std::vector<host::CreatorInfo>& creators, Json& reply);

/// A failure to build, with what our own reading of the model says of it in front.
Status with_reason(const Status& failure, const std::vector<graph::NodeMapping>& mappings);

}  // namespace plugsmith::tensorrt_worker
