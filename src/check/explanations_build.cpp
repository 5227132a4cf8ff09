// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/explanation.hpp"

// CK28 to CK57: shapes, formats, configuration, tactics, contexts.

namespace plugsmith::check {
namespace {

constexpr char kShapes[] =
    R"(int32_t getOutputShapes(DimsExprs const* inputs, int32_t, DimsExprs const*, int32_t,
                        DimsExprs* outputs, int32_t, IExprBuilder& builder) noexcept override {
  outputs[0].nbDims = 2;
  outputs[0].d[0] = inputs[0].d[0];
  outputs[0].d[1] = builder.operation(DimensionOperation::kPROD, *inputs[0].d[1],
                                      *builder.constant(2));
  return 0;
})";

constexpr char kSizeTensor[] = R"(auto* upper = inputs[0].d[0];
auto* opt = builder.operation(DimensionOperation::kCEIL_DIV, *upper, *builder.constant(2));
auto* found = builder.declareSizeTensor(1, *opt, *upper);  // output 1: a scalar INT64
outputs[0].nbDims = 1;
outputs[0].d[0] = found;
outputs[1].nbDims = 0;)";

constexpr char kFormats[] =
    R"(bool supportsFormatCombination(int32_t pos, DynamicPluginTensorDesc const* inOut, int32_t,
                               int32_t) noexcept override {
  PluginTensorDesc const& asked = inOut[pos].desc;
  if (asked.format != TensorFormat::kLINEAR) return false;
  if (pos == 0) return asked.type == DataType::kFLOAT || asked.type == DataType::kHALF;
  return asked.type == inOut[0].desc.type;  // what stands above pos is not looked at
})";

constexpr char kConfigure[] = R"(int32_t configurePlugin(DynamicPluginTensorDesc const* in, int32_t,
                        DynamicPluginTensorDesc const*, int32_t) noexcept override {
  most_rows_ = in[0].max.d[0];  // overwritten by each call; desc.dims may hold -1
  return most_rows_ <= kMostRows ? 0 : 1;
})";

constexpr char kWorkspace[] =
    R"(size_t getWorkspaceSize(DynamicPluginTensorDesc const* inputs, int32_t,
                        DynamicPluginTensorDesc const*, int32_t) const noexcept override {
  size_t bytes = sizeof(float);
  for (int32_t i = 0; i < inputs[0].max.nbDims; ++i) bytes *= size_t(inputs[0].max.d[i]);
  return bytes;
})";

constexpr char kTactics[] = R"(int32_t getNbTactics() noexcept override { return 2; }
int32_t getValidTactics(int32_t* tactics, int32_t count) noexcept override {
  for (int32_t i = 0; i < count; ++i) tactics[i] = i + 1;
  return 0;
}
int32_t setTactic(int32_t tactic) noexcept override {
  if (tactic < 0 || tactic > 2) return 1;
  tactic_ = tactic;
  return 0;
})";

constexpr Explanation kExplanations[] = {
    {"CK28",
     "TensorRT reads every entry; 10.6 takes an output that is not written for a scalar, without "
     "an error; a null dimension is followed",
     kShapes},
    {"CK29", "the builder and its expressions die with the call; a kept pointer is freed memory",
     kShapes},
    {"CK30",
     "in networks with dynamic shapes a dimension has no value; INT64_MIN would be computed with",
     kShapes},
    {"CK31",
     "a negative or overflowing size fails when the network is run, for one shape among many",
     R"(auto* less = builder.operation(DimensionOperation::kSUB, *inputs[0].d[1], *builder.constant(2));
outputs[0].d[1] = builder.operation(DimensionOperation::kMAX, *less, *builder.constant(0));)"},
    {"CK32",
     "later layers are built for the shape that is promised here, the kernel writes another",
     kShapes},
    {"CK33", "TensorRT allocates by the upper bound and reads the real size from the scalar output",
     kSizeTensor},
    {"CK34",
     "a size that only the data know cannot be computed from the inputs' shapes: the output would "
     "be too small",
     kSizeTensor},
    {"CK35",
     "the number of elements is the model's, not the plugin's; reading more of them is reading "
     "foreign memory",
     R"(if (nbShapeInputs != 1 || shapeInputs[0].nbDims != 4) return 1;)"},
    {"CK36", "TensorRT asks in an order of its own, more than once and on several clones",
     kFormats},
    {"CK37", "entries above pos are not set yet when the question is asked", kFormats},
    {"CK38", "without an answer for the last position no combination is ever complete", kFormats},
    {"CK39", "the builder ends with \"could not find any supported formats\"", kFormats},
    {"CK40",
     "the types that were inferred must be those of the format, or no combination fits the network",
     kFormats},
    {"CK41", "such a pair is never offered, so that the yes hides a mistake in the condition",
     kFormats},
    {"CK42", "TensorRT puts reformatting layers around the op where neighbours are linear",
     kFormats},
    {"CK43",
     "combinations behind the limit are dropped, without an error; 10.6 keeps one more than it "
     "says",
     R"(int32_t getFormatCombinationLimit() noexcept override { return 200; })"},
    {"CK44",
     "configurePlugin is called many times, in the build with -1 in desc.dims; leftovers of an "
     "earlier call win",
     kConfigure},
    {"CK45", "TensorRT reports a code; a crash says nothing", kConfigure},
    {"CK46",
     "the workspace is allocated once for the largest shapes; one that is too small is overrun by "
     "enqueue",
     kWorkspace},
    {"CK47",
     "without override the V2 signature is another function: TensorRT calls the base, which "
     "returns 0",
     kWorkspace},
    {"CK48", "TensorRT allocated exactly that many; writing more overruns its memory", kTactics},
    {"CK49",
     "an unknown tactic comes from a timing cache of another build: running it is undefined",
     kTactics},
    {"CK50", "the timed tactic is not the one that runs",
     R"(Plugin(Plugin const& other) : scale_(other.scale_), tactic_(other.tactic_) {})"},
    {"CK51", "the timing cache hands the tactic of one plugin to another that has the same id",
     R"(// Made once from the attributes.
timing_cache_id_ = "scale=" + std::to_string(scale_);)"},
    {"CK52", "the text is read after the call",
     R"(char const* getMetadataString() noexcept override { return metadata_.c_str(); }  // a member)"},
    {"CK53", "the two share memory: another type, format or size overruns it",
     R"(int32_t getAliasedInput(int32_t output) noexcept override { return output == 0 ? 0 : -1; })"},
    {"CK54", "TensorRT may pass different buffers although aliasing was offered",
     R"(if (out[0] != in[0]) cudaMemcpyAsync(out[0], in[0], bytes, cudaMemcpyDeviceToDevice, stream);)"},
    {"CK55",
     "on a null 10.6 ends the process while it builds, and fails each enqueueV3 later; contexts "
     "that share one object overwrite each other's state",
     R"(IPluginV3* attachToContext(IPluginResourceContext* context) noexcept override {
  return clone();  // context and what it gives may be null: test before use
})"},
    {"CK56",
     "an unreleased resource is never freed, one that is released twice is freed under others",
     R"(~Plugin() { if (weights_ != nullptr) registry->releasePluginResource("weights"); })"},
    {"CK57", "onShapeChange comes before each new shape, for as long as the process lives",
     R"(int32_t onShapeChange(PluginTensorDesc const* in, int32_t, PluginTensorDesc const*,
                      int32_t) noexcept override {
  rows_ = in[0].dims.d[0];  // replaced, nothing is added
  return 0;
})"},
};

}  // namespace

std::span<const Explanation> build_explanations() { return kExplanations; }

}  // namespace plugsmith::check
