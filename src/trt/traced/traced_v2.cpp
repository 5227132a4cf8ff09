// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/traced/traced_v2.hpp"

#include "src/trt/trace/call_lines.hpp"

namespace plugsmith::traced {

using namespace nvinfer1;
using trace::failure;

IPluginV2* traced_v2(IPluginV2& inner, trace::Trace& trace, std::string& name) {
  // The low bits say which class it is; a Python plugin has another bit set.
  constexpr std::uint32_t kClassBits = 0x3F;
  const auto version = static_cast<std::uint32_t>(inner.getTensorRTVersion());
  if ((version >> 24U & kClassBits) != static_cast<std::uint32_t>(PluginVersion::kV2_DYNAMICEXT)) {
    name = "a plugin that is no IPluginV2DynamicExt, not traced";
    return &inner;
  }
  auto* wrapped = new TracedV2(static_cast<IPluginV2DynamicExt&>(inner), trace);
  name = wrapped->name();
  return wrapped;
}

std::int32_t TracedV2::initialize() noexcept {
  const std::int32_t code = inner_.initialize();
  call("initialize" + failure(code));
  return code;
}

void TracedV2::terminate() noexcept {
  inner_.terminate();
  call("terminate");
}

std::size_t TracedV2::getSerializationSize() const noexcept {
  const std::size_t bytes = inner_.getSerializationSize();
  call("getSerializationSize -> " + std::to_string(bytes));
  return bytes;
}

void TracedV2::serialize(void* buffer) const noexcept {
  inner_.serialize(buffer);
  call("serialize");
}

void TracedV2::destroy() noexcept {
  call("destroy");
  inner_.destroy();
  delete this;
}

IPluginV2DynamicExt* TracedV2::clone() const noexcept {
  IPluginV2DynamicExt* made = inner_.clone();
  if (made == nullptr) {
    call("clone -> null");
    return nullptr;
  }
  auto* wrapped = new TracedV2(*made, trace_);
  wrapped->inputs_ = inputs_;
  wrapped->outputs_ = outputs_;
  call("clone -> " + wrapped->name());
  return wrapped;
}

void TracedV2::setPluginNamespace(AsciiChar const* name_space) noexcept {
  inner_.setPluginNamespace(name_space);
  call(std::string("setPluginNamespace ") +
       (name_space == nullptr ? "null" : "\"" + std::string(name_space) + "\""));
}

DataType TracedV2::getOutputDataType(std::int32_t index, DataType const* types,
                                     std::int32_t nb_in) const noexcept {
  const DataType type = inner_.getOutputDataType(index, types, nb_in);
  call(trace::data_type_line(index, {types, nb_in}, type));
  return type;
}

void TracedV2::attachToContext(cudnnContext* cudnn, cublasContext* cublas,
                               IGpuAllocator* allocator) noexcept {
  inner_.attachToContext(cudnn, cublas, allocator);
  const auto given = [](const void* pointer) { return pointer == nullptr ? " null" : " set"; };
  call(std::string("attachToContext cudnn") + given(cudnn) + " cublas" + given(cublas) +
       " allocator" + given(allocator));
}

void TracedV2::detachFromContext() noexcept {
  inner_.detachFromContext();
  call("detachFromContext");
}

DimsExprs TracedV2::getOutputDimensions(std::int32_t index, DimsExprs const* in, std::int32_t nb_in,
                                        IExprBuilder& builder) noexcept {
  const std::string line = trace::output_dimensions_line(index, {in, nb_in});
  DimsExprs dims = inner_.getOutputDimensions(index, in, nb_in, builder);
  call(line);
  return dims;
}

bool TracedV2::supportsFormatCombination(std::int32_t position, PluginTensorDesc const* ports,
                                         std::int32_t nb_in, std::int32_t nb_out) noexcept {
  const bool accepted = inner_.supportsFormatCombination(position, ports, nb_in, nb_out);
  call(trace::supports_format_line(position, ports, accepted));
  return accepted;
}

void TracedV2::configurePlugin(DynamicPluginTensorDesc const* in, std::int32_t nb_in,
                               DynamicPluginTensorDesc const* out, std::int32_t nb_out) noexcept {
  inputs_ = nb_in;
  outputs_ = nb_out;
  inner_.configurePlugin(in, nb_in, out, nb_out);
  call(trace::configure_line({in, nb_in}, {out, nb_out}));
}

std::size_t TracedV2::getWorkspaceSize(PluginTensorDesc const* in, std::int32_t nb_in,
                                       PluginTensorDesc const* out,
                                       std::int32_t nb_out) const noexcept {
  const std::size_t bytes = inner_.getWorkspaceSize(in, nb_in, out, nb_out);
  call(trace::workspace_line({in, nb_in}, {out, nb_out}, bytes));
  return bytes;
}

std::int32_t TracedV2::enqueue(PluginTensorDesc const* in, PluginTensorDesc const* out,
                               void const* const* inputs, void* const* outputs, void* workspace,
                               cudaStream_t stream) noexcept {
  const std::int32_t code = inner_.enqueue(in, out, inputs, outputs, workspace, stream);
  trace::EnqueueCall line{{in, inputs_}, {out, outputs_}, inputs, outputs};
  line.workspace = workspace;
  line.stream = stream;
  call(trace::enqueue_line(line) + failure(code));
  return code;
}

}  // namespace plugsmith::traced
