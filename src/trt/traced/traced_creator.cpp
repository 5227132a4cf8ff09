// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "src/trt/trace/format.hpp"
#include "src/trt/traced/traced.hpp"
#include "src/trt/traced/traced_v2.hpp"

namespace plugsmith::traced {
namespace {

using namespace nvinfer1;

std::string quoted(const char* text) {
  return text == nullptr ? "null" : "'" + std::string(text) + "'";
}

std::string fields_text(const PluginFieldCollection* fields) {
  return fields == nullptr ? "fields null" : trace::format_fields(*fields);
}

class TracedCreatorV3 final : public IPluginCreatorV3One {
 public:
  TracedCreatorV3(IPluginCreatorV3One& inner, trace::Trace& trace) : inner_(inner), trace_(trace) {}

  APILanguage getAPILanguage() const noexcept override { return inner_.getAPILanguage(); }
  InterfaceInfo getInterfaceInfo() const noexcept override { return inner_.getInterfaceInfo(); }
  IPluginV3* createPlugin(AsciiChar const* name, PluginFieldCollection const* fields,
                          TensorRTPhase phase) noexcept override {
    const std::string line = "createPlugin " + quoted(name) + " phase " +
                             std::to_string(static_cast<std::int32_t>(phase)) + " " +
                             fields_text(fields) + " -> ";
    IPluginV3* made = inner_.createPlugin(name, fields, phase);
    if (made == nullptr) {
      trace_.call(line + "null");
      return nullptr;
    }
    const std::int32_t id = trace_.next_object();
    trace_.call(line + "#" + std::to_string(id));
    return traced_plugin(*made, trace_, id);
  }
  PluginFieldCollection const* getFieldNames() noexcept override { return inner_.getFieldNames(); }
  AsciiChar const* getPluginName() const noexcept override { return inner_.getPluginName(); }
  AsciiChar const* getPluginVersion() const noexcept override { return inner_.getPluginVersion(); }
  AsciiChar const* getPluginNamespace() const noexcept override {
    return inner_.getPluginNamespace();
  }

 private:
  IPluginCreatorV3One& inner_;
  trace::Trace& trace_;
};

class TracedCreatorV1 final : public IPluginCreator {
 public:
  TracedCreatorV1(IPluginCreator& inner, trace::Trace& trace) : inner_(inner), trace_(trace) {}

  APILanguage getAPILanguage() const noexcept override { return inner_.getAPILanguage(); }
  InterfaceInfo getInterfaceInfo() const noexcept override { return inner_.getInterfaceInfo(); }
  IPluginV2* createPlugin(AsciiChar const* name,
                          PluginFieldCollection const* fields) noexcept override {
    return wrap("createPlugin " + quoted(name) + " " + fields_text(fields),
                inner_.createPlugin(name, fields));
  }
  IPluginV2* deserializePlugin(AsciiChar const* name, void const* data,
                               std::size_t bytes) noexcept override {
    return wrap("deserializePlugin " + quoted(name) + " length " + std::to_string(bytes),
                inner_.deserializePlugin(name, data, bytes));
  }
  PluginFieldCollection const* getFieldNames() noexcept override { return inner_.getFieldNames(); }
  AsciiChar const* getPluginName() const noexcept override { return inner_.getPluginName(); }
  AsciiChar const* getPluginVersion() const noexcept override { return inner_.getPluginVersion(); }
  AsciiChar const* getPluginNamespace() const noexcept override {
    return inner_.getPluginNamespace();
  }
  void setPluginNamespace(AsciiChar const* name_space) noexcept override {
    inner_.setPluginNamespace(name_space);
  }

 private:
  IPluginV2* wrap(const std::string& line, IPluginV2* made) {
    std::string name = "null";
    IPluginV2* wrapped = made == nullptr ? nullptr : traced_v2(*made, trace_, name);
    trace_.call(line + " -> " + name);
    return wrapped;
  }

  IPluginCreator& inner_;
  trace::Trace& trace_;
};

}  // namespace

std::unique_ptr<IPluginCreatorInterface> traced_creator(IPluginCreatorInterface& inner,
                                                        trace::Trace& trace) {
  const char* kind = inner.getInterfaceInfo().kind;
  if (kind == nullptr) return nullptr;
  if (std::strcmp(kind, "PLUGIN CREATOR_V3ONE") == 0) {
    return std::make_unique<TracedCreatorV3>(static_cast<IPluginCreatorV3One&>(inner), trace);
  }
  if (std::strcmp(kind, "PLUGIN CREATOR_V1") == 0) {
    return std::make_unique<TracedCreatorV1>(static_cast<IPluginCreator&>(inner), trace);
  }
  return nullptr;
}

}  // namespace plugsmith::traced
