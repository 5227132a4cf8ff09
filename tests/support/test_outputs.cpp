// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_outputs.hpp"

#include <deque>

namespace plugsmith::testing {
namespace {

// Every input dimension is a number here, so the only nodes are numbers and size tensors.
class SizeBuilder final : public DimBuilder {
 public:
  struct Node {
    std::int64_t value;  ///< a number, or the upper bound
    int size_output;     ///< -1 for a number
  };
  const void* constant(std::int64_t value) override { return keep({value, -1}); }
  const void* operation(DimOperation, const void*, const void*) override { return nullptr; }
  const void* size_tensor(int output, const void*, const void* upper) override {
    return keep({static_cast<const Node*>(upper)->value, output});
  }

 private:
  const void* keep(Node node) { return &nodes_.emplace_back(node); }
  std::deque<Node> nodes_;
};

SymbolicShape numbers(const std::vector<std::int64_t>& values) {
  std::vector<Dim> dims;
  for (std::int64_t value : values) dims.emplace_back(value);
  return SymbolicShape(std::move(dims));
}

std::vector<std::int64_t> dims_of(const Shape& shape) {
  std::vector<std::int64_t> dims;
  for (int i = 0; i < shape.rank(); ++i) dims.push_back(shape[i]);
  return dims;
}

}  // namespace

Result<TestOutputs> TestOutputs::make(const AnyOp& op, const OpCall& call) {
  const FormatTableView& table = op.traits().table;
  InferInputs inputs;
  std::vector<DataType> types;
  for (const TestTensor& input : call.inputs) {
    inputs.device.push_back(numbers(dims_of(input.shape)));
    types.push_back(input.type);
  }
  for (const auto& values : call.host_inputs) inputs.host.push_back(numbers(values));
  SizeBuilder builder;
  const Result<std::vector<SymbolicShape>> inferred = infer_shapes(op, inputs, &builder);
  if (!inferred.is_ok()) return inferred.status();
  std::vector<DataType> out_types(static_cast<std::size_t>(table.outputs()));
  if (!output_types(table, types, out_types.data(), rows_in_force(op))) {
    return invalid_argument("input types are not accepted; takes " + describe(table));
  }
  TestOutputs result;
  for (std::size_t i = 0; i < out_types.size(); ++i) {
    std::vector<std::int64_t> dims;
    std::vector<int>& sizes = result.size_of_axis_.emplace_back();
    for (const Dim& dim : (*inferred)[i].dims()) {
      const auto& node = *static_cast<const SizeBuilder::Node*>(dim.node(builder));
      dims.push_back(node.value);
      sizes.push_back(node.size_output);
    }
    const Shape shape(dims.data(), static_cast<int>(dims.size()));
    TestTensor& tensor = result.tensors_.emplace_back(TestTensor{out_types[i], shape, {}});
    tensor.bytes.resize(static_cast<std::size_t>(bytes_of(out_types[i], shape.volume())));
  }
  return result;
}

Status TestOutputs::cut_to_size() {
  for (std::size_t i = 0; i < tensors_.size(); ++i) {
    std::vector<std::int64_t> dims = dims_of(tensors_[i].shape);
    for (std::size_t axis = 0; axis < dims.size(); ++axis) {
      const int source = size_of_axis_[i][axis];
      if (source < 0) continue;
      const TestTensor& size = tensors_[static_cast<std::size_t>(source)];
      const auto count = static_cast<std::int64_t>(values_of(size)[0]);
      if (count < 0 || count > dims[axis]) {
        return internal_error("size output " + std::to_string(source) + " says " +
                              std::to_string(count) + "; the upper bound is " +
                              std::to_string(dims[axis]));
      }
      dims[axis] = count;
    }
    tensors_[i].shape = Shape(dims.data(), static_cast<int>(dims.size()));
    tensors_[i].bytes.resize(
        static_cast<std::size_t>(bytes_of(tensors_[i].type, tensors_[i].shape.volume())));
  }
  return Status::ok();
}

}  // namespace plugsmith::testing
