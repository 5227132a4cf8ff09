// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <cstdint>
#include <memory>

#include "src/trt/trace/trace.hpp"

namespace plugsmith::traced {

/// A creator that looks like `inner` and writes every call that it and its plugins get into
/// `trace` (docs/traces.md). Its plugins offer the capabilities that the inner ones offer and
/// answer what those answer, a null pointer included. Covers IPluginCreatorV3One, and
/// IPluginCreator with plugins of class IPluginV2DynamicExt (plugins of other IPluginV2 classes are
/// handed on unwrapped). Null for a creator of any other kind. Both arguments must outlive it.
std::unique_ptr<nvinfer1::IPluginCreatorInterface> traced_creator(
    nvinfer1::IPluginCreatorInterface& inner, trace::Trace& trace);

/// Wraps one plugin object, which the result then owns, as number `id` of the trace.
nvinfer1::IPluginV3* traced_plugin(nvinfer1::IPluginV3& inner, trace::Trace& trace,
                                   std::int32_t id);

}  // namespace plugsmith::traced
