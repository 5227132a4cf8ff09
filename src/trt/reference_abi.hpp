// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>
#include <NvInferVersion.h>

#include <cstdint>

// How a host reaches the CPU reference of an op that was built with Plugsmith. This file is the one
// place that declares it; a library says that it speaks this by exporting `plugsmithAbi`.

namespace plugsmith::trt {

/// `extern "C" std::int32_t plugsmithAbi()` returns generation * 1000 + kReferenceAbi,
/// e.g. 10001 for a library built for TensorRT 10.
inline constexpr std::int32_t kReferenceAbi = 1;

#if NV_TENSORRT_MAJOR >= 10
/// Capability type to ask `IPluginV3::getCapabilityInterface` for. Ask only libraries that export
/// `plugsmithAbi`: other plugins may not expect a value outside the enumeration.
inline constexpr auto kReferenceCapability =
    static_cast<nvinfer1::PluginCapabilityType>(0x50534D31);

/// The capability: computes the op on the CPU with host pointers.
class IReferenceCapability : public nvinfer1::IPluginCapability {
 public:
  nvinfer1::InterfaceInfo getInterfaceInfo() const noexcept override {
    return nvinfer1::InterfaceInfo{"PLUGSMITH_REFERENCE", 1, 0};
  }

  /// Tells an object made by attachToContext that only reference() will compute: it then touches no
  /// device in onShapeChange. Call it right after attachToContext.
  virtual void expect_reference() noexcept = 0;

  /// Same arguments as IPluginV3OneRuntime::enqueue, with host memory and no stream. Dimensions in
  /// the descriptors are concrete except those of data-dependent outputs (-1), whose buffers hold
  /// the upper bound. Writes a NUL-terminated sentence of at most `message_bytes` into `message` on
  /// failure. Returns 0 on success, else a plugsmith::StatusCode. Never throws.
  virtual std::int32_t reference(nvinfer1::PluginTensorDesc const* input_desc,
                                 nvinfer1::PluginTensorDesc const* output_desc,
                                 void const* const* inputs, void* const* outputs, char* message,
                                 std::int32_t message_bytes) noexcept = 0;
};
#endif

/// Plugins of the IPluginV2 family have no capabilities, so a library with creators of kind
/// IPluginCreator exports two functions for all of them. `plugin` is an IPluginV2* that such a
/// creator made or that was cloned from one, as void*: convert it to IPluginV2* and nothing else.
///
/// `extern "C" std::int32_t plugsmithReference(...)`: what reference() above does, with the same
/// arguments behind the plugin. All dimensions are concrete.
inline constexpr char kReferenceV2Symbol[] = "plugsmithReference";
using ReferenceV2 = std::int32_t (*)(void* plugin, nvinfer1::PluginTensorDesc const* input_desc,
                                     nvinfer1::PluginTensorDesc const* output_desc,
                                     void const* const* inputs, void* const* outputs, char* message,
                                     std::int32_t message_bytes);

/// `extern "C" void plugsmithExpectReference(void* plugin)`: what expect_reference() above does.
/// Called on the clone that an execution context owns, after attachToContext and before
/// configurePlugin. No device may be touched by initialize, clone and attachToContext.
inline constexpr char kExpectReferenceV2Symbol[] = "plugsmithExpectReference";
using ExpectReferenceV2 = void (*)(void* plugin);

/// Optional export `extern "C" char const* plugsmithPatterns(char const* op_name)`: the subgraphs
/// that the op replaces, as ONNX functions in ONNX's text form, one after the other, or null.
inline constexpr char kPatternsSymbol[] = "plugsmithPatterns";

/// Optional export `extern "C" char const* plugsmithPorts(char const* op_name)`: what the op says
/// of its ports, or null. One line a port, in the op's order, each five words with one blank
/// between them and a newline behind:
///
///   name kind rank types domain
///
/// kind is in, optional_in, inout_required, inout_preferred, host_input, out or size_out; rank is N
/// or MIN..MAX; types are names such as float32 or int64, with commas between them; domain is `-`,
/// or the values that the port takes, from LOW up to but without HIGH, as LOW..HIGH, where HIGH is
/// a number, the dimension PORT[AXIS] of another port, or the product PORT[AXIS][AXIS] of two of
/// its dimensions. For example
///
///   rows in 1 int32,int64 0..table[0]
///
/// Then the format table, four words for each row and port: `row 0 x float32:kLINEAR,int8:kCHW32`;
/// `=x` for the type and format of port x, `=x:kLINEAR` for its type in one of these formats.
inline constexpr char kPortsSymbol[] = "plugsmithPorts";
inline constexpr char kAbiSymbol[] = "plugsmithAbi";

}  // namespace plugsmith::trt
