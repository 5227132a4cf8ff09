// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <onnx/onnx_pb.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "src/graph/onnx_model.hpp"

namespace plugsmith::graph {

/// Inputs of nodes that have been made to read past a Cast to the type that a value has already, or
/// an Identity. Exporters leave such casts where a model computes in a type "to be safe".
class IdleCasts {
 public:
  /// Changes the inputs of the nodes in `graph`, which must outlive this.
  IdleCasts(onnx::GraphProto& graph, const std::map<std::string, TensorInfo>& types);
  /// The casts past which a node reads now.
  const std::set<int>& nodes() const { return nodes_; }
  /// Gives the nodes that are not in `kept` their inputs back.
  void restore_outside(const std::set<int>& kept);
  /// Values that nodes in the set of the last call do not read any more.
  const std::set<std::string>& bypassed() const { return bypassed_; }

 private:
  struct Change {
    int node, input;
    std::string value;  ///< the input that it had
  };
  onnx::GraphProto& graph_;
  std::vector<Change> changes_;
  std::set<int> nodes_;
  std::set<std::string> bypassed_;
};

}  // namespace plugsmith::graph
