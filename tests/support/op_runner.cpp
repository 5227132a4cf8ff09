// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "src/trt/plugin_core.hpp"
#include "tests/support/buffers.hpp"
#include "tests/support/embedded.hpp"
#include "tests/support/op_test.hpp"
#include "tests/support/real_tensorrt.hpp"
#include "tests/support/test_outputs.hpp"

namespace plugsmith::testing {
namespace {

using Place = GuardedBuffer::Place;

nvinfer1::PluginTensorDesc desc_of(const TestTensor& tensor) {
  nvinfer1::PluginTensorDesc desc{};
  desc.type = static_cast<nvinfer1::DataType>(tensor.type);
  desc.format = nvinfer1::TensorFormat::kLINEAR;
  desc.scale = tensor.scale;
  desc.dims.nbDims = tensor.shape.rank();
  for (int i = 0; i < tensor.shape.rank(); ++i) desc.dims.d[i] = tensor.shape[i];
  return desc;
}

// The tensors of one call in guarded memory, with TensorRT's descriptors of them.
class Arena {
 public:
  Arena(Place place, const std::vector<TestTensor>& inputs, const std::vector<TestTensor>& outputs,
        std::size_t misalignment)
      : inputs_(inputs) {
    for (const TestTensor& tensor : inputs) add(place, tensor, misalignment, in_, in_descs_);
    for (const TestTensor& tensor : outputs) add(place, tensor, misalignment, out_, out_descs_);
    for (const auto& buffer : in_) in_pointers_.push_back(buffer->data());
    for (const auto& buffer : out_) out_pointers_.push_back(buffer->data());
    write_inputs();
  }

  void write_inputs() {
    for (std::size_t i = 0; i < in_.size(); ++i) in_[i]->write(inputs_[i].bytes);
  }
  void zero_inputs() {
    for (std::size_t i = 0; i < in_.size(); ++i) {
      in_[i]->write(std::vector<unsigned char>(inputs_[i].bytes.size(), 0));
    }
  }
  Status collect(std::vector<TestTensor>& results) const {
    for (std::size_t i = 0; i < in_.size(); ++i) {
      const std::string name = "input " + std::to_string(i);
      PLUGSMITH_RETURN_IF_ERROR(in_[i]->check_guards(name));
      if (in_[i]->read() != inputs_[i].bytes) return internal_error(name + " was modified");
    }
    for (std::size_t i = 0; i < out_.size(); ++i) {
      PLUGSMITH_RETURN_IF_ERROR(out_[i]->check_guards("output " + std::to_string(i)));
      results[i].bytes = out_[i]->read();
    }
    return Status::ok();
  }

  const auto* in_descs() const { return in_descs_.data(); }
  const auto* out_descs() const { return out_descs_.data(); }
  trt::PluginCore::StaticIo io() const {
    return {in_descs(), static_cast<std::int32_t>(in_.size()), out_descs(),
            static_cast<std::int32_t>(out_.size())};
  }
  void const* const* inputs() const { return in_pointers_.data(); }
  void* const* outputs() const { return out_pointers_.data(); }
  bool has_empty_outputs_only() const {
    for (const nvinfer1::PluginTensorDesc& desc : out_descs_) {
      if (trt_volume(desc) > 0) return false;
    }
    return true;
  }

 private:
  static std::int64_t trt_volume(const nvinfer1::PluginTensorDesc& desc) {
    return Shape(desc.dims.d, desc.dims.nbDims).volume();
  }
  static void add(Place place, const TestTensor& tensor, std::size_t misalignment,
                  std::vector<std::unique_ptr<GuardedBuffer>>& buffers,
                  std::vector<nvinfer1::PluginTensorDesc>& descs) {
    buffers.push_back(std::make_unique<GuardedBuffer>(place, tensor.bytes.size(), misalignment));
    descs.push_back(desc_of(tensor));
  }

