// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/tensorrt_worker/plugin_nodes.hpp"

namespace plugsmith::tensorrt_worker {

Status check_plugins(JobContext& job, trt::Backend& backend,
                     const std::vector<graph::NodeMapping>& mappings) {
  for (const graph::NodeMapping& node : mappings) {
    if (node.served_by != graph::ServedBy::kPlugin) continue;
    trt::OneOp op;
    op.name = node.layer.creator_name;
    op.version = node.layer.creator_version;
    op.name_space = node.layer.creator_namespace;
    op.layer_name = node.layer.layer_name;
    op.fields = to_fields(node.layer.fields);
    const Status status = check_plugin(job, backend, op);
    if (status.is_ok()) continue;
    return Status(status.code(), "node " + node.node_name + ": " + status.message());
  }
  return Status::ok();
}

void describe_nodes(const std::vector<graph::NodeMapping>& mappings,
                    const std::vector<host::CreatorInfo>& creators, Json& reply) {
  reply["nodes"] = Json::array();
  reply["node_count"] = mappings.size();
  for (const graph::NodeMapping& node : mappings) {
    const bool plugin = node.served_by == graph::ServedBy::kPlugin;
    if (!plugin && node.warnings.empty()) continue;
    Json json{{"node", node.node_name},
              {"op", node.op_type},
              {"domain", node.domain},
              {"served_by", graph::to_string(node.served_by)},
              {"warnings", node.warnings}};
    if (plugin) {
      const host::CreatorInfo& creator = creators[node.creator];
      json["creator"] = {{"name", creator.name},
                         {"version", creator.version},
                         {"namespace", creator.name_space},
                         {"library", creator.library}};
    }
    reply["nodes"].push_back(std::move(json));
  }
}

Status with_reason(const Status& failure, const std::vector<graph::NodeMapping>& mappings) {
  const Status reason = graph::first_error(mappings);
  if (reason.is_ok()) return failure;
  return Status(failure.code(), reason.message() + "\n" + failure.message());
}

}  // namespace plugsmith::tensorrt_worker
