// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "src/trt/v3_creator.hpp"
#include "src/trt/v3_plugin.hpp"

namespace plugsmith::trt {
namespace detail {

using Dynamic = nvinfer1::DynamicPluginTensorDesc;
using Static = nvinfer1::PluginTensorDesc;

// A method with TensorRT 8's arguments in a derived class hides the V3 one without overriding it:
// it compiles, is never called, and no common warning flag says so. That the derived class can
// still be called with V3 arguments is what tells the two apart.
template <class T>
T value();
template <class Plugin, class = void>
struct TakesV3Workspace : std::false_type {};
template <class Plugin>
struct TakesV3Workspace<Plugin, std::void_t<decltype(value<const Plugin&>().getWorkspaceSize(
                                    value<Dynamic const*>(), 0, value<Dynamic const*>(), 0))>>
    : std::true_type {};
template <class Plugin, class = void>
struct TakesV3Configure : std::false_type {};
template <class Plugin>
struct TakesV3Configure<Plugin, std::void_t<decltype(value<Plugin&>().configurePlugin(
                                    value<Dynamic const*>(), 0, value<Dynamic const*>(), 0))>>
    : std::true_type {};
template <class Plugin, class = void>
struct TakesV3Formats : std::false_type {};
template <class Plugin>
struct TakesV3Formats<Plugin, std::void_t<decltype(value<Plugin&>().supportsFormatCombination(
                                  0, value<Dynamic const*>(), 0, 0))>> : std::true_type {};
template <class Plugin, class = void>
struct TakesV3Enqueue : std::false_type {};
template <class Plugin>
struct TakesV3Enqueue<
    Plugin, std::void_t<decltype(value<Plugin&>().enqueue(
                value<Static const*>(), value<Static const*>(), value<void const* const*>(),
                value<void* const*>(), value<void*>(), value<cudaStream_t>()))>> : std::true_type {
};

}  // namespace detail

/// The raw interface for a single method: derive, override what must differ, keep the rest.
///
///   class Padded final : public OverridingV3Plugin<Padded> {
///    public:
///     using OverridingV3Plugin::OverridingV3Plugin;
///     std::size_t getWorkspaceSize(...) const noexcept override { ... }
///   };
///   V3Creator creator(op_entry<PadTo>(), &Padded::make);
///
/// The object is copied for clones and contexts: Derived must be copy constructible.
template <class Derived>
class OverridingV3Plugin : public V3Plugin {
 public:
  using V3Plugin::V3Plugin;

  /// A PluginFactory for V3Creator.
  static std::unique_ptr<nvinfer1::IPluginV3> make(std::unique_ptr<AnyOp> op,
                                                   const std::string& name_space) {
    static_assert(detail::TakesV3Workspace<Derived>::value,
                  "getWorkspaceSize has other arguments than IPluginV3's: it hides that method and "
                  "TensorRT never calls it; take DynamicPluginTensorDesc and write `override`");
    static_assert(detail::TakesV3Configure<Derived>::value,
                  "configurePlugin has other arguments than IPluginV3's: it hides that method and "
                  "TensorRT never calls it; take DynamicPluginTensorDesc and write `override`");
    static_assert(detail::TakesV3Formats<Derived>::value,
                  "supportsFormatCombination has other arguments than IPluginV3's: it hides that "
                  "method and TensorRT never calls it; take DynamicPluginTensorDesc and write "
                  "`override`");
    static_assert(detail::TakesV3Enqueue<Derived>::value,
                  "enqueue has other arguments than IPluginV3's: it hides that method and TensorRT "
                  "never calls it; write `override`");
    return std::make_unique<Derived>(std::move(op), name_space);
  }

 protected:
  nvinfer1::IPluginV3* copy() const override {
    return new Derived(static_cast<const Derived&>(*this));
  }
};

}  // namespace plugsmith::trt
