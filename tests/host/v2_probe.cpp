// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/host/v2_probe.hpp"

#include <cstring>

// The IPluginV2 family is deprecated, but TensorRT 10 and 11 still run it.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace plugsmith::testing {
namespace {

using namespace nvinfer1;

std::string number(std::int64_t value) { return std::to_string(value); }
template <class Enum>
std::string code(Enum value) {
  return number(static_cast<std::int64_t>(value));
}

/// The two dimensions that the recorded probe printed.
std::string outer_and_inner(const Dims& dims) {
  return number(dims.d[0]) + " " + number(dims.d[3]);
}

std::string pointer(const void* address) { return address == nullptr ? "(nil)" : "PTR"; }

class V2Probe final : public IPluginV2DynamicExt {
 public:
  V2Probe(V2Record& record, bool deserialized)
      : record_(record), id_(record.objects++), deserialized_(deserialized) {
    ++record_.alive;
  }
  V2Probe(const V2Probe& other) : V2Probe(other.record_, other.deserialized_) {}
  V2Probe& operator=(const V2Probe&) = delete;

  std::string name() const { return "#" + number(id_); }

  AsciiChar const* getPluginType() const noexcept override {
    call("type");
    if (is(V2Fault::kTypeNull)) return nullptr;
    return is(V2Fault::kOtherType) ? "Other" : "Probe";
  }
  AsciiChar const* getPluginVersion() const noexcept override { return "1"; }
  AsciiChar const* getPluginNamespace() const noexcept override { return ""; }
  void setPluginNamespace(AsciiChar const*) noexcept override { call("setPluginNamespace"); }
  std::int32_t getNbOutputs() const noexcept override {
    call("nbOutputs");
    return is(V2Fault::kOutputCount) ? 0 : 1;
  }
  DataType getOutputDataType(std::int32_t, DataType const* types,
                             std::int32_t) const noexcept override {
    call("getOutputDataType in " + code(types[0]));
    if (is(V2Fault::kDataType)) return static_cast<DataType>(77);
    return is(V2Fault::kBoolOutput) ? DataType::kBOOL : types[0];
  }
  DimsExprs getOutputDimensions(std::int32_t, DimsExprs const* in, std::int32_t,
                                IExprBuilder& builder) noexcept override;
  bool supportsFormatCombination(std::int32_t position, PluginTensorDesc const* ports, std::int32_t,
                                 std::int32_t) noexcept override {
    const PluginTensorDesc& desc = ports[position];
    const bool accepted = record_.behaviour.accepts(position, desc);
    call("supportsFormat pos " + number(position) + " type " + code(desc.type) + " fmt " +
         code(desc.format) + " dims " + outer_and_inner(desc.dims) + " -> " +
         (accepted ? "1" : "0"));
    return accepted;
  }
  void configurePlugin(DynamicPluginTensorDesc const* in, std::int32_t,
                       DynamicPluginTensorDesc const*, std::int32_t) noexcept override {
    call("configurePlugin dims " + outer_and_inner(in[0].desc.dims) + " min " +
         number(in[0].min.d[3]) + " max " + number(in[0].max.d[3]));
  }
  std::size_t getWorkspaceSize(PluginTensorDesc const* in, std::int32_t, PluginTensorDesc const*,
                               std::int32_t) const noexcept override {
    call("getWorkspaceSize dims " + number(in[0].dims.d[3]));
    if (is(V2Fault::kWorkspaceMinusOne)) return static_cast<std::size_t>(-1);
    return is(V2Fault::kWorkspace) ? std::size_t{1} << 50 : record_.behaviour.workspace_bytes;
  }
  std::int32_t initialize() noexcept override {
    call("initialize");
    const bool fails =
        is(V2Fault::kInitialize) || (is(V2Fault::kInitializeAtRuntime) && deserialized_);
    if (fails) return 3;
    ++record_.initialized;
    return 0;
  }
  void terminate() noexcept override {
    call("terminate");
    --record_.initialized;
  }
  std::int32_t enqueue(PluginTensorDesc const* in, PluginTensorDesc const*,
                       void const* const* inputs, void* const* outputs, void*,
                       cudaStream_t) noexcept override {
    call("enqueue in " + number(in[0].dims.d[3]) + " type " + code(in[0].type) + " scale " +
         number(static_cast<std::int64_t>(in[0].scale)));
    if (is(V2Fault::kEnqueue)) return 1;
    return record_.behaviour.compute ? record_.behaviour.compute(inputs, outputs) : 0;
  }
  std::size_t getSerializationSize() const noexcept override;
  void serialize(void* buffer) const noexcept override;
  void destroy() noexcept override {
    call("destroy");
    delete this;
  }
  IPluginV2DynamicExt* clone() const noexcept override {
    if (is(V2Fault::kClone)) return nullptr;
    if (is(V2Fault::kCloneReturnsThis)) return const_cast<V2Probe*>(this);
    auto* made = new V2Probe(*this);
    call("clone -> " + made->name());
    return made;
  }
  void attachToContext(cudnnContext* cudnn, cublasContext* cublas,
                       IGpuAllocator* allocator) noexcept override {
    call("attachToContext cudnn " + pointer(cudnn) + " cublas " + pointer(cublas) + " alloc " +
         pointer(allocator));
  }
  void detachFromContext() noexcept override { call("detachFromContext"); }

