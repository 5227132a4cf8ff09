// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "src/check/subject.hpp"
#include "src/check/v2_plugin.hpp"
#include "src/host/device_allocator.hpp"

// What an execution context calls, of either family.

namespace plugsmith::check {

/// What an IPluginV2 without dynamic shapes says of rules that run it.
inline constexpr char kNotDynamic[] =
    "of IPluginV2 plugins only those with dynamic shapes (IPluginV2DynamicExt) are run";

/// The error of a method that returned a failure.
Status failed_call(const char* method, std::int64_t code);

/// The method that tells a context's object its shapes: "onShapeChange", "configurePlugin".
const char* shape_method(const Subject& subject);
/// That call; an IPluginV2 gets the shapes as min, opt and max, and answers nothing: 0.
std::int32_t change_shapes(const Subject& subject, const AnyPlugin& attached,
                           const host::RuntimePorts& ports);

/// One enqueue's arguments behind the descriptors.
struct EnqueuePointers {
  const void* const* inputs;
  void* const* outputs;
  void* workspace;
  cudaStream_t stream;
};
std::int32_t enqueue(const Subject& subject, const AnyPlugin& attached,
                     const host::RuntimePorts& ports, const EnqueuePointers& pointers);

/// An IPluginV2DynamicExt as an engine and its one context hold it: initialized, and a clone that
/// is attached. Their life ends with this: detachFromContext, destroy, terminate, destroy.
class V2Context {
 public:
  /// Takes a configured or deserialized object. An error names the call that failed.
  static Result<std::unique_ptr<V2Context>> make(const Subject& subject,
                                                 std::unique_ptr<V2Plugin> object);
  ~V2Context();
  V2Context(const V2Context&) = delete;
  V2Context& operator=(const V2Context&) = delete;

  V2Plugin& attached() const { return *attached_; }

 private:
  V2Context(const Subject& subject, std::unique_ptr<V2Plugin> object);

  host::DeviceAllocator allocator_;
  std::unique_ptr<V2Plugin> object_, attached_;
  bool initialized_ = false;
};

}  // namespace plugsmith::check
