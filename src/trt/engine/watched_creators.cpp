// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/engine/watched_creators.hpp"

#include "src/trt/engine/plugin_library.hpp"

namespace plugsmith::trt {
namespace {

std::string text(char const* value) { return value != nullptr ? value : ""; }

// Says which creator is at work while it is.
class Call {
 public:
  Call(const CreatorWatch& watch, const std::string& creator, const char* method) : watch_(watch) {
    if (watch_.begin) watch_.begin("creator " + creator, method);
  }
  ~Call() {
    if (watch_.end) watch_.end();
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

 private:
  const CreatorWatch& watch_;
};

void refuse_null(const CreatorWatch& watch, const std::string& creator, const char* method) {
  if (!watch.doomed) return;
  watch.doomed("creator " + creator + ": " + method +
               " returned null while the plan was deserialized, where TensorRT crashes; its "
               "library refuses what an engine holds of the plugin (written by another version of "
               "it?), and its log says why");
}

class WatchedV3 final : public nvinfer1::IPluginCreatorV3One {
 public:
  WatchedV3(nvinfer1::IPluginCreatorV3One& inner, const CreatorWatch& watch)
      : inner_(inner), watch_(watch) {}

  nvinfer1::APILanguage getAPILanguage() const noexcept override { return inner_.getAPILanguage(); }
  nvinfer1::InterfaceInfo getInterfaceInfo() const noexcept override {
    return inner_.getInterfaceInfo();
  }
  nvinfer1::IPluginV3* createPlugin(nvinfer1::AsciiChar const* name,
                                    nvinfer1::PluginFieldCollection const* fields,
                                    nvinfer1::TensorRTPhase phase) noexcept override {
    const std::string own_name = text(inner_.getPluginName());
    nvinfer1::IPluginV3* made = nullptr;
    {
      const Call call(watch_, own_name, "createPlugin");
      made = inner_.createPlugin(name, fields, phase);
    }
    if (made == nullptr && phase == nvinfer1::TensorRTPhase::kRUNTIME) {
      refuse_null(watch_, own_name, "createPlugin(kRUNTIME)");
    }
    return made;
  }
  nvinfer1::PluginFieldCollection const* getFieldNames() noexcept override {
    return inner_.getFieldNames();
  }
  nvinfer1::AsciiChar const* getPluginName() const noexcept override {
    return inner_.getPluginName();
  }
  nvinfer1::AsciiChar const* getPluginVersion() const noexcept override {
    return inner_.getPluginVersion();
  }
  nvinfer1::AsciiChar const* getPluginNamespace() const noexcept override {
    return inner_.getPluginNamespace();
  }

 private:
  nvinfer1::IPluginCreatorV3One& inner_;
  const CreatorWatch& watch_;
};

}  // namespace

WatchedCreators::WatchedCreators(TensorRt& tensorrt, CreatorWatch watch)
    : tensorrt_(tensorrt), watch_(std::move(watch)) {}

WatchedCreators::~WatchedCreators() {
  for (const auto& creator : watched_) tensorrt_.registry().deregisterCreator(*creator);
}

void WatchedCreators::watch_new() {
  for (nvinfer1::IPluginCreatorInterface* creator : registered_creators(tensorrt_)) {
    if (creator == nullptr || !known_.insert(creator).second) continue;
    nvinfer1::IPluginCreatorV3One* inner = kinds_of(*creator).v3;
    if (inner == nullptr) continue;
    const std::string name_space = text(inner->getPluginNamespace());
    auto watched = std::make_unique<WatchedV3>(*inner, watch_);
    if (!tensorrt_.registry().deregisterCreator(*creator)) continue;
    if (!tensorrt_.registry().registerCreator(*watched, name_space.c_str())) {
      tensorrt_.registry().registerCreator(*creator, name_space.c_str());
      continue;
    }
    known_.insert(watched.get());
    watched_.push_back(std::move(watched));
  }
}

}  // namespace plugsmith::trt
