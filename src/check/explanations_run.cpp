// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/explanation.hpp"

// CK58 to CK95: running, models, IPluginV2, processes, specifications.

namespace plugsmith::check {
namespace {

constexpr char kEnqueue[] =
    R"(int32_t enqueue(PluginTensorDesc const* inputs, PluginTensorDesc const*, void const* const* in,
                void* const* out, void* workspace, cudaStream_t stream) noexcept override {
  int64_t const count = volume(inputs[0].dims);
  if (count == 0) return 0;
  int64_t const blocks = (count + 255) / 256;
  scale<<<dim3(unsigned(blocks)), 256, 0, stream>>>(in[0], out[0], count, scale_);
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
})";

constexpr char kV2Blob[] =
    R"(size_t getSerializationSize() const noexcept override { return sizeof scale_; }
void serialize(void* buffer) const noexcept override {
  std::memcpy(buffer, &scale_, sizeof scale_);  // the buffer need not be aligned
}
IPluginV2* deserializePlugin(char const*, void const* data, size_t size) noexcept override {
  float scale;
  if (size != sizeof scale) return nullptr;
  std::memcpy(&scale, data, sizeof scale);
  return new (std::nothrow) Plugin(scale);
})";

constexpr Explanation kExplanations[] = {
    {"CK58",
     "work on another stream runs before its inputs are there, and its end is not waited for",
     kEnqueue},
    {"CK59",
     "TensorRT captures enqueue into CUDA graphs, where these calls fail; elsewhere they stall the "
     "GPU",
     kEnqueue},
    {"CK60", "trtexec --useCudaGraph and many servers capture; a replay uses what was captured",
     kEnqueue},
    {"CK61", "other layers may read the same tensor", kEnqueue},
    {"CK62", "memory around the output belongs to other tensors", kEnqueue},
    {"CK63",
     "the workspace is shared by all layers: its contents are arbitrary, its neighbours are "
     "others'",
     kEnqueue},
    {"CK64", "TensorRT moves buffers between calls", kEnqueue},
    {"CK65", "empty tensors have null pointers, and a launch of zero blocks is an error", kEnqueue},
    {"CK66", "TensorRT trusts the count that the op writes", kEnqueue},
    {"CK67", "padding and unused parts hold arbitrary bits", kEnqueue},
    {"CK68", "the error surfaces in a later, innocent call", kEnqueue},
    {"CK69", "the caller's next CUDA call goes to another device", kEnqueue},
    {"CK70", "servers run several contexts of one engine at a time", kEnqueue},
    {"CK71", "engines are deserialized in several threads, with one creator for all",
     R"(// createPlugin, clone and destructors touch no static variable without a mutex.)"},
    {"CK72", "every combination and tactic may be the one that is chosen", kEnqueue},
    {"CK73", "the last vector of channels is padded; what stands there must not be used", kEnqueue},
    {"CK74",
     "an INT8 tensor without a scale has -1 here; between QuantizeLinear nodes of a strongly typed "
     "network it is 1, whatever their scale is",
     R"(if (inputs[0].desc.type == DataType::kINT8 && !(inputs[0].desc.scale > 0)) return 1;)"},
    {"CK75", "the library may be loaded in a process that forks, or that has no GPU",
     R"(cublasHandle_t handle_ = nullptr;  // made in attachToContext, not in a static or a constructor)"},
    {"CK76", "builders make and delete thousands of plugins; a server never ends",
     R"(std::unique_ptr<Workspace> workspace_;  // owned members free themselves; virtual destructors)"},
    {"CK77",
     "a runtime has no builder: a plugin from a plan gets createPlugin(kRUNTIME), onShapeChange, "
     "enqueue",
     R"(if (phase == TensorRTPhase::kRUNTIME) return fromSerializedFields(*fc);  // all that enqueue needs)"},
    {"CK78",
     "the parser hands integers over as kINT32 and finds the creator by op type, version and "
     "namespace; else the model is refused",
     R"(IPluginV3* createPlugin(char const* name, PluginFieldCollection const* fc,
                        TensorRTPhase phase) noexcept override {
  float scale = 1.0F;
  for (int32_t i = 0; i < fc->nbFields; ++i) {
    PluginField const& field = fc->fields[i];
    if (field.name == nullptr || std::strcmp(field.name, "scale") != 0) continue;
    if (field.type != PluginFieldType::kFLOAT32 || field.length != 1 || field.data == nullptr) {
      return nullptr;
    }
    scale = *static_cast<float const*>(field.data);  // copied
  }
  return scale > 0 ? new (std::nothrow) Plugin(scale) : nullptr;
})"},
    {"CK79", "the parser compares the node's outputs with getNbOutputs",
     R"(int32_t getNbOutputs() const noexcept override { return 2; }  // the size tensor counts)"},
    {"CK80", "the tag says which class TensorRT casts to; a wrong one calls through another table",
     R"(class Plugin : public IPluginV2DynamicExt { /* getTensorRTVersion is inherited */ };)"},
    {"CK81", "TensorRT allocated getSerializationSize() bytes at any address", kV2Blob},
    {"CK82", "a plan may be truncated or come from another version", kV2Blob},
    {"CK83", "clones are made before initialize, and at once used for shapes and formats",
     R"(IPluginV3* clone() noexcept override {
  return new (std::nothrow) Plugin(*this);  // and its members copy what they own
})"},
    {"CK84", "execution contexts initialize and terminate in turn; what is left is lost for good",
     R"(int32_t initialize() noexcept override {
  return handle_ != nullptr || cublasCreate(&handle_) == CUBLAS_STATUS_SUCCESS ? 0 : 1;
}
void terminate() noexcept override {
  if (handle_ != nullptr) cublasDestroy(handle_);
  handle_ = nullptr;
}
void destroy() noexcept override { delete this; })"},
    {"CK85", "TensorRT 10 passes null handles unless a tactic source provides them",
     R"(void attachToContext(cudnnContext* cudnn, cublasContext* cublas,
                     IGpuAllocator*) noexcept override {
  cublas_ = cublas;  // may be null: a handle of our own is made in initialize
})"},
    {"CK86", "with dynamic shapes it comes before each enqueue",
     R"(int32_t configurePlugin(DynamicPluginTensorDesc const* in, int32_t,
                        DynamicPluginTensorDesc const*, int32_t) noexcept override {
  most_rows_ = in[0].max.d[0];  // overwritten by each call; desc.dims may hold -1
  return most_rows_ <= kMostRows ? 0 : 1;
})"},
    {"CK87", "the index is the caller's; what is read beyond the last output is foreign memory",
     R"(DataType getOutputDataType(int32_t index, DataType const* in, int32_t count) const noexcept override {
  return index == 0 && count > 0 ? in[0] : DataType::kFLOAT;
})"},
    {"CK88", "as for IPluginV3: TensorRT asks in an order of its own",
     R"(bool supportsFormatCombination(int32_t pos, PluginTensorDesc const* inOut, int32_t,
                               int32_t) noexcept override {
  PluginTensorDesc const& asked = inOut[pos];
  if (asked.format != TensorFormat::kLINEAR) return false;
  if (pos == 0) return asked.type == DataType::kFLOAT || asked.type == DataType::kHALF;
  return asked.type == inOut[0].type;  // what stands above pos is not looked at
})"},
    {"CK89", "weakly typed networks of TensorRT 8 and 10 offer FP32 first",
     R"(return inOut[pos].type == DataType::kFLOAT || inOut[pos].type == DataType::kHALF;)"},
    {"CK90", "the virtual tables of the generations differ: the first call goes astray",
     R"(g++ -shared -I TensorRT-11/include op.cpp -o libop_trt11.so   # one library a generation)"},
    {"CK91", "the user's process ends, with no word of which plugin it was",
     R"(int32_t onShapeChange(...) noexcept override {
  try {
    plan_.update(shape);
    return 0;
  } catch (std::exception const& error) {
    log(error.what());
    return 1;
  }
})"},
    {"CK92", "the builder or the server stands still, and nothing times it out",
     R"(for (int step = 0; step < kMostSteps; ++step) { ... }  // every loop has an end)"},
    {"CK93", "the process is ended by the system, others with it",
     R"(if (count < 0 || count > kMostElements) return 1;  // before allocating by a size from outside)"},
    {"CK94", "the creator that is listed last shadows the other; registerCreator refuses it",
     R"(char const* getPluginVersion() const noexcept override { return "2"; }  // the V3 one; V2 keeps "1")"},
    {"CK95", "the op fails where its documentation, or the model, says that it works",
     R"(attribute_options:
  stride: {min: "=1", max: "=4"}   # what createPlugin takes, no more and no less)"},
    {"CK96",
     "the engine works where it is built, and fails or computes something else once it is shipped",
     R"(nvinfer1::PluginFieldCollection const* getFieldsToSerialize() noexcept override {
  fields_ = {{"axis", &axis_, nvinfer1::PluginFieldType::kINT32, 1},
             {"channels", &channels_, nvinfer1::PluginFieldType::kINT32, 1}};  // from configurePlugin
  ...
})"},
    {"CK97",
     "another tensor changes, or the device stops with an illegal address; where depends on what "
     "lies there",
     R"(const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
if (i < count) y[i] = f(x[i]);  // the last block has threads to spare)"},
    {"CK98", "results change from run to run and from GPU to GPU",
     R"(tile[threadIdx.x] = x[i];
__syncthreads();
y[i] = tile[blockDim.x - 1 - threadIdx.x];)"},
    {"CK99", "results depend on what the memory held before, which differs in each engine",
     R"(const cudaError_t code = cudaMemsetAsync(workspace, 0, bytes, stream);  // before the kernel adds to it)"},
    {"CK100", "the kernel hangs, or threads go on with data that is not there yet",
     R"(const float value = i < count ? x[i] : 0.0F;  // no early return
const float sum = block_sum(value);           // holds __syncthreads()
if (i < count) y[i] = sum;)"},
};

}  // namespace

std::span<const Explanation> run_explanations() { return kExplanations; }

}  // namespace plugsmith::check
