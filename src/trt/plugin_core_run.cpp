// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>

#include "src/trt/convert.hpp"
#include "src/trt/logging.hpp"
#include "src/trt/plugin_core.hpp"

// The part of PluginCore that knows concrete shapes: configuration, workspace, execution.

namespace plugsmith::trt {
namespace {

using Dynamic = nvinfer1::DynamicPluginTensorDesc;

nvinfer1::Dims const& largest(const Dynamic& desc) { return desc.max; }
nvinfer1::Dims const& largest(const nvinfer1::PluginTensorDesc& desc) { return desc.dims; }

// Views of a candidate's tensors at the profile's largest shapes.
struct LargestShapes {
  std::vector<ConstTensorView> in;
  std::vector<TensorView> out;

  template <class Desc>
  explicit LargestShapes(const PluginCore::Io<Desc>& io) {
    for (std::int32_t i = 0; i < io.inputs; ++i) in.push_back(view<ConstTensorView>(io.in[i]));
    for (std::int32_t i = 0; i < io.outputs; ++i) out.push_back(view<TensorView>(io.out[i]));
  }
  Tensors tensors() const { return {in.data(), static_cast<int>(in.size()), out.data()}; }

 private:
  template <class View, class Desc>
  static View view(const Desc& desc) {
    return {layout_of_desc(plain(desc)), to_shape(largest(desc)), nullptr, scale_of(plain(desc))};
  }
};

std::vector<ShapeRange> ranges_of(const PluginCore::DynamicIo& io) {
  std::vector<ShapeRange> ranges;
  for (std::int32_t i = 0; i < io.inputs; ++i) {
    const Dynamic& desc = io.in[i];
#if NV_TENSORRT_MAJOR >= 10
    ranges.push_back({to_shape(desc.min), to_shape(desc.opt), to_shape(desc.max)});
#else
    ranges.push_back({to_shape(desc.min), to_shape(desc.max), to_shape(desc.max)});
#endif
  }
  return ranges;
}

}  // namespace

Status PluginCore::configure(const DynamicIo& io) {
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

Result<std::int64_t> PluginCore::workspace_bytes(const DynamicIo& io) const {
  PLUGSMITH_RETURN_IF_ERROR(check_counts("getWorkspaceSize", io.inputs, io.outputs));
  const LargestShapes largest(io);
  const TacticContext tactics(table_, largest.tensors(), environment());
  const Result<Tactic> tactic = choose_tactic(*op_, requested_tactic_, tactics);
  if (!tactic.is_ok()) return tactic.status();
  return scratch_bytes(*tactic, largest.tensors());
}

// V2 knows no tactics: for each shape the first that fits is taken, and one that does not fit the
// largest shape may fit a smaller one.
Result<std::int64_t> PluginCore::workspace_bytes(const StaticIo& io) const {
  PLUGSMITH_RETURN_IF_ERROR(check_counts("getWorkspaceSize", io.inputs, io.outputs));
  const LargestShapes largest(io);
  const TacticList& tactics = traits().tactics;
  if (tactics.count == 0) return scratch_bytes(Tactic{}, largest.tensors());
  std::int64_t most = -1;
  Status refusal = Status::ok();
  for (int i = 0; i < tactics.count; ++i) {
    const Result<std::int64_t> bytes = scratch_bytes(tactics.list[i], largest.tensors());
    if (bytes.is_ok()) most = std::max(most, *bytes);
    if (!bytes.is_ok() && refusal.is_ok()) refusal = bytes.status();
  }
  if (most < 0) return refusal;
  return most;
}

Result<std::int64_t> PluginCore::scratch_bytes(Tactic tactic, const Tensors& largest) const {
  ScratchLayout layout;
  ScratchContext context(table_, largest, {tactic, &logger_sink()}, layout);
  PLUGSMITH_RETURN_IF_ERROR(op_->scratch(context));
  return layout.total_bytes();
}

Status PluginCore::choose_present_tactic() {
  const TacticContext context(table_, tensors(), environment());
  const Result<Tactic> tactic = choose_tactic(*op_, requested_tactic_, context);
  if (!tactic.is_ok()) return tactic.status();
  tactic_ = *tactic;
  return Status::ok();
}

// A state belongs to one combination of types and formats. TensorRT may time several on one object.
Status PluginCore::open_state() {
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

Status PluginCore::shape_changed(const StaticIo& io) {
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
Status PluginCore::copy_inputs_to_outputs(Stream stream) const {
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

Status PluginCore::enqueue(nvinfer1::PluginTensorDesc const* in,
                           nvinfer1::PluginTensorDesc const* out, const Memory& memory) {
  bind(in, out, memory.inputs, memory.outputs);
  PLUGSMITH_RETURN_IF_ERROR(copy_inputs_to_outputs(memory.stream));
  LaunchContext context(table_, tensors(), environment(),
                        {memory.stream, memory.workspace, &scratch_});
  return op_->launch(context, state_.get());
}

Status PluginCore::reference(nvinfer1::PluginTensorDesc const* in,
                             nvinfer1::PluginTensorDesc const* out, void const* const* inputs,
                             void* const* outputs) {
  reference_only_ = true;
  bind(in, out, inputs, outputs);
  PLUGSMITH_RETURN_IF_ERROR(choose_present_tactic());
  PLUGSMITH_RETURN_IF_ERROR(copy_inputs_to_outputs(nullptr));
  ReferenceContext context(table_, tensors(), environment());
  return op_->reference(context);
}

std::int32_t PluginCore::reference_code(nvinfer1::PluginTensorDesc const* in,
                                        nvinfer1::PluginTensorDesc const* out, const Memory& memory,
                                        char* message, std::int32_t message_bytes) noexcept {
  Status status = Status::ok();
  const std::int32_t code = guarded("reference", [&] {
    status = reference(in, out, memory.inputs, memory.outputs);
    return Status::ok();  // the sentence travels in `message`: logging it too would say it twice
  });
  if (code != 0) return code;
  if (message != nullptr && message_bytes > 0) {
    std::snprintf(message, static_cast<std::size_t>(message_bytes), "%s", status.message().c_str());
  }
  return static_cast<std::int32_t>(status.code());
}

}  // namespace plugsmith::trt
