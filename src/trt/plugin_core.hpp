// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "plugsmith/any_op.hpp"
#include "src/trt/shared_weights.hpp"

namespace plugsmith::trt {

/// Everything a plugin object does, without its virtual table: the shells in v3_plugin.hpp and
/// v2_plugin.hpp are one line per method over it. Methods take what TensorRT's methods of the same
/// name take and return Status. One object serves one thread at a time.
class PluginCore {
 public:
  /// Takes the op, configured and validated. `name_space` is the creator's.
  PluginCore(std::unique_ptr<AnyOp> op, std::string name_space);
  /// The op, its tactic and its configuration; not the state of an execution context.
  PluginCore(const PluginCore& other);
  PluginCore& operator=(const PluginCore&) = delete;
  ~PluginCore();

  const OpTraits& traits() const { return op_->traits(); }
  const AnyOp& op() const { return *op_; }
  const std::string& name_space() const { return name_space_; }
  void set_name_space(std::string name_space) { name_space_ = std::move(name_space); }
  const std::string& timing_cache_id() const { return timing_cache_id_; }
  const std::vector<std::int32_t>& valid_tactics() const { return valid_tactics_; }

  /// Descriptors of one call.
  template <class Desc>
  struct Io {
    Desc const* in;
    std::int32_t inputs;
    Desc const* out;
    std::int32_t outputs;
  };
  using DynamicIo = Io<nvinfer1::DynamicPluginTensorDesc>;
  using StaticIo = Io<nvinfer1::PluginTensorDesc>;
  struct ShapeArguments {
    nvinfer1::DimsExprs const* in;
    std::int32_t inputs;
    nvinfer1::DimsExprs const* shape_inputs;
    std::int32_t shape_input_count;
    nvinfer1::DimsExprs* out;
    std::int32_t outputs;
  };
  struct Memory {
    void const* const* inputs;
    void* const* outputs;
    void* workspace;
    Stream stream;
  };

  Status output_types(nvinfer1::DataType* out, std::int32_t outputs, nvinfer1::DataType const* in,
                      std::int32_t inputs) const;
  /// The type of one output. A weakly typed network offers kFLOAT where it may later choose another
  /// precision: an op that takes no kFLOAT answers for the first one that it takes.
  Status output_type(nvinfer1::DataType& out, std::int32_t index, nvinfer1::DataType const* in,
                     std::int32_t inputs) const;
  Status check_output(const char* method, std::int32_t index) const;
  Status output_shapes(const ShapeArguments& arguments, nvinfer1::IExprBuilder& builder) const;
  /// `Desc` is PluginTensorDesc (V2) or DynamicPluginTensorDesc (V3).
  template <class Desc>
  Status supports_format(std::int32_t pos, Desc const* in_out, std::int32_t inputs,
                         std::int32_t outputs, bool& supported) const;
  Status configure(const DynamicIo& io);
  /// By the largest shapes of the profile and the tactic in force (V3), or by descriptors that hold
  /// them, for whatever tactic (V2, which has none).
  Result<std::int64_t> workspace_bytes(const DynamicIo& io) const;
  Result<std::int64_t> workspace_bytes(const StaticIo& io) const;
  std::int32_t aliased_input(std::int32_t output) const;

  Status set_tactic(std::int32_t tactic);
  /// Opens the state first if a device will be used and this is the context's first shape, or its
  /// first one with these types and formats.
  Status shape_changed(const StaticIo& io);
  Status enqueue(nvinfer1::PluginTensorDesc const* in, nvinfer1::PluginTensorDesc const* out,
                 const Memory& memory);
  Status reference(nvinfer1::PluginTensorDesc const* in, nvinfer1::PluginTensorDesc const* out,
                   void const* const* inputs, void* const* outputs);
  /// Gives back what the execution context held: the state and the weights on the device.
  void close();
  /// reference() as it crosses the ABI (see reference_abi.hpp): a code, and the sentence in
  /// `message`.
  std::int32_t reference_code(nvinfer1::PluginTensorDesc const* in,
                              nvinfer1::PluginTensorDesc const* out, const Memory& memory,
                              char* message, std::int32_t message_bytes) noexcept;
  /// From now on only reference() computes: no device is touched.
  void expect_reference() { reference_only_ = true; }
  /// What an engine keeps of the op.
  std::vector<FieldData> engine_fields() const;
  nvinfer1::PluginFieldCollection const* fields_to_serialize();

 private:
  Status check_counts(const char* method, std::int32_t inputs, std::int32_t outputs) const;
  void bind(nvinfer1::PluginTensorDesc const* in, nvinfer1::PluginTensorDesc const* out,
            void const* const* inputs, void* const* outputs);
  Status check_position(std::int32_t pos, std::int32_t inputs, std::int32_t outputs) const;
  Result<std::int64_t> scratch_bytes(Tactic tactic, const Tensors& largest) const;
  Tensors tensors() const;
  TensorContext::Environment environment() const;
  Status choose_present_tactic();
  Status open_state();
  Status copy_inputs_to_outputs(Stream stream) const;

  std::unique_ptr<AnyOp> op_;
  const FormatTableView& table_;
  RowSelection rows_;
  std::string name_space_;
  std::string timing_cache_id_;
  std::int32_t requested_tactic_ = 0;
  Tactic tactic_;
  std::vector<std::int32_t> valid_tactics_;

  std::vector<FieldData> stored_;
  std::vector<nvinfer1::PluginField> stored_fields_;
  nvinfer1::PluginFieldCollection collection_{};

  bool reference_only_ = false;
  std::int32_t input_count_;
  std::vector<ConstTensorView> inputs_;
  std::vector<TensorView> outputs_;
  ScratchLayout scratch_;
  std::vector<std::pair<DataType, TensorFormat>> opened_for_;  ///< types and formats of state_
  // The weights outlive the state that points at them.
  std::unique_ptr<SharedWeights> weights_;
  std::unique_ptr<AnyState> state_;
};

}  // namespace plugsmith::trt
