// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInfer.h>

#include <memory>

#include "src/trt/fidelity/behaviour.hpp"

namespace plugsmith::fidelity {

/// What a probe's enqueue needs of the memory that it gets. Null pointers: host memory.
struct Device {
  void (*copy)(void* target, const void* source, std::size_t bytes, cudaStream_t stream) = nullptr;
  void (*synchronize)(cudaStream_t stream) = nullptr;
  void (*allocate)() = nullptr;
};

/// What all plugins of one probe creator share; outlives them.
struct ProbeState {
  Behaviour behaviour;
  Device device;
  int alive = 0;
  int faulty_calls = 0;  ///< of the faulty method, so far
  bool v2 = false;

  /// Whether this call of `fault`'s method is to fail. Counts the call.
  bool fails(Fault fault) {
    return behaviour.fault == fault && ++faulty_calls >= behaviour.fault_from_call;
  }
  bool accepts(int position, DataType type, TensorFormat format, DataType first_type,
               TensorFormat first_format);
  std::size_t workspace_bytes(std::int32_t tactic);
  /// What every enqueue does: writes the sizes, and misbehaves as told. Returns enqueue's code.
  std::int32_t enqueue(nvinfer1::PluginTensorDesc const* out, void* const* outputs,
                       cudaStream_t stream);
};

/// A creator "Probe", version "1", with one field "target", written without Plugsmith as its user
/// would write it. Plugins are IPluginV3 or IPluginV2DynamicExt. `state` outlives it.
std::unique_ptr<nvinfer1::IPluginCreatorInterface> make_probe_v3(ProbeState& state);
std::unique_ptr<nvinfer1::IPluginCreatorInterface> make_probe_v2(ProbeState& state);

}  // namespace plugsmith::fidelity
