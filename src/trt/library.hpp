// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <cstdint>

// What the generated entry points of a plugin library call (see cmake/plugin_library.cmake).

namespace plugsmith::trt {

/// The list for getCreators: the same pointers on every call, owned by the library. None, and one
/// line on stderr, in a process that runs another generation of TensorRT.
nvinfer1::IPluginCreatorInterface* const* library_creators(std::int32_t& count) noexcept;

/// Body of init<Library>Plugins: registers every creator with the process's registry under
/// `name_space`, or under the ops' own where that is null or empty. Repeats are harmless. `logger`
/// is an nvinfer1::ILogger of this generation, or null. False when something was not registered.
bool register_library(void* logger, char const* name_space) noexcept;

/// Body of plugsmithPatterns.
char const* library_patterns(char const* op_name) noexcept;
/// Body of plugsmithPorts.
char const* library_ports(char const* op_name) noexcept;

}  // namespace plugsmith::trt
