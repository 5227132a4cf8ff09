// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/boundary.hpp"
#include "src/host/engine.hpp"
#include "src/host/reformat.hpp"
#include "src/host/resource_context.hpp"
#include "src/host/run_buffers.hpp"
#include "src/host/trace_format.hpp"

namespace plugsmith::host {
namespace {

class Context final : public PluginContext {
 public:
  explicit Context(std::shared_ptr<EngineLayer> layer)
      : layer_(std::move(layer)),
        resources_(layer_->state()->registry.getErrorRecorder(), layer_->state()->logger),
        ports_(make_ports(data().layer, data().profile, 1.0F)) {
    const EngineInfo& info = data().info;
    for (std::size_t i = 0; i < ports_.descs.size(); ++i) {
      const bool input = i < info.input_formats.size();
      ports_.descs[i].desc.format = static_cast<nvinfer1::TensorFormat>(
          input ? info.input_formats[i] : info.output_formats[i - info.input_formats.size()]);
    }
  }

  Status attach() {
    auto made = layer_->make_context_object(resources_);
    if (!made.is_ok()) return made.status();
    object_ = std::move(made).value();
    return data().has_reference ? object_->find_reference() : Status::ok();
  }

  Result<std::vector<DimValues>> output_dims(const std::vector<DimValues>& inputs,
                                             const std::vector<DimValues>& shape_inputs) override {
    return at_boundary([&]() -> Result<std::vector<DimValues>> {
      PLUGSMITH_RETURN_IF_ERROR(check_inputs(inputs, shape_inputs));
      auto dims = port_dims(data().layer, inputs, shape_inputs, DimBindings::Sizes::kUpper);
      if (!dims.is_ok()) return dims.status();
      return std::vector<DimValues>(dims->begin() + ports_.inputs, dims->end());
    });
  }

  Status run(const std::vector<ConstTensor>& inputs, const std::vector<DimValues>& shape_inputs,
             std::vector<MutableTensor>& outputs, Execution execution) override {
    return at_boundary([&] { return run_unguarded(inputs, shape_inputs, outputs, execution); });
  }

  Result<DeviceTiming> time(const std::vector<ConstTensor>& inputs,
                            const std::vector<DimValues>& shape_inputs,
                            const TimingOptions& options) override {
    return at_boundary([&]() -> Result<DeviceTiming> {
      DeviceTiming timing;
      timing_ = {&options, &timing};
      auto memory = output_memory(inputs, shape_inputs);
      if (!memory.is_ok()) return memory.status();
      const Status status =
          run_unguarded(inputs, shape_inputs, memory->tensors, Execution::kEnqueueOnDevice);
      timing_ = {};
      if (!status.is_ok()) return status;
      return timing;
    });
  }

 private:
  const EngineData& data() const { return layer_->data(); }
  Trace& trace() { return layer_->state()->trace; }
  Status check_inputs(const std::vector<DimValues>& inputs,
                      const std::vector<DimValues>& shape_inputs) const;
  Status run_unguarded(const std::vector<ConstTensor>& inputs,
                       const std::vector<DimValues>& shape_inputs,
                       std::vector<MutableTensor>& outputs, Execution execution);
  Status prepare(const std::vector<DimValues>& dims);
  Status compute(const RuntimePorts& ports, const RunBuffers& buffers, Execution execution);
  Status compute_on_device(const RuntimePorts& ports, const RunBuffers& buffers);
  struct OutputMemory {
    std::vector<std::vector<std::byte>> bytes;
    std::vector<MutableTensor> tensors;
  };
  Result<OutputMemory> output_memory(const std::vector<ConstTensor>& inputs,
                                     const std::vector<DimValues>& shape_inputs);
  Status finish_data_dependent(const std::vector<DimValues>& shape_inputs, RunBuffers& buffers);
  void trace_allocations(const RunBuffers& buffers);

