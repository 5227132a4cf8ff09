// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "NvInferRuntimePlugin.h"

namespace nvinfer1 {

class IPluginRegistry {
 public:
#if NV_TENSORRT_MAJOR >= 8
  using PluginLibraryHandle = void*;
#endif
  virtual bool registerCreator(IPluginCreator& creator,
                               AsciiChar const* pluginNamespace) noexcept = 0;
  virtual IPluginCreator* const* getPluginCreatorList(std::int32_t* numCreators) const noexcept = 0;
  virtual IPluginCreator* getPluginCreator(AsciiChar const* pluginName,
                                           AsciiChar const* pluginVersion,
                                           AsciiChar const* pluginNamespace = "") noexcept = 0;

 protected:
  virtual ~IPluginRegistry() noexcept {}

 public:
  virtual void setErrorRecorder(IErrorRecorder* recorder) noexcept = 0;
  virtual IErrorRecorder* getErrorRecorder() const noexcept = 0;
#if NV_TENSORRT_MAJOR >= 8
  virtual bool deregisterCreator(IPluginCreator const& creator) noexcept = 0;
  virtual bool isParentSearchEnabled() const = 0;
  virtual void setParentSearchEnabled(bool const enabled) = 0;
  virtual PluginLibraryHandle loadLibrary(AsciiChar const* pluginPath) noexcept = 0;
  virtual void deregisterLibrary(PluginLibraryHandle handle) noexcept = 0;
#endif
};

}  // namespace nvinfer1

extern "C" nvinfer1::IPluginRegistry* getPluginRegistry() noexcept;

namespace nvinfer1 {

/// Registers a creator of class T, in the namespace "", while its library loads.
template <typename T>
class PluginRegistrar {
 public:
  PluginRegistrar() { getPluginRegistry()->registerCreator(instance_, ""); }

 private:
  T instance_{};
};

}  // namespace nvinfer1

#define REGISTER_TENSORRT_PLUGIN(name) \
  static nvinfer1::PluginRegistrar<name> pluginRegistrar##name {}
