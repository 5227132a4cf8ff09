// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/op_test.hpp"

#include <cstdlib>
#include <cstring>
#include <random>

#include "tests/support/buffers.hpp"
#include "tests/support/embedded.hpp"

namespace plugsmith::testing {
namespace {

template <class T>
double as_double(T value) {
  if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>) {
    return static_cast<double>(static_cast<float>(value));
  } else {
    return static_cast<double>(value);
  }
}

std::unique_ptr<GuardedBuffer> buffer_for(GuardedBuffer::Place place, const TestTensor& tensor,
                                          std::size_t misalignment) {
  return std::make_unique<GuardedBuffer>(place, tensor.bytes.size(), misalignment);
}

// The tensors of one call in guarded memory, and the views of them.
struct Arena {
  std::vector<std::unique_ptr<GuardedBuffer>> in, out;
  std::vector<ConstTensorView> inputs;
  std::vector<TensorView> outputs;

  Arena(GuardedBuffer::Place place, const std::vector<TestTensor>& in_tensors,
        const std::vector<TestTensor>& out_tensors, std::size_t misalignment) {
    for (const TestTensor& tensor : in_tensors) {
      in.push_back(buffer_for(place, tensor, misalignment));
      in.back()->write(tensor.bytes);
      inputs.emplace_back(TypeFormat{tensor.type, linear}, tensor.shape, in.back()->data());
    }
    for (const TestTensor& tensor : out_tensors) {
      out.push_back(buffer_for(place, tensor, misalignment));
      outputs.emplace_back(TypeFormat{tensor.type, linear}, tensor.shape, out.back()->data());
    }
  }

  Status collect(const std::vector<TestTensor>& in_tensors,
                 std::vector<TestTensor>& results) const {
    for (std::size_t i = 0; i < in.size(); ++i) {
      const std::string name = "input " + std::to_string(i);
      PLUGSMITH_RETURN_IF_ERROR(in[i]->check_guards(name));
      if (in[i]->read() != in_tensors[i].bytes) return internal_error(name + " was modified");
    }
    for (std::size_t i = 0; i < out.size(); ++i) {
      PLUGSMITH_RETURN_IF_ERROR(out[i]->check_guards("output " + std::to_string(i)));
      results[i].bytes = out[i]->read();
    }
    return Status::ok();
  }
};

Status run_reference(const AnyOp& op, const std::vector<TestTensor>& inputs,
                     std::vector<TestTensor>& results, std::size_t misalignment) {
  Arena arena(GuardedBuffer::Place::kHost, inputs, results, misalignment);
  ReferenceContext context(op.traits().table, arena.inputs.data(), arena.outputs.data());
  PLUGSMITH_RETURN_IF_ERROR(op.reference(context));
  return arena.collect(inputs, results);
}

// Runs plainly, then captured on zeroed inputs and replayed on the real ones: a plugin that reads
// anything on the host while it is being captured gives the wrong answer.
Status run_cuda(const AnyOp& op, const std::vector<TestTensor>& inputs,
                std::vector<TestTensor>& results, std::size_t misalignment) {
  Arena arena(GuardedBuffer::Place::kDevice, inputs, results, misalignment);
  ScratchLayout layout;
  ScratchContext scratch(op.traits().table, arena.inputs.data(), arena.outputs.data(), layout);
  PLUGSMITH_RETURN_IF_ERROR(op.scratch(scratch));
  const Result<std::int64_t> bytes = layout.total_bytes();
  if (!bytes.is_ok()) return bytes.status();
  GuardedBuffer workspace(GuardedBuffer::Place::kDevice, static_cast<std::size_t>(*bytes), 0);
  TestStream stream;
  LaunchContext context(op.traits().table, arena.inputs.data(), arena.outputs.data(),
                        {stream.get(), workspace.data(), &layout});
  PLUGSMITH_RETURN_IF_ERROR(op.launch(context));
  PLUGSMITH_RETURN_IF_ERROR(stream.synchronize());
  PLUGSMITH_RETURN_IF_ERROR(arena.collect(inputs, results));
  const std::vector<TestTensor> first = results;

  for (std::size_t i = 0; i < inputs.size(); ++i) {
    arena.in[i]->write(std::vector<unsigned char>(inputs[i].bytes.size(), 0));
  }
  PLUGSMITH_RETURN_IF_ERROR(stream.capture([&] { return op.launch(context); }));
  const bool empty = results.empty() || results[0].bytes.empty();
  for (std::size_t i = 0; i < inputs.size(); ++i) arena.in[i]->write(inputs[i].bytes);
  if (!empty) PLUGSMITH_RETURN_IF_ERROR(stream.replay());
  PLUGSMITH_RETURN_IF_ERROR(arena.collect(inputs, results));
  PLUGSMITH_RETURN_IF_ERROR(workspace.check_guards("workspace"));
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i].bytes != first[i].bytes) return internal_error("a replayed graph differs");
  }
  return Status::ok();
}

}  // namespace

std::string to_string(Backend backend) {
  switch (backend) {
    case Backend::kReference: return "Reference";
    case Backend::kEmbedded: return "Embedded";
    case Backend::kCuda: return "Cuda";
  }
  return "";
}

