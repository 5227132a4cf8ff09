// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInfer.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/check/any_plugin.hpp"
#include "src/check/subject.hpp"

namespace plugsmith::check {

// The IPluginV2 classes are deprecated; plugins of them have to be checked all the same.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
using PluginV2 = nvinfer1::IPluginV2;
using PluginV2Ext = nvinfer1::IPluginV2Ext;
using PluginV2IOExt = nvinfer1::IPluginV2IOExt;
using PluginV2DynamicExt = nvinfer1::IPluginV2DynamicExt;
using CreatorV1 = nvinfer1::IPluginCreator;

/// The classes of the family; the value is the top byte of getTensorRTVersion.
enum class V2Class { kV2 = 0, kExt = 1, kIOExt = 2, kDynamicExt = 3 };
const char* to_string(V2Class level);  ///< "IPluginV2", "IPluginV2Ext", ...

/// The TensorRT generation in a version of its headers: 8 of 8601, 10 of 100600.
std::int32_t generation_of(std::int32_t header_version);

/// A plugin of the IPluginV2 family. Its destructor calls destroy().
class V2Plugin final : public AnyPlugin {
 public:
  /// Takes ownership; asks for getTensorRTVersion.
  V2Plugin(std::shared_ptr<host::HostState> state, PluginV2* plugin, std::string name);
  ~V2Plugin() override;

  PluginV2* raw() const { return plugin_; }
  std::int32_t version() const { return version_; }  ///< of the headers it was compiled with
  std::int32_t tag() const { return tag_; }          ///< top byte of getTensorRTVersion
  /// By its run-time type; nothing where the library has none.
  std::optional<V2Class> own_class() const { return own_class_; }
  V2Class level() const { return level_; }
  bool is_dynamic() const { return level_ == V2Class::kDynamicExt; }

  std::unique_ptr<V2Plugin> clone() const;  ///< null if the plugin's is, or is the object itself
  /// attachToContext without cuDNN and cuBLAS; nothing for a plain IPluginV2.
  void attach(nvinfer1::IGpuAllocator* allocator = nullptr) const;
  void detach() const;
  std::string type() const;  ///< getPluginType and the others: "(null)" for null
  std::string version_text() const;
  std::string name_space() const;

  MethodNames methods() const override { return {"getOutputDataType", "getOutputDimensions"}; }
  std::string unbuildable() const override;
  std::unique_ptr<AnyPlugin> copy() const override { return clone(); }
  /// One field with the serialized bytes. Only a configured object has any that mean something.
  Result<std::vector<host::FieldValue>> state() const override;
  std::int32_t output_count() const override;
  TypesAnswer types(const std::vector<nvinfer1::DataType>& inputs,
                    std::int32_t outputs) const override;
  ShapesAnswer shapes(const std::vector<host::DimValues>& inputs,
                      const std::vector<std::int32_t>& shape_elements,
                      const std::vector<nvinfer1::DataType>& types) const override;
  bool supports(std::int32_t position, const host::Ports& ports) const override;
  std::int32_t combination_limit() const override { return 100; }  // fixed, contract G24
  std::int32_t configure(const host::Ports& ports) const override;
  std::size_t workspace(const host::Ports& ports) const override;
  std::size_t batch_workspace(std::int32_t batch) const;
  std::int32_t tactic_count() const override { return 0; }

 private:
  template <class Level>
  Level* as() const {
    return static_cast<Level*>(plugin_);
  }
  ShapesAnswer static_shapes(const std::vector<host::DimValues>& inputs, std::size_t outputs) const;
  void configure_static(const host::Ports& ports) const;

  PluginV2* plugin_;
  std::int32_t version_ = 0, tag_ = 0;
  std::optional<V2Class> own_class_;
  V2Class level_ = V2Class::kV2;
};

/// The largest batch that plugins without dynamic shapes are told.
inline constexpr std::int32_t kMostBatch = 4;

std::unique_ptr<AnyPlugin> make_v2(const Subject& subject,
                                   const nvinfer1::PluginFieldCollection& fields);
/// deserializePlugin, null if it refuses.
std::unique_ptr<V2Plugin> deserialize(const Subject& subject, const void* data, std::size_t bytes);
const nvinfer1::PluginFieldCollection* v2_field_names(const Subject& subject);
/// make() of a subject that is_v2().
std::unique_ptr<V2Plugin> make_v2(const Subject& subject);
/// The same, configured for the subject's case if that is kNegotiated, as TensorRT does before it
/// serializes.
std::unique_ptr<V2Plugin> make_configured_v2(const Subject& subject);
#pragma GCC diagnostic pop

}  // namespace plugsmith::check
