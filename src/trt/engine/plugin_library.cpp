// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/engine/plugin_library.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <string_view>

#include "src/trt/engine/failure.hpp"
#include "src/trt/engine/library_search.hpp"

namespace plugsmith::trt {
namespace {

using Init = bool(void*, char const*);

Result<void*> open(const std::string& path) {
  if (void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) return handle;
  const std::string reason = dlerror();
  const bool other_file = reason.find("cannot open shared object file") != std::string::npos &&
                          reason.rfind(path + ":", 0) != 0;
  if (other_file || reason.find("undefined symbol") != std::string::npos) {
    return unsupported(path + " needs something that is not here: " + reason);
  }
  return invalid_argument(path + " cannot be loaded: " + reason);
}

Status call_init(TensorRt& tensorrt, void* handle, const std::string& path,
                 const std::string& symbol) {
  auto* init = reinterpret_cast<Init*>(dlsym(handle, symbol.c_str()));
  if (init == nullptr) return invalid_argument(path + " exports no " + symbol);
  tensorrt.log().take();
  if (init(static_cast<nvinfer1::ILogger*>(&tensorrt.log()), "")) return Status::ok();
  return invalid_argument(symbol + " of " + path + " returned false: it did not register all of " +
                          "its creators" + quote(tensorrt.log().take()));
}

std::string text(char const* name) { return name != nullptr ? name : ""; }

struct Triple {
  std::string name, version, name_space;
};

Triple triple_of(nvinfer1::IPluginCreatorInterface& creator) {
  const auto read = [](auto& one) {
    return Triple{text(one.getPluginName()), text(one.getPluginVersion()),
                  text(one.getPluginNamespace())};
  };
  const CreatorKinds kinds = kinds_of(creator);
  if (kinds.v3 != nullptr) return read(*kinds.v3);
  return kinds.v1 != nullptr ? read(*kinds.v1) : Triple();
}

/// Gives a library the logger that TensorRT has.
class Finder final : public nvinfer1::ILoggerFinder {
 public:
  explicit Finder(EngineLog& log) : log_(log) {}
  nvinfer1::ILogger* findLogger() override { return &log_; }

 private:
  EngineLog& log_;
};

Status register_all(TensorRt& tensorrt, void* handle, const std::string& path) {
  static Finder finder(tensorrt.log());  // the library keeps it; a process has one TensorRT
  using SetFinder = void(nvinfer1::ILoggerFinder*);
  using GetCreators = nvinfer1::IPluginCreatorInterface* const*(std::int32_t&);
  auto* set_finder = reinterpret_cast<SetFinder*>(dlsym(handle, "setLoggerFinder"));
  if (set_finder != nullptr) set_finder(&finder);
  std::int32_t count = 0;
  auto* const* creators = reinterpret_cast<GetCreators*>(dlsym(handle, "getCreators"))(count);
  for (std::int32_t i = 0; creators != nullptr && i < count; ++i) {
    if (creators[i] == nullptr) continue;
    const Triple triple = triple_of(*creators[i]);
    if (tensorrt.registry().registerCreator(*creators[i], triple.name_space.c_str())) continue;
    return invalid_argument("TensorRT's registry refused the creator " + triple.name + " version " +
                            triple.version + ", namespace \"" + triple.name_space + "\" of " +
                            path + "; is it registered already, by another library?" +
                            quote(tensorrt.log().take()));
  }
  return Status::ok();
}

}  // namespace

Status load_plugin_library(TensorRt& tensorrt, const std::string& path,
                           const std::vector<std::string>& init_functions, LoadAs how) {
  const std::size_t before = registered_creators(tensorrt).size();
  const Result<void*> handle = open(path);
  if (!handle.is_ok()) return handle.status();
  if (dlsym(*handle, "getCreators") != nullptr) {
    tensorrt.log().take();
    if (how == LoadAs::kCreators) return register_all(tensorrt, *handle, path);
    if (tensorrt.registry().loadLibrary(path.c_str()) != nullptr) return Status::ok();
    return invalid_argument("TensorRT's registry refused " + path +
                            "; are its creators registered already, by another library?" +
                            quote(tensorrt.log().take()));
  }
  for (const std::string& symbol : init_functions) {
    PLUGSMITH_RETURN_IF_ERROR(call_init(tensorrt, *handle, path, symbol));
  }
  if (registered_creators(tensorrt).size() > before) return Status::ok();
  return invalid_argument(path +
                          " registered no creator: it exports neither getCreators nor an "
                          "init...Plugins function; name its own by --init");
}

Status load_standard_plugins(TensorRt& tensorrt) {
  const std::string& infer = tensorrt.path();
  const auto opened =
      open_library("libnvinfer_plugin.so." + std::to_string(tensorrt.version().major_version), "",
                   infer.substr(0, infer.rfind('/')));
  if (!opened.is_ok()) {
    return unsupported("--standard-plugins: " + opened.status().message() +
                       "; it comes with TensorRT (apt: libnvinfer-plugin)");
  }
  return call_init(tensorrt, opened->handle, opened->path, "initLibNvInferPlugins");
}

std::vector<nvinfer1::IPluginCreatorInterface*> registered_creators(const TensorRt& tensorrt) {
  std::int32_t count = 0;
  auto* const* all = tensorrt.registry().getAllCreators(&count);
  if (all == nullptr || count <= 0) return {};
  return {all, all + count};
}

CreatorKinds kinds_of(nvinfer1::IPluginCreatorInterface& creator) {
  const std::string_view kind = creator.getInterfaceInfo().kind;
  CreatorKinds kinds;
  if (kind == "PLUGIN CREATOR_V3ONE") {
    kinds.v3 = static_cast<nvinfer1::IPluginCreatorV3One*>(&creator);
  } else if (kind == "PLUGIN CREATOR_V1") {
    kinds.v1 = static_cast<nvinfer1::IPluginCreator*>(&creator);
  }
  return kinds;
}

nvinfer1::IPluginCreatorInterface* find_creator(const TensorRt& tensorrt, const std::string& name,
                                                const std::string& version,
                                                const std::string& name_space) {
  const auto all = registered_creators(tensorrt);
  const auto found = std::find_if(all.begin(), all.end(), [&](auto* creator) {
    if (creator == nullptr) return false;
    const Triple triple = triple_of(*creator);
    return triple.name == name && triple.version == version && triple.name_space == name_space;
  });
  return found != all.end() ? *found : nullptr;
}

}  // namespace plugsmith::trt