TestTensor tensor(DataType type, const Shape& shape, const std::vector<double>& values) {
  TestTensor result{type, shape, {}};
  result.bytes.resize(static_cast<std::size_t>(bytes_of(type, shape.volume())));
  const Status filled = dispatch(type, [&](auto zero) {
    using T = decltype(zero);
    auto* out = reinterpret_cast<T*>(result.bytes.data());
    for (std::size_t i = 0; i < values.size(); ++i) out[i] = round_to<T>(values[i]);
    return Status::ok();
  });
  EXPECT_TRUE(filled.is_ok()) << filled.message();
  EXPECT_EQ(static_cast<std::int64_t>(values.size()), shape.volume());
  return result;
}

TestTensor random_tensor(DataType type, const Shape& shape, double low, double high,
                         unsigned seed) {
  std::mt19937 generator(seed);
  std::vector<double> values(static_cast<std::size_t>(shape.volume()));
  for (double& value : values) {
    value = low + (high - low) * (static_cast<double>(generator()) / 4294967296.0);
  }
  return tensor(type, shape, values);
}

std::vector<double> values_of(const TestTensor& tensor) {
  std::vector<double> values(static_cast<std::size_t>(tensor.shape.volume()));
  const Status read = dispatch(tensor.type, [&](auto zero) {
    using T = decltype(zero);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = as_double(tensor.as<T>()[i]);
    return Status::ok();
  });
  EXPECT_TRUE(read.is_ok()) << read.message();
  return values;
}

double epsilon_of(DataType type) {
  switch (type) {
    case DataType::kFloat: return 0x1p-23;
    case DataType::kHalf: return 0x1p-10;
    case DataType::kBf16: return 0x1p-7;
    default: return 0.0;
  }
}

FieldData int_field(const char* name, std::int32_t value) {
  FieldData field{name, FieldType::kInt32, 1, std::vector<unsigned char>(sizeof value)};
  std::memcpy(field.bytes.data(), &value, sizeof value);
  return field;
}

FieldData float_field(const char* name, float value) {
  FieldData field{name, FieldType::kFloat32, 1, std::vector<unsigned char>(sizeof value)};
  std::memcpy(field.bytes.data(), &value, sizeof value);
  return field;
}

Result<std::vector<TestTensor>> OpRunner::make_outputs(
    const AnyOp& op, const std::vector<TestTensor>& inputs) const {
  const FormatTableView& table = op.traits().table;
  std::vector<SymbolicShape> shapes;
  std::vector<DataType> types;
  for (const TestTensor& input : inputs) {
    std::vector<Dim> dims;
    for (int i = 0; i < input.shape.rank(); ++i) dims.emplace_back(input.shape[i]);
    shapes.emplace_back(std::move(dims));
    types.push_back(input.type);
  }
  const Result<std::vector<SymbolicShape>> inferred = infer_shapes(op, std::move(shapes));
  if (!inferred.is_ok()) return inferred.status();
  std::vector<DataType> out_types(static_cast<std::size_t>(table.outputs()));
  if (!output_types(table, types.data(), out_types.data())) {
    return invalid_argument("input types are not accepted; takes " + describe(table));
  }
  std::vector<TestTensor> outputs;
  for (std::size_t i = 0; i < out_types.size(); ++i) {
    std::vector<std::int64_t> dims;
    for (const Dim& dim : (*inferred)[i].dims()) dims.push_back(*dim.constant());
    const Shape shape(dims.data(), static_cast<int>(dims.size()));
    outputs.push_back({out_types[i], shape, {}});
    outputs.back().bytes.resize(static_cast<std::size_t>(bytes_of(out_types[i], shape.volume())));
  }
  return outputs;
}

Result<std::vector<TestTensor>> OpRunner::run(const std::vector<FieldData>& attributes,
                                              const std::vector<TestTensor>& inputs) {
  if (backend_ == Backend::kEmbedded) {
    return run_embedded(entry_.traits->identity, attributes, inputs);
  }
  std::unique_ptr<AnyOp> op = entry_.make();
  std::vector<FieldView> fields;
  for (const FieldData& f : attributes) {
    fields.push_back({f.name.c_str(), f.bytes.data(), f.type, f.length});
  }
  PLUGSMITH_RETURN_IF_ERROR(configure_from_build_fields(*op, fields));
  Result<std::vector<TestTensor>> results = make_outputs(*op, inputs);
  if (!results.is_ok()) return results;
  PLUGSMITH_RETURN_IF_ERROR(backend_ == Backend::kCuda
                                ? run_cuda(*op, inputs, *results, misalignment_)
                                : run_reference(*op, inputs, *results, misalignment_));
  return results;
}

void OpTest::SetUp() {
  if (GetParam() == Backend::kCuda) {
    const std::string reason = why_no_cuda_device();
    if (!reason.empty()) GTEST_SKIP() << reason;
  }
}

std::string why_no_large_tensors(Backend backend) {
  if (backend != Backend::kCuda) return "more than 2^31 elements: on CUDA only";
  return std::getenv("PLUGSMITH_LARGE_TESTS") != nullptr
             ? ""
             : "more than 2^31 elements: set PLUGSMITH_LARGE_TESTS=1 (needs 20 GiB)";
}

std::vector<Backend> all_backends() {
  return {Backend::kReference, Backend::kEmbedded, Backend::kCuda};
}
std::string backend_name(const ::testing::TestParamInfo<Backend>& info) {
  return to_string(info.param);
}

}  // namespace plugsmith::testing