  const std::vector<TestTensor>& inputs_;
  std::vector<std::unique_ptr<GuardedBuffer>> in_, out_;
  std::vector<nvinfer1::PluginTensorDesc> in_descs_, out_descs_;
  std::vector<const void*> in_pointers_;
  std::vector<void*> out_pointers_;
};

Status run_reference(trt::PluginCore& core, Arena& arena, std::vector<TestTensor>& results) {
  core.expect_reference();
  PLUGSMITH_RETURN_IF_ERROR(core.shape_changed(arena.io()));
  PLUGSMITH_RETURN_IF_ERROR(
      core.reference(arena.in_descs(), arena.out_descs(), arena.inputs(), arena.outputs()));
  return arena.collect(results);
}

Result<std::int64_t> workspace_bytes(const trt::PluginCore& core, const Arena& arena) {
  const auto at_their_size = [](const nvinfer1::PluginTensorDesc* descs, std::int32_t count) {
    std::vector<nvinfer1::DynamicPluginTensorDesc> result;
    for (std::int32_t i = 0; i < count; ++i) {
      result.push_back({descs[i], descs[i].dims, descs[i].dims, descs[i].dims});
    }
    return result;
  };
  const auto io = arena.io();
  const auto in = at_their_size(io.in, io.inputs);
  const auto out = at_their_size(io.out, io.outputs);
  return core.workspace_bytes({in.data(), io.inputs, out.data(), io.outputs});
}

Status run_cuda(trt::PluginCore& core, Arena& arena, std::vector<TestTensor>& results) {
  const Result<std::int64_t> bytes = workspace_bytes(core, arena);
  if (!bytes.is_ok()) return bytes.status();
  GuardedBuffer workspace(Place::kDevice, static_cast<std::size_t>(*bytes), 0);
  TestStream stream;
  const auto enqueue = [&] {
    return core.enqueue(arena.in_descs(), arena.out_descs(),
                        {arena.inputs(), arena.outputs(), workspace.data(), stream.get()});
  };
  PLUGSMITH_RETURN_IF_ERROR(core.shape_changed(arena.io()));
  PLUGSMITH_RETURN_IF_ERROR(enqueue());
  PLUGSMITH_RETURN_IF_ERROR(stream.synchronize());
  PLUGSMITH_RETURN_IF_ERROR(arena.collect(results));
  const std::vector<TestTensor> first = results;

  // A plugin that reads anything on the host while it is captured gives the wrong answer here.
  arena.zero_inputs();
  PLUGSMITH_RETURN_IF_ERROR(stream.capture(enqueue));
  arena.write_inputs();
  if (!arena.has_empty_outputs_only()) PLUGSMITH_RETURN_IF_ERROR(stream.replay());
  PLUGSMITH_RETURN_IF_ERROR(arena.collect(results));
  PLUGSMITH_RETURN_IF_ERROR(workspace.check_guards("workspace"));
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i].bytes != first[i].bytes) {
      return internal_error("output " + std::to_string(i) + " of a replayed graph differs");
    }
  }
  return Status::ok();
}

}  // namespace

Result<std::vector<TestTensor>> OpRunner::run(const OpCall& call) {
  if (backend_ == Backend::kEmbedded) return run_embedded(*entry_.traits, call);
  if (backend_ == Backend::kTensorRT) return run_real_tensorrt(*entry_.traits, call);
  std::unique_ptr<AnyOp> op = entry_.make();
  std::vector<FieldView> fields;
  for (const FieldData& f : call.attributes) {
    fields.push_back({f.name.c_str(), f.bytes.data(), f.type, f.length});
  }
  PLUGSMITH_RETURN_IF_ERROR(configure_from_build_fields(*op, fields));
  Result<TestOutputs> outputs = TestOutputs::make(*op, call);
  if (!outputs.is_ok()) return outputs.status();
  std::vector<TestTensor>& results = outputs->tensors();
  for (TestTensor& result : results) result.scale = call.output_scale;
  trt::PluginCore core(std::move(op), "tests");
  PLUGSMITH_RETURN_IF_ERROR(core.set_tactic(tactic_.value));
  Arena arena(backend_ == Backend::kCuda ? Place::kDevice : Place::kHost, call.inputs, results,
              misalignment_);
  PLUGSMITH_RETURN_IF_ERROR(backend_ == Backend::kCuda ? run_cuda(core, arena, results)
                                                       : run_reference(core, arena, results));
  PLUGSMITH_RETURN_IF_ERROR(outputs->cut_to_size());
  return results;
}

}  // namespace plugsmith::testing
