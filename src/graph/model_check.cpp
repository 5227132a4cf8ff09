// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/graph/model_check.hpp"

#include <fmt/format.h>
#include <onnx/onnx_pb.h>

#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "src/graph/element_types.hpp"
#include "src/graph/external_data.hpp"
#include "src/graph/graph_walk.hpp"

namespace plugsmith::graph {
namespace {

/// Product of the dimensions; nothing if one is negative or the product leaves 63 bits.
std::optional<std::int64_t> element_count(const onnx::TensorProto& tensor) {
  std::int64_t count = 1;
  for (const std::int64_t dim : tensor.dims()) {
    if (dim < 0 || __builtin_mul_overflow(count, dim, &count)) return std::nullopt;
  }
  return count;
}

/// Elements in the typed fields; complex types and sub-byte types take other counts there.
std::int64_t typed_elements(const onnx::TensorProto& tensor) {
  const int counts[] = {tensor.float_data_size(),  tensor.int32_data_size(),
                        tensor.string_data_size(), tensor.int64_data_size(),
                        tensor.double_data_size(), tensor.uint64_data_size()};
  std::int64_t sum = 0;
  for (const int count : counts) sum += count;
  return sum;
}

Status check_tensor(const onnx::TensorProto& tensor, const std::string& folder) {
  const std::int32_t type = tensor.data_type();
  const int bits = onnx_type_bits(type);
  const auto count = element_count(tensor);
  if (!count.has_value() || *count > (std::int64_t{1} << 50)) {
    return invalid_argument(
        fmt::format("tensor \"{}\" has dimensions that no tensor can have", tensor.name()));
  }
  const std::int64_t bytes = (*count * bits + 7) / 8;
  std::int64_t held = 0;
  if (tensor.data_location() == onnx::TensorProto::EXTERNAL) {
    if (folder.empty()) {
      return invalid_argument(
          fmt::format("tensor \"{}\" is kept in another file, but the model "
                      "does not come from a file: put its data into the model",
                      tensor.name()));
    }
    auto data = locate_external_data(tensor, folder);
    if (!data.is_ok()) return data.status();
    held = data->bytes;
  } else if (tensor.has_raw_data()) {
    held = static_cast<std::int64_t>(tensor.raw_data().size());
  } else {
    const bool packed = bits > 0 && bits < 8;
    const bool complex =
        type == onnx::TensorProto::COMPLEX64 || type == onnx::TensorProto::COMPLEX128;
    const std::int64_t wanted = packed ? bytes : complex ? *count * 2 : *count;
    if (typed_elements(tensor) == wanted) return Status::ok();
    return invalid_argument(fmt::format("tensor \"{}\" holds {} values; its dimensions ask for {}",
                                        tensor.name(), typed_elements(tensor), wanted));
  }
  if (bits == 0 || held == bytes) return Status::ok();
  return invalid_argument(
      fmt::format("tensor \"{}\" holds {} bytes; its dimensions and type ({}) "
                  "ask for {}",
                  tensor.name(), held, onnx_type_name(type), bytes));
}

/// The names that are visible while a graph is walked; an outer graph's are visible inside.
class Scope {
 public:
  explicit Scope(const Scope* outer) : outer_(outer) {}
  bool sees(const std::string& name) const {
    return names_.count(name) != 0 || (outer_ != nullptr && outer_->sees(name));
  }
  bool define(const std::string& name) { return name.empty() || names_.insert(name).second; }

 private:
  const Scope* outer_;
  std::unordered_set<std::string> names_;
};

Status check_names(const onnx::GraphProto& graph, const Scope* outer);

Status check_node_names(const onnx::NodeProto& node, const onnx::GraphProto& graph, Scope& scope) {
  for (const auto& input : node.input()) {
    if (input.empty() || scope.sees(input)) continue;
    for (const auto& other : graph.node()) {
      for (const auto& output : other.output()) {
        if (output != input) continue;
        return invalid_argument(
            fmt::format("{} reads \"{}\", which the later {} makes: the nodes "
                        "must be sorted",
                        node_label(node), input, node_label(other)));
      }
    }
    return invalid_argument(fmt::format(
        "{} reads \"{}\", which no input, initializer or node makes", node_label(node), input));
  }
  Status status = Status::ok();
  for_each_subgraph(node, [&](const onnx::GraphProto& subgraph) {
    if (status.is_ok()) status = check_names(subgraph, &scope);
  });
  if (!status.is_ok()) return status;
  for (const auto& output : node.output()) {
    if (scope.define(output)) continue;
    return invalid_argument(
        fmt::format("{} makes \"{}\", which exists already", node_label(node), output));
  }
  return Status::ok();
}

Status check_names(const onnx::GraphProto& graph, const Scope* outer) {
  Scope scope(outer);
  for (const auto& input : graph.input()) {
    if (!scope.define(input.name())) {
      return invalid_argument(fmt::format("the graph has two inputs named \"{}\"", input.name()));
    }
  }
  // An initializer may give the default of an input of the same name.
  for (const auto& tensor : graph.initializer()) scope.define(tensor.name());
  for (const auto& sparse : graph.sparse_initializer()) scope.define(sparse.values().name());
  for (const auto& node : graph.node()) {
    PLUGSMITH_RETURN_IF_ERROR(check_node_names(node, graph, scope));
  }
  for (const auto& output : graph.output()) {
    if (scope.sees(output.name())) continue;
    return invalid_argument(
        fmt::format("the graph returns \"{}\", which no node makes", output.name()));
  }
  return Status::ok();
}

}  // namespace

Status check_model(const onnx::ModelProto& model, const std::string& folder) {
  if (!model.has_graph()) {
    return invalid_argument("there is no graph in it; it is no ONNX model, or a part of one");
  }
  if (model.opset_import_size() == 0 && model.ir_version() >= 3) {
    return invalid_argument("it imports no operator set (opset_import), so its nodes mean nothing");
  }
  PLUGSMITH_RETURN_IF_ERROR(for_each_tensor(model.graph(), [&](const onnx::TensorProto& tensor) {
    return check_tensor(tensor, folder);
  }));
  return check_names(model.graph(), nullptr);
}

}  // namespace plugsmith::graph
