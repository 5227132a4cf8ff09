// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInfer.h>

#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "src/check/generation.hpp"
#include "src/host/call_guard.hpp"
#include "src/host/host_state.hpp"
#include "src/host/output_shapes.hpp"
#include "src/host/plugin_object.hpp"

namespace plugsmith::check {

/// What the method that names output types did.
struct TypesAnswer {
  std::int32_t code = 0;                  ///< not 0: the inputs are refused
  std::vector<nvinfer1::DataType> types;  ///< -1: not written
  bool wrote_beyond = false;
};

/// What the method that gives output shapes did.
struct ShapesAnswer {
  std::int32_t code = 0;     ///< not 0: the inputs are refused
  bool read_beyond = false;  ///< it used an input behind the last one
  Status fault = Status::ok();
  host::OutputShapes shapes;  ///< if fault is ok
};

/// What the two interface families call the same thing; for messages.
struct MethodNames {
  const char* types;
  const char* shapes;
};

/// Calls function(argument). An exception ends the process by std::terminate, here, where the
/// method in progress is still known: the interfaces' methods are declared noexcept, so callers
/// without this would be compiled to take no notice of one. Defined where no compiler sees through
/// it.
void run_without_escape(void (*function)(void*), void* argument) noexcept;

/// A plugin object that the checker owns and calls bare: unlike host::PluginObject nothing is
/// judged, so that a rule can look at every answer. All calls are announced to the observer. What
/// IPluginV3 and IPluginV2 have in common.
class AnyPlugin {
 public:
  virtual ~AnyPlugin() = default;
  AnyPlugin(const AnyPlugin&) = delete;
  AnyPlugin& operator=(const AnyPlugin&) = delete;

  /// Runs a call into the plugin, announced as `method`.
  template <class Call>
  auto call(const char* method, Call&& body) const {
    const host::CallMark mark(state_->observer(), name_.c_str(), method);
    using Body = std::remove_reference_t<Call>;
    using Answer = decltype(body());
    if constexpr (std::is_void_v<Answer>) {
      run_without_escape([](void* given) { (*static_cast<Body*>(given))(); }, &body);
    } else {
      std::pair<Body*, Answer> both{&body, Answer{}};
      const auto run = [](void* given) {
        auto& [call, answer] = *static_cast<std::pair<Body*, Answer>*>(given);
        answer = (*call)();
      };
      run_without_escape(run, &both);
      return both.second;
    }
  }

  virtual MethodNames methods() const = 0;
  /// Why the methods below cannot be called; empty: they can.
  virtual std::string unbuildable() const = 0;
  virtual std::unique_ptr<AnyPlugin> copy() const = 0;  ///< clone; null if the plugin's is
  /// What it serializes; the error's message is the reason why that is not known.
  virtual Result<std::vector<host::FieldValue>> state() const = 0;

  virtual std::int32_t output_count() const = 0;
  virtual TypesAnswer types(const std::vector<nvinfer1::DataType>& inputs,
                            std::int32_t outputs) const = 0;
  virtual ShapesAnswer shapes(const std::vector<host::DimValues>& inputs,
                              const std::vector<std::int32_t>& shape_elements,
                              const std::vector<nvinfer1::DataType>& types) const = 0;
  virtual bool supports(std::int32_t position, const host::Ports& ports) const = 0;
  virtual std::int32_t combination_limit() const = 0;
  virtual std::int32_t configure(const host::Ports& ports) const = 0;
  virtual std::size_t workspace(const host::Ports& ports) const = 0;
  virtual std::int32_t tactic_count() const = 0;

 protected:
  AnyPlugin(std::shared_ptr<host::HostState> state, std::string name)
      : state_(std::move(state)), name_(std::move(name)) {}

  const std::shared_ptr<host::HostState>& host_state() const { return state_; }
  const std::string& name() const { return name_; }

 private:
  std::shared_ptr<host::HostState> state_;
  std::string name_;
};

/// Entries behind the last one of every array that a plugin gets: legal memory, so that a plugin
/// which is given fewer inputs than it needs reads nonsense instead of crashing.
inline constexpr std::size_t kPadding = 16;

}  // namespace plugsmith::check
