// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <utility>

#include "src/trt/convert.hpp"
#include "src/trt/logging.hpp"
#include "src/trt/v3_core.hpp"

// The part of V3Core that knows concrete shapes: configuration, workspace, execution.

namespace plugsmith::trt {
namespace {

using Dynamic = nvinfer1::DynamicPluginTensorDesc;

// Views of a candidate's tensors at the profile's largest shapes.
struct LargestShapes {
  std::vector<ConstTensorView> in;
  std::vector<TensorView> out;

  explicit LargestShapes(const V3Core::DynamicIo& io) {
    for (std::int32_t i = 0; i < io.inputs; ++i) {
      const Dynamic& desc = io.in[i];
      in.emplace_back(layout_of_desc(desc.desc), to_shape(desc.max), nullptr, scale_of(desc.desc));
    }
    for (std::int32_t i = 0; i < io.outputs; ++i) {
      const Dynamic& desc = io.out[i];
      out.emplace_back(layout_of_desc(desc.desc), to_shape(desc.max), nullptr, scale_of(desc.desc));
    }
  }
  Tensors tensors() const { return {in.data(), static_cast<int>(in.size()), out.data()}; }
};

std::vector<ShapeRange> ranges_of(const V3Core::DynamicIo& io) {
  std::vector<ShapeRange> ranges;
  for (std::int32_t i = 0; i < io.inputs; ++i) {
    ranges.push_back({to_shape(io.in[i].min), to_shape(io.in[i].opt), to_shape(io.in[i].max)});
  }
  return ranges;
}

}  // namespace

Status V3Core::configure(const DynamicIo& io) {
  PLUGSMITH_RETURN_IF_ERROR(check_counts("configurePlugin", io.inputs, io.outputs));
  const LargestShapes largest(io);
  const std::vector<ShapeRange> ranges = ranges_of(io);
  ConfigureContext context(table_, largest.tensors(), environment(), ranges.data());
  PLUGSMITH_RETURN_IF_ERROR(op_->configure(context));
  const TacticContext tactics(table_, largest.tensors(), environment());
  valid_tactics_.clear();
  for (int i = 0; i < traits().tactics.count; ++i) {
    const Tactic& tactic = traits().tactics.list[i];
    if (op_->fits(tactic, tactics)) valid_tactics_.push_back(tactic.value);
  }
  // getWorkspaceSize cannot fail, so what it would refuse is refused here.
  return workspace_bytes(io).status();
}

Result<std::int64_t> V3Core::workspace_bytes(const DynamicIo& io) const {
  PLUGSMITH_RETURN_IF_ERROR(check_counts("getWorkspaceSize", io.inputs, io.outputs));
  const LargestShapes largest(io);
  const TacticContext tactics(table_, largest.tensors(), environment());
  const Result<Tactic> tactic = choose_tactic(*op_, requested_tactic_, tactics);
  if (!tactic.is_ok()) return tactic.status();
  ScratchLayout layout;
  ScratchContext context(table_, largest.tensors(), {*tactic, &logger_sink()}, layout);
  PLUGSMITH_RETURN_IF_ERROR(op_->scratch(context));
  return layout.total_bytes();
}

Status V3Core::choose_present_tactic() {
  const TacticContext context(table_, tensors(), environment());
  const Result<Tactic> tactic = choose_tactic(*op_, requested_tactic_, context);
  if (!tactic.is_ok()) return tactic.status();
  tactic_ = *tactic;
  return Status::ok();
}

// A state belongs to one combination of types and formats. TensorRT may time several on one object.
Status V3Core::open_state() {
  std::vector<std::pair<DataType, TensorFormat>> layouts;
  const Tensors now = tensors();
  for (int i = 0; i < now.input_count; ++i) {
    layouts.emplace_back(now.inputs[i].type(), now.inputs[i].format());
  }
  for (const TensorView& view : outputs_) layouts.emplace_back(view.type(), view.format());
  if (weights_ != nullptr && layouts == opened_for_) return Status::ok();
  state_.reset();
  weights_.reset();
  auto weights = std::make_unique<SharedWeights>();
  OpenContext open(table_, now, environment(), *weights);
  Result<std::unique_ptr<AnyState>> state = op_->open(open);
  if (!state.is_ok()) return state.status();
  weights_ = std::move(weights);
  state_ = std::move(*state);
  opened_for_ = std::move(layouts);
  return Status::ok();
}

Status V3Core::shape_changed(const StaticIo& io) {
  PLUGSMITH_RETURN_IF_ERROR(check_counts("onShapeChange", io.inputs, io.outputs));
  input_count_ = io.inputs;
  bind(io.in, io.out, nullptr, nullptr);
  PLUGSMITH_RETURN_IF_ERROR(choose_present_tactic());
  if (reference_only_) return Status::ok();
  scratch_ = ScratchLayout();
  ScratchContext scratch(table_, tensors(), environment(), scratch_);
  PLUGSMITH_RETURN_IF_ERROR(op_->scratch(scratch));
  PLUGSMITH_RETURN_IF_ERROR(scratch_.total_bytes().status());
  PLUGSMITH_RETURN_IF_ERROR(open_state());
  ShapeContext context(table_, tensors(), environment());
  return op_->shape_changed(context, state_.get());
}

// A preferred alias that was not granted: the op still finds its input in the output.
Status V3Core::copy_inputs_to_outputs(Stream stream) const {
  for (int i = 0; i < table_.outputs(); ++i) {
    const int input = table_.input_position(table_.port_of_output(i));
    if (input < 0) continue;
    const ConstTensorView& from = inputs_[static_cast<std::size_t>(input)];
    const TensorView& to = outputs_[static_cast<std::size_t>(i)];
    const std::int64_t bytes = storage_bytes({from.type(), from.format()}, from.shape());
    if (from.data() == to.data() || bytes == 0) continue;
    if (reference_only_) {
      std::memcpy(to.data(), from.data(), static_cast<std::size_t>(bytes));
    } else {
      PLUGSMITH_RETURN_IF_ERROR(cuda::copy_on_device(to.data(), from.data(), bytes, stream));
    }
  }
  return Status::ok();
}

Status V3Core::enqueue(nvinfer1::PluginTensorDesc const* in, nvinfer1::PluginTensorDesc const* out,
                       const Memory& memory) {
  bind(in, out, memory.inputs, memory.outputs);
  PLUGSMITH_RETURN_IF_ERROR(copy_inputs_to_outputs(memory.stream));
  LaunchContext context(table_, tensors(), environment(),
                        {memory.stream, memory.workspace, &scratch_});
  return op_->launch(context, state_.get());
}

Status V3Core::reference(nvinfer1::PluginTensorDesc const* in,
                         nvinfer1::PluginTensorDesc const* out, void const* const* inputs,
                         void* const* outputs) {
  reference_only_ = true;
  bind(in, out, inputs, outputs);
  PLUGSMITH_RETURN_IF_ERROR(choose_present_tactic());
  PLUGSMITH_RETURN_IF_ERROR(copy_inputs_to_outputs(nullptr));
  ReferenceContext context(table_, tensors(), environment());
  return op_->reference(context);
}

}  // namespace plugsmith::trt
