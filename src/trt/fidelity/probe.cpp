// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/fidelity/probe.hpp"

#include <algorithm>
#include <cstring>

namespace plugsmith::fidelity {

bool ProbeState::accepts(int position, DataType type, TensorFormat format, DataType first_type,
                         TensorFormat first_format) {
  if (behaviour.fault == Fault::kFormatsByCallCount) return ++faulty_calls % 2 == 1;
  if (behaviour.alike && position > 0 && (type != first_type || format != first_format)) {
    return false;
  }
  return std::any_of(behaviour.accepts.begin(), behaviour.accepts.end(), [&](const Accepted& a) {
    return (a.position < 0 || a.position == position) && a.type.value_or(type) == type &&
           a.format.value_or(format) == format;
  });
}

std::size_t ProbeState::workspace_bytes(std::int32_t tactic) {
  if (fails(Fault::kWorkspace)) return std::size_t{1} << 50;
  const auto& tactics = behaviour.tactics;
  const auto found = std::find(tactics.begin(), tactics.end(), tactic);
  const auto index = static_cast<std::size_t>(found - tactics.begin());
  const auto& bytes = behaviour.workspace_bytes;
  return static_cast<std::size_t>(index < bytes.size() ? bytes[index] : bytes.back());
}

std::int32_t ProbeState::enqueue(nvinfer1::PluginTensorDesc const* out, void* const* outputs,
                                 cudaStream_t stream) {
  if (fails(Fault::kEnqueue)) return 1;
  for (std::size_t i = 0; i < behaviour.outputs.size(); ++i) {
    if (behaviour.outputs[i].shape != OutputShape::kSizeTensor) continue;
    const std::size_t bytes = out[i].type == nvinfer1::DataType::kINT64 ? 8 : 4;
    if (device.copy != nullptr) {
      device.copy(outputs[i], &behaviour.rows_found, bytes, stream);
    } else {
      std::memcpy(outputs[i], &behaviour.rows_found, bytes);
    }
  }
  if (behaviour.enqueue == Enqueue::kSynchronizes && device.synchronize != nullptr) {
    device.synchronize(stream);
  }
  if (behaviour.enqueue == Enqueue::kAllocates && device.allocate != nullptr) device.allocate();
  return 0;
}

}  // namespace plugsmith::fidelity