  std::shared_ptr<EngineLayer> layer_;
  ContextResources resources_;
  std::unique_ptr<PluginObject> object_;
  Ports ports_;
  std::unique_ptr<DeviceRun> device_;  ///< from the first run on a device on
  struct {
    const TimingOptions* options = nullptr;
    DeviceTiming* result = nullptr;
  } timing_;                          ///< while time() runs
  std::vector<DimValues> last_dims_;  ///< of the last successful run; empty: shape_changed is due
};

Status Context::check_inputs(const std::vector<DimValues>& inputs,
                             const std::vector<DimValues>& shape_inputs) const {
  const LayerData& layer = data().layer;
  PLUGSMITH_RETURN_IF_ERROR(check_input_dims(layer, inputs, Unknown::kRefused));
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    for (std::size_t axis = 0; axis < inputs[i].size(); ++axis) {
      const std::int64_t dim = inputs[i][axis];
      const std::int64_t min = data().profile.min[i][axis], max = data().profile.max[i][axis];
      if (dim >= min && dim <= max) continue;
      return invalid_argument(layer.who + ": dimension " + std::to_string(axis) + " of input \"" +
                              layer.input_name(i) + "\" is " + std::to_string(dim) +
                              "; the profile allows " + std::to_string(min) + " to " +
                              std::to_string(max));
    }
  }
  if (shape_inputs.size() != layer.shape_inputs.size()) {
    return invalid_argument(layer.who + ": got values of " + std::to_string(shape_inputs.size()) +
                            " shape inputs; the layer has " +
                            std::to_string(layer.shape_inputs.size()));
  }
  for (std::size_t i = 0; i < shape_inputs.size(); ++i) {
    const auto wanted = static_cast<std::size_t>(layer.shape_inputs.elements[i]);
    if (shape_inputs[i].size() == wanted) continue;
    return invalid_argument(layer.who + ": shape input " + std::to_string(i) + " has " +
                            std::to_string(shape_inputs[i].size()) + " values; must have " +
                            std::to_string(wanted));
  }
  return Status::ok();
}

// TensorRT calls onShapeChange (configurePlugin of an IPluginV2DynamicExt) before the first
// enqueue, after a changed shape and after a failure; and each time when an output is data
// dependent (contract P6, W9) or a shape input is an input of the network (recorded).
Status Context::prepare(const std::vector<DimValues>& dims) {
  const LayerData& layer = data().layer;
  const bool may_stay = !layer.shapes.any_data_dependent() && !layer.shape_inputs.any_open();
  if (dims == last_dims_ && may_stay) return Status::ok();
  last_dims_.clear();
  return object_->shape_changed(concrete_ports(ports_, dims));
}

Status Context::compute_on_device(const RuntimePorts& ports, const RunBuffers& buffers) {
  if (device_ == nullptr) {
    auto made = DeviceRun::make();
    if (!made.is_ok()) {
      return Status(made.status().code(), data().layer.who + ": " + made.status().message());
    }
    device_ = std::move(made).value();
  }
  const EngineInfo& info = data().info;
  const DeviceJob job{
      buffers.memory(), info.workspace_bytes, info.tactic, data().layer.who,
      [&](const EnqueueBuffers& on_device) { return object_->enqueue(ports, on_device); }};
  PLUGSMITH_RETURN_IF_ERROR(device_->run(job));
  if (timing_.options == nullptr) return Status::ok();
  auto timing = device_->time(job, *timing_.options);
  if (!timing.is_ok()) return timing.status();
  *timing_.result = std::move(timing).value();
  return Status::ok();
}

Result<Context::OutputMemory> Context::output_memory(const std::vector<ConstTensor>& inputs,
                                                     const std::vector<DimValues>& shape_inputs) {
  std::vector<DimValues> dims;
  for (const ConstTensor& input : inputs) dims.push_back(input.dims);
  PLUGSMITH_RETURN_IF_ERROR(check_inputs(dims, shape_inputs));
  const auto upper = port_dims(data().layer, dims, shape_inputs, DimBindings::Sizes::kUpper);
  if (!upper.is_ok()) return upper.status();
  OutputMemory memory;
  for (std::size_t i = 0; i < data().info.output_types.size(); ++i) {
    const DimValues& output = upper.value()[inputs.size() + i];
    const auto layout = make_layout(TensorFormat::kLinear, data().info.output_types[i], output);
    if (!layout.is_ok()) return layout.status();
    auto& bytes = memory.bytes.emplace_back(static_cast<std::size_t>(layout->bytes()));
    memory.tensors.push_back({bytes.data(), output});
  }
  return memory;
}

Status Context::compute(const RuntimePorts& ports, const RunBuffers& buffers, Execution execution) {
  if (execution == Execution::kEnqueueOnDevice) return compute_on_device(ports, buffers);
  if (execution == Execution::kEnqueueOnHost) return object_->enqueue(ports, buffers.pointers());
  if (!object_->has_reference()) {
    return unsupported(data().layer.who +
                       ": the op has no CPU reference, so the embedded host cannot "
                       "compute it; use a library built with Plugsmith, or a GPU");
  }
  return object_->run_reference(ports, buffers.pointers());
}

void Context::trace_allocations(const RunBuffers& buffers) {
  constexpr std::int64_t kAlignment = 512;
  if (!trace().enabled()) return;
  for (std::size_t i = 0; i < data().layer.output_types.size(); ++i) {
    if (!data().layer.shapes.is_data_dependent(i)) continue;
    const std::int64_t size = (buffers.output_bytes(i) + kAlignment - 1) / kAlignment * kAlignment;
    trace().call("reallocateOutput " + data().layer.output_name(i) + " size " +
                 std::to_string(size) + " align " + std::to_string(kAlignment));
  }
}

Status Context::finish_data_dependent(const std::vector<DimValues>& shape_inputs,
                                      RunBuffers& buffers) {
  const LayerData& layer = data().layer;
  const auto sizes = buffers.read_sizes();
  if (!sizes.is_ok()) return sizes.status();
  DimBindings bindings;
  bindings.inputs = &buffers.input_dims();
  bindings.shape_inputs = &shape_inputs;
  bindings.sizes = DimBindings::Sizes::kGiven;
  bindings.given_sizes = &sizes.value();
  const auto real = layer.shapes.evaluate(bindings, layer.who);
  if (!real.is_ok()) return real.status();
  for (std::size_t i = 0; i < real->size(); ++i) {
    if (!layer.shapes.is_data_dependent(i)) continue;
    PLUGSMITH_RETURN_IF_ERROR(buffers.set_real_dims(i, real.value()[i]));
    if (trace().enabled()) {
      trace().call("notifyShape " + layer.output_name(i) + " " + format_dims(real.value()[i]));
    }
  }
  return Status::ok();
}

Status Context::run_unguarded(const std::vector<ConstTensor>& inputs,
                              const std::vector<DimValues>& shape_inputs,
                              std::vector<MutableTensor>& outputs, Execution execution) {
  const LayerData& layer = data().layer;
  std::vector<DimValues> input_dims;
  input_dims.reserve(inputs.size());
  for (const ConstTensor& input : inputs) input_dims.push_back(input.dims);
  PLUGSMITH_RETURN_IF_ERROR(check_inputs(input_dims, shape_inputs));
  const auto upper = port_dims(layer, input_dims, shape_inputs, DimBindings::Sizes::kUpper);
  if (!upper.is_ok()) return upper.status();
  const auto dims = port_dims(layer, input_dims, shape_inputs, DimBindings::Sizes::kUnknown);
  if (!dims.is_ok()) return dims.status();

  RunBuffers buffers(data());
  const std::int64_t scratch =
      execution == Execution::kEnqueueOnHost ? data().info.workspace_bytes : 0;
  PLUGSMITH_RETURN_IF_ERROR(buffers.prepare(inputs, upper.value(), outputs, scratch));
  trace_allocations(buffers);
  if (execution == Execution::kReference && object_->has_reference()) {
    PLUGSMITH_RETURN_IF_ERROR(object_->expect_reference());
  }
  PLUGSMITH_RETURN_IF_ERROR(prepare(dims.value()));
  Status computed = compute(concrete_ports(ports_, dims.value()), buffers, execution);
  if (!computed.is_ok()) {
    last_dims_.clear();
    return computed;
  }
  last_dims_ = dims.value();
  PLUGSMITH_RETURN_IF_ERROR(buffers.check_inputs_are_unchanged());
  if (layer.shapes.any_data_dependent()) {
    PLUGSMITH_RETURN_IF_ERROR(finish_data_dependent(shape_inputs, buffers));
  }
  buffers.deliver(outputs);
  return Status::ok();
}

}  // namespace

Result<std::unique_ptr<PluginContext>> make_context(const std::shared_ptr<EngineLayer>& layer) {
  auto context = std::make_unique<Context>(layer);
  PLUGSMITH_RETURN_IF_ERROR(context->attach());
  return std::unique_ptr<PluginContext>(std::move(context));
}

}  // namespace plugsmith::host
