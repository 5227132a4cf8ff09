// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <cstdint>

#include "src/trt/deprecated.hpp"

// What the generated entry points of a plugin library call (see cmake/plugin_library.cmake).

PLUGSMITH_BEGIN_V2
namespace plugsmith::trt {

/// What the registry of this generation takes.
#if NV_TENSORRT_MAJOR >= 10
using AnyCreator = nvinfer1::IPluginCreatorInterface;
#else
using AnyCreator = nvinfer1::IPluginCreator;
#endif

/// The interfaces that a library offers its ops by. Defined in the generated entry points. V3
/// stands first. A V2 beside a V3, here or in a library of the same ops, has another version (the
/// op's with v2_suffix behind), since one triple twice would shadow.
struct LibraryForms {
  bool v3, v2;
  const char* v2_suffix;
};
LibraryForms library_forms();

/// The list for getCreators (getPluginCreators before TensorRT 10): the same pointers on every
/// call, owned by the library. None, and one line on stderr, in a process that runs another
/// generation of TensorRT. Says which ops have no form here.
AnyCreator* const* library_creators(std::int32_t& count) noexcept;

/// Body of init<Library>Plugins: registers every creator with the process's registry under
/// `name_space`, or under the ops' own where that is null or empty. Repeats are harmless. `logger`
/// is an nvinfer1::ILogger of this generation, or null. False when something was not registered.
bool register_library(void* logger, char const* name_space) noexcept;

/// Body of plugsmithPatterns.
char const* library_patterns(char const* op_name) noexcept;
/// Body of plugsmithPorts.
char const* library_ports(char const* op_name) noexcept;

/// Bodies of plugsmithReference and plugsmithExpectReference: `plugin` is an IPluginV2* of ours.
std::int32_t v2_reference(void* plugin, nvinfer1::PluginTensorDesc const* input_desc,
                          nvinfer1::PluginTensorDesc const* output_desc, void const* const* inputs,
                          void* const* outputs, char* message, std::int32_t message_bytes) noexcept;
void v2_expect_reference(void* plugin) noexcept;

}  // namespace plugsmith::trt
PLUGSMITH_END_V2
