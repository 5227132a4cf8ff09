// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "src/host/plugin_object.hpp"

// The IPluginV2 family is deprecated, but TensorRT 10 and 11 still run it.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace plugsmith::host {

/// The interface of the family that an object implements.
enum class V2Class { kV2, kExt, kIoExt, kDynamicExt };
const char* to_string(V2Class v2_class);  ///< "IPluginV2DynamicExt"

/// An object of the IPluginV2 family. What its interfaces share stands here; what they are asked
/// about shapes, formats and execution in V2DynamicObject and V2StaticObject.
class V2Object : public PluginObject {
 public:
  static constexpr char kTypesMethod[] = "getOutputDataType";

  /// Takes ownership of what a creator made, and learns its interface from getTensorRTVersion.
  /// Objects that were compiled for another generation are refused.
  static Result<std::unique_ptr<V2Object>> make(std::shared_ptr<HostState> state,
                                                nvinfer1::IPluginV2* plugin, std::string who,
                                                const V2Reference& reference);
  /// detachFromContext and terminate where they are due, then destroy.
  ~V2Object() override;

  V2Class v2_class() const { return class_; }
  const char* layer_kind() const override { return to_string(class_) + 1; }

  Result<PluginTriple> triple() override;
  /// getPluginType, which TensorRT asks at several points.
  Status ask_type();
  Result<std::unique_ptr<V2Object>> clone();
  /// What addPluginV2 does with the caller's object; the network's clone.
  Result<std::unique_ptr<V2Object>> enter_network();
  /// How often the network's object is asked for the types of all outputs.
  static std::int32_t type_rounds(std::int32_t /*outputs*/) { return 1; }

  Result<std::int32_t> output_count() override;
  Result<std::vector<nvinfer1::DataType>> output_types(
      const std::vector<nvinfer1::DataType>& inputs, std::int32_t outputs) override;
  Result<std::int32_t> combination_limit() override { return kCombinationLimit; }

  Status initialize();
  /// getSerializationSize and serialize, into memory of exactly that size between guards, all of it
  /// holding `poison` before.
  Result<std::vector<std::byte>> serialize(std::byte poison);
  /// attachToContext, where the interface has contexts.
  Status attach(ContextResources& resources);
  /// What ends a trial before its destruction: detachFromContext (which TensorRT calls again when
  /// the object dies) and terminate.
  Status end_timing();
  /// A clone, attached where the interface has contexts.
  Result<std::unique_ptr<PluginObject>> make_context_object(ContextResources& resources) override;

  Status find_reference() override { return Status::ok(); }
  bool has_reference() const override { return reference_.reference != nullptr; }
  Status expect_reference() override;

 protected:
  static constexpr std::int32_t kCombinationLimit = 100;

  V2Object(std::shared_ptr<HostState> state, nvinfer1::IPluginV2* plugin, std::string who,
           V2Class v2_class);
  nvinfer1::IPluginV2& plugin() const { return *plugin_; }
  std::int32_t call_reference(const RuntimePorts& ports, const EnqueueBuffers& buffers,
                              MessageBuffer message) override;

 private:
  nvinfer1::IPluginV2Ext& ext() const { return static_cast<nvinfer1::IPluginV2Ext&>(*plugin_); }
  static std::unique_ptr<V2Object> wrap(std::shared_ptr<HostState> state,
                                        nvinfer1::IPluginV2* plugin, std::string who,
                                        V2Class v2_class, const V2Reference& reference);

  nvinfer1::IPluginV2* plugin_;
  V2Class class_;
  V2Reference reference_;
  bool initialized_ = false;
  bool attached_ = false;
};

/// An IPluginV2DynamicExt.
class V2DynamicObject final : public V2Object {
 public:
  V2DynamicObject(std::shared_ptr<HostState> state, nvinfer1::IPluginV2* plugin, std::string who)
      : V2Object(std::move(state), plugin, std::move(who), V2Class::kDynamicExt) {}

  Result<OutputShapes> output_shapes(const std::vector<DimValues>& inputs,
                                     const ShapeInputs& shape_inputs,
                                     const std::vector<nvinfer1::DataType>& output_types) override;
  Result<bool> supports_format(std::int32_t position, const Ports& ports) override;
  Status configure(const Ports& ports) override;
  Result<std::int64_t> workspace_bytes(const Ports& ports) override;
  /// configurePlugin with one shape for min, opt and max.
  Status shape_changed(const RuntimePorts& ports) override;
  Status enqueue(const RuntimePorts& ports, const EnqueueBuffers& buffers) override;

 private:
  nvinfer1::IPluginV2DynamicExt& dynamic() const;
};

/// An IPluginV2, IPluginV2Ext or IPluginV2IOExt in a network of explicit batch: static shapes only.
/// The outermost dimension is its batch, which such plugins never see among their dims.
class V2StaticObject final : public V2Object {
 public:
  V2StaticObject(std::shared_ptr<HostState> state, nvinfer1::IPluginV2* plugin, std::string who,
                 V2Class v2_class)
      : V2Object(std::move(state), plugin, std::move(who), v2_class) {}

  Result<OutputShapes> output_shapes(const std::vector<DimValues>& inputs,
                                     const ShapeInputs& shape_inputs,
                                     const std::vector<nvinfer1::DataType>& output_types) override;
  /// The older two know one format for all floating-point ports; other types are linear.
  Result<bool> supports_format(std::int32_t position, const Ports& ports) override;
  Status configure(const Ports& ports) override;
  Result<std::int64_t> workspace_bytes(const Ports& ports) override;
  /// Nothing: these interfaces are configured while the engine is built.
  Status shape_changed(const RuntimePorts& ports) override;
  Status enqueue(const RuntimePorts& ports, const EnqueueBuffers& buffers) override;

 private:
  nvinfer1::IPluginV2IOExt& io_ext() const;
  Result<std::int64_t> batch_of(const std::vector<DimValues>& inputs) const;
  Result<bool> supports_one_format(std::int32_t position, const Ports& ports);
  Status configure_with_format(const Ports& ports, std::int32_t batch);
  Status configure_ext(const Ports& ports, std::int32_t batch);
};

}  // namespace plugsmith::host

#pragma GCC diagnostic pop
