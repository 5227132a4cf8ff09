// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "src/trt/engine/tensorrt.hpp"

namespace plugsmith::trt {

/// Puts a library's creators into TensorRT's registry: as `how` says if it exports getCreators;
/// else by those of `init_functions` (names of init*Plugins) that it exports; else it must have
/// registered itself while it was loaded. The library stays loaded. Invalid argument where the file
/// is no plugin library or the registry refuses it, unsupported where a dependency is missing.
Status load_plugin_library(TensorRt& tensorrt, const std::string& path,
                           const std::vector<std::string>& init_functions,
                           LoadAs how = LoadAs::kCreators);

/// NVIDIA's own plugins: libnvinfer_plugin.so.N, which lies where libnvinfer lies.
Status load_standard_plugins(TensorRt& tensorrt);

/// Those in the registry now, each once.
std::vector<nvinfer1::IPluginCreatorInterface*> registered_creators(const TensorRt& tensorrt);

/// A creator's kind by its getInterfaceInfo(): exactly one is not null, or none for a kind that
/// neither addPluginV3 nor addPluginV2 takes.
struct CreatorKinds {
  nvinfer1::IPluginCreatorV3One* v3 = nullptr;
  nvinfer1::IPluginCreator* v1 = nullptr;
};
CreatorKinds kinds_of(nvinfer1::IPluginCreatorInterface& creator);

/// The creator of that name, version and namespace, or null.
nvinfer1::IPluginCreatorInterface* find_creator(const TensorRt& tensorrt, const std::string& name,
                                                const std::string& version,
                                                const std::string& name_space);

}  // namespace plugsmith::trt