 protected:
  std::int32_t getTensorRTVersion() const noexcept override {
    constexpr std::int32_t kVersionMask = 0xFFFFFF;
    const std::int32_t own = IPluginV2DynamicExt::getTensorRTVersion();
    if (is(V2Fault::kOtherMajor)) return (own & ~kVersionMask) | 7203;  // 7.2.3
    if (is(V2Fault::kPython)) return (own & kVersionMask) | (0x43 << 24);
    if (is(V2Fault::kUnknownClass)) return (own & kVersionMask) | (9 << 24);
    return own;
  }

 private:
  ~V2Probe() override {
    call("~");
    --record_.alive;
  }
  bool is(V2Fault fault) const { return record_.behaviour.fault == fault; }
  void call(const std::string& text) const { record_.calls.push_back(name() + " " + text); }

  V2Record& record_;
  int id_;
  bool deserialized_;
  std::int32_t target_ = 32;
  mutable std::size_t times_asked_ = 0;
  inline static IDimensionExpr const* stale_ = nullptr;
};

DimsExprs V2Probe::getOutputDimensions(std::int32_t, DimsExprs const* in, std::int32_t,
                                       IExprBuilder& builder) noexcept {
  call("getOutputDimensions nb " + number(in[0].nbDims) + " const " +
       number(in[0].d[0]->isConstant() ? 1 : 0) + " " + number(in[0].d[1]->isConstant() ? 1 : 0));
  DimsExprs out = in[0];
  out.d[2] = out.d[3] = builder.constant(target_);
  if (is(V2Fault::kDimensionsNotWritten)) out.nbDims = -1;
  if (is(V2Fault::kNullDimension)) out.d[0] = nullptr;
  if (is(V2Fault::kStaleExpression)) {
    if (stale_ == nullptr) stale_ = out.d[2];
    out.d[2] = stale_;
  }
#if NV_TENSORRT_MAJOR >= 10
  if (is(V2Fault::kSizeTensor)) {
    const auto* size = builder.declareSizeTensor(0, *out.d[2], *out.d[2]);
    if (size != nullptr) out.d[0] = size;
  }
#endif
  return out;
}

std::size_t V2Probe::getSerializationSize() const noexcept {
  call("getSerializationSize");
  ++times_asked_;
  if (is(V2Fault::kSizeMinusOne)) return static_cast<std::size_t>(-1);
  return sizeof target_ + (is(V2Fault::kSizeGrows) ? times_asked_ : 0);
}

void V2Probe::serialize(void* buffer) const noexcept {
  call("serialize");
  auto* bytes = static_cast<char*>(buffer);
  std::memset(bytes, 0, sizeof target_);
  const std::size_t written = is(V2Fault::kSerializeLess) ? 3 : sizeof target_;
  if (written < sizeof target_) bytes[written] = static_cast<char>(times_asked_ == 1 ? 0xA5 : 0x5A);
  std::memcpy(bytes, &target_, written);
  if (is(V2Fault::kSerializeBeyond)) bytes[sizeof target_] = 1;
  if (is(V2Fault::kSerializeBefore)) bytes[-1] = 1;
  if (is(V2Fault::kSerializeRandom)) bytes[0] = static_cast<char>(times_asked_);
}

}  // namespace

IPluginV2* V2ProbeCreator::make(const std::string& call, bool deserialized) {
  auto* made = new V2Probe(record_, deserialized);
  record_.calls.push_back("creator." + call + " -> " + made->name());
  return made;
}

IPluginV2* V2ProbeCreator::createPlugin(AsciiChar const* name,
                                        PluginFieldCollection const*) noexcept {
  if (record_.behaviour.fault == V2Fault::kCreateNull) return nullptr;
  return make("createPlugin '" + std::string(name) + "'", false);
}

IPluginV2* V2ProbeCreator::deserializePlugin(AsciiChar const* name, void const* data,
                                             std::size_t bytes) noexcept {
  std::int32_t target = 0;
  if (bytes != sizeof target || record_.behaviour.fault == V2Fault::kDeserializeNull) {
    return nullptr;
  }
  std::memcpy(&target, data, sizeof target);
  const bool known = target == 32 || record_.behaviour.fault == V2Fault::kSerializeRandom;
  if (!known) return nullptr;
  return make("deserializePlugin '" + std::string(name) + "' " + number(std::int64_t(bytes)), true);
}

}  // namespace plugsmith::testing
