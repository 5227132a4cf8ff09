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

/// Everything a V3 plugin object does, without its virtual table: the shells in v3_plugin.hpp are
/// one line per method over it. Methods take what TensorRT's methods of the same name take and
/// return Status. One object serves one thread at a time.
class V3Core {
 public:
  /// Takes the op, configured and validated. `name_space` is the creator's.
  V3Core(std::unique_ptr<AnyOp> op, std::string name_space);
  /// The op, its tactic and its configuration; not the state of an execution context.
  V3Core(const V3Core& other);
  V3Core& operator=(const V3Core&) = delete;
  ~V3Core();

  const OpTraits& traits() const { return op_->traits(); }
  const AnyOp& op() const { return *op_; }
  const std::string& name_space() const { return name_space_; }
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
  Status output_shapes(const ShapeArguments& arguments, nvinfer1::IExprBuilder& builder) const;
  Status supports_format(std::int32_t pos, nvinfer1::DynamicPluginTensorDesc const* in_out,
                         std::int32_t inputs, std::int32_t outputs, bool& supported) const;
  Status configure(const DynamicIo& io);
  Result<std::int64_t> workspace_bytes(const DynamicIo& io) const;
  std::int32_t aliased_input(std::int32_t output) const;

  Status set_tactic(std::int32_t tactic);
  /// Opens the state first if a device will be used and this is the context's first shape, or its
  /// first one with these types and formats.
  Status shape_changed(const StaticIo& io);
  Status enqueue(nvinfer1::PluginTensorDesc const* in, nvinfer1::PluginTensorDesc const* out,
                 const Memory& memory);
  Status reference(nvinfer1::PluginTensorDesc const* in, nvinfer1::PluginTensorDesc const* out,
                   void const* const* inputs, void* const* outputs);
  /// From now on only reference() computes: no device is touched.
  void expect_reference() { reference_only_ = true; }
  nvinfer1::PluginFieldCollection const* fields_to_serialize();

 private:
  Status check_counts(const char* method, std::int32_t inputs, std::int32_t outputs) const;
  void bind(nvinfer1::PluginTensorDesc const* in, nvinfer1::PluginTensorDesc const* out,
            void const* const* inputs, void* const* outputs);
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
