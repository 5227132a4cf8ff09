// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "src/host/build_phase.hpp"
#include "src/host/device_run.hpp"
#include "src/host/reformat.hpp"
#include "src/host/workspace.hpp"

namespace plugsmith::host {

/// The memory of one run: the caller's linear tensors as the plugin sees them, in the engine's
/// formats. Linear tensors are used in place.
class RunBuffers {
 public:
  /// `data` must outlive this.
  explicit RunBuffers(const EngineData& data) : data_(data) {}

  /// `upper`: dims of all ports, data-dependent ones at their upper bound. The pointers of `inputs`
  /// and `outputs` must stay valid.
  Status prepare(const std::vector<ConstTensor>& inputs, const std::vector<DimValues>& upper,
                 const std::vector<MutableTensor>& outputs, std::int64_t workspace_bytes);

  const EnqueueBuffers& pointers() const { return pointers_; }
  const std::vector<DimValues>& input_dims() const { return input_dims_; }
  std::int64_t output_bytes(std::size_t output) const { return outputs_[output].layout.bytes(); }

  /// The same memory, port by port: inputs, then outputs.
  std::vector<PortMemory> memory() const;

  /// With watch_inputs: an error that names the first input which the plugin wrote although no
  /// output aliases it.
  Status check_inputs_are_unchanged() const;
  /// What the plugin wrote into its size tensors; 0 for other outputs.
  Result<DimValues> read_sizes() const;
  /// Replaces the upper bound by the real dims of a data-dependent output.
  Status set_real_dims(std::size_t output, const DimValues& dims);
  /// Copies formatted outputs back and tells the caller the dims.
  void deliver(std::vector<MutableTensor>& outputs) const;

 private:
  struct Port {
    DimValues dims;
    TensorLayout layout;
    std::vector<std::byte> memory;  ///< empty: the caller's memory is used
    void* data = nullptr;
  };
  Result<Port> make_port(TensorFormat format, DataType type, const DimValues& dims,
                         const std::string& name) const;
  void keep_copies();
  Status prepare_input(std::size_t index, const ConstTensor& tensor, const DimValues& dims);
  Status prepare_output(std::size_t index, const MutableTensor& tensor, const DimValues& dims);

  const EngineData& data_;
  std::vector<DimValues> input_dims_;
  std::vector<Port> inputs_, outputs_;
  std::vector<std::vector<std::byte>> copies_;  ///< of watched inputs
  std::optional<Workspace> workspace_;
  EnqueueBuffers pointers_;
};

}  // namespace plugsmith::host
