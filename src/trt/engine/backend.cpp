// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/engine/backend.hpp"

#include <dlfcn.h>

#include <utility>

#include "src/trt/engine/build.hpp"
#include "src/trt/engine/execution.hpp"
#include "src/trt/engine/failure.hpp"
#include "src/trt/engine/plan.hpp"
#include "src/trt/engine/plugin_check.hpp"
#include "src/trt/engine/plugin_library.hpp"
#include "src/trt/engine/run_plan.hpp"
#include "src/trt/engine/watched_creators.hpp"
#include "src/trt/reference_abi.hpp"
#include "src/trt/trace/trace.hpp"
#include "src/trt/traced/traced_registry.hpp"

namespace plugsmith::trt {
namespace {

std::string text(char const* value) { return value != nullptr ? value : ""; }

template <class Creator>
RegisteredCreator identify(Creator& creator, const char* kind) {
  RegisteredCreator info;
  info.name = text(creator.getPluginName());
  info.version = text(creator.getPluginVersion());
  info.name_space = text(creator.getPluginNamespace());
  info.kind = kind;
  return info;
}

RegisteredCreator identify(nvinfer1::IPluginCreatorInterface& creator) {
  const CreatorKinds kinds = kinds_of(creator);
  if (kinds.v3 != nullptr) return identify(*kinds.v3, "IPluginCreatorV3One");
  if (kinds.v1 != nullptr) return identify(*kinds.v1, "IPluginCreator");
  RegisteredCreator info;
  info.kind = text(creator.getInterfaceInfo().kind);
  return info;
}

const nvinfer1::PluginFieldCollection* fields_of(nvinfer1::IPluginCreatorInterface& creator) {
  const CreatorKinds kinds = kinds_of(creator);
  if (kinds.v3 != nullptr) return kinds.v3->getFieldNames();
  return kinds.v1 != nullptr ? kinds.v1->getFieldNames() : nullptr;
}

void add_fields(nvinfer1::IPluginCreatorInterface& creator, RegisteredCreator& info) {
  const nvinfer1::PluginFieldCollection* fields = fields_of(creator);
  for (std::int32_t i = 0; fields != nullptr && i < fields->nbFields; ++i) {
    const nvinfer1::PluginField& field = fields->fields[i];
    info.fields.push_back({text(field.name), static_cast<FieldType>(field.type), field.length});
  }
}

// What a library built with Plugsmith says of an op's ports.
std::string ports_of(const std::string& library, const std::string& op) {
  void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_NOLOAD);
  if (handle == nullptr) return "";
  const auto ports = reinterpret_cast<char const* (*)(char const*)>(dlsym(handle, kPortsSymbol));
  const std::string found = ports != nullptr ? text(ports(op.c_str())) : "";
  dlclose(handle);
  return found;
}

void mark(trace::Trace* trace, const char* line) {
  if (trace != nullptr) trace->mark(line);
}

class RealEngine final : public LoadedEngine {
 public:
  RealEngine(TensorRt& tensorrt, std::unique_ptr<nvinfer1::ICudaEngine> engine,
             const std::map<std::string, std::string>& aliases, trace::Trace* trace)
      : tensorrt_(tensorrt),
        engine_(std::move(engine)),
        tensors_(describe_tensors(tensorrt, *engine_, aliases)),
        trace_(trace) {}

  const std::vector<EngineTensor>& tensors() const override { return tensors_; }
  Result<std::string> inspect() override { return trt::inspect(tensorrt_, *engine_); }
  std::int64_t context_memory_bytes() const override {
    return tensorrt_.version().at_least(10, 1) ? engine_->getDeviceMemorySizeV2() : -1;
  }
  Result<RunResult> run(const RunRequest& request) override {
    auto execution = Execution::create(tensorrt_, *engine_, tensors_);
    if (!execution.is_ok()) return execution.status();
    mark(trace_, "== run 0");
    auto result = run_steps(**execution, request);
    mark(trace_, "== end");
    return result;
  }

 private:
  TensorRt& tensorrt_;
  std::unique_ptr<nvinfer1::ICudaEngine> engine_;
  std::vector<EngineTensor> tensors_;
  trace::Trace* trace_;  ///< null: none is kept
};

class RealBackend final : public Backend {
 public:
  explicit RealBackend(BackendOptions options)
      : options_(std::move(options)), log_(options_.on_log) {}

  Status open() {
    auto tensorrt = TensorRt::load(options_.folder, log_);
    if (!tensorrt.is_ok()) return tensorrt.status();
    tensorrt_ = std::move(tensorrt).value();
    traced_ = std::make_unique<traced::TracedRegistry>(tensorrt_->registry());
    watched_ = std::make_unique<WatchedCreators>(*tensorrt_, options_.watch);
    claim("");
    return Status::ok();
  }

  std::string version() const override { return to_string(tensorrt_->version()); }
  std::string path() const override { return tensorrt_->path(); }

  Status load_library(const std::string& path, const std::vector<std::string>& init_functions,
                      LoadAs how) override {
    PLUGSMITH_RETURN_IF_ERROR(load_plugin_library(*tensorrt_, path, init_functions, how));
    claim(path);
    return Status::ok();
  }
  Status load_standard_plugins() override {
    PLUGSMITH_RETURN_IF_ERROR(trt::load_standard_plugins(*tensorrt_));
    claim("libnvinfer_plugin");
    return Status::ok();
  }

  std::vector<RegisteredCreator> creators() const override {
    std::vector<RegisteredCreator> all;
    for (nvinfer1::IPluginCreatorInterface* creator : registered_creators(*tensorrt_)) {
      if (creator == nullptr) continue;
      all.push_back(identify(*creator));
      const auto library = libraries_.find(key(all.back()));
      // TensorRT's own complain on stderr when they are asked for their fields.
      if (library == libraries_.end() || library->second.empty()) continue;
      add_fields(*creator, all.back());
      all.back().library = library->second;
      all.back().ports = ports_of(library->second, all.back().name);
    }
    return all;
  }

  Status start_trace(trace::Trace& trace, std::vector<std::string>& untraced) override {
    trace_ = &trace;
    return traced_->trace_new_creators(trace, untraced).status();
  }

  Status check_plugin(const OneOp& op) override {
    auto creator = find(op);
    if (!creator.is_ok()) return creator.status();
    return trt::check_plugin(**creator, op, options_.watch);
  }

  Result<BuiltPlan> build_model(const std::string& path, const BuildRequest& request) override {
    return build([&](Network& network) { return add_model(*tensorrt_, network, path); }, request);
  }
  Result<BuiltPlan> build_op(const OneOp& op, const BuildRequest& request) override {
    auto creator = find(op);
    if (!creator.is_ok()) return creator.status();
    return build([&](Network& network) { return add_one_op(*tensorrt_, network, **creator, op); },
                 request);
  }

  Result<std::unique_ptr<LoadedEngine>> load(const void* plan, std::size_t bytes,
                                             const std::map<std::string, std::string>& aliases,
                                             PlanCode code) override {
    if (runtime_ == nullptr) {
      auto runtime = tensorrt_->make_runtime();
      if (!runtime.is_ok()) return runtime.status();
      runtime_ = std::move(runtime).value();
    }
    mark(trace_, "== runtime");
    runtime_->setEngineHostCodeAllowed(code == PlanCode::kAllowed);
    auto engine = deserialize(*tensorrt_, *runtime_, plan, bytes);
    if (!engine.is_ok()) return engine.status();
    return std::unique_ptr<LoadedEngine>(
        std::make_unique<RealEngine>(*tensorrt_, std::move(engine).value(), aliases, trace_));
  }

 private:
  using Key = std::string;
  static Key key(const RegisteredCreator& creator) {
    return creator.name + '\n' + creator.version + '\n' + creator.name_space;
  }

  // Creators that came with the library just loaded.
  void claim(const std::string& library) {
    for (nvinfer1::IPluginCreatorInterface* creator : registered_creators(*tensorrt_)) {
      if (creator != nullptr) libraries_.emplace(key(identify(*creator)), library);
    }
    watched_->watch_new();
  }

  Result<nvinfer1::IPluginCreatorInterface*> find(const OneOp& op) const {
    nvinfer1::IPluginCreatorInterface* creator =
        find_creator(*tensorrt_, op.name, op.version, op.name_space);
    if (creator != nullptr) return creator;
    return invalid_argument("TensorRT's registry has no creator " + op.name + " version " +
                            op.version + ", namespace \"" + op.name_space + "\"");
  }

  template <class Fill>
  Result<BuiltPlan> build(Fill fill, const BuildRequest& request) {
    if (builder_ == nullptr) {
      auto builder = tensorrt_->make_builder();
      if (!builder.is_ok()) return builder.status();
      builder_ = std::move(builder).value();
    }
    auto network = make_network(*tensorrt_, *builder_, request.strongly_typed);
    if (!network.is_ok()) return network.status();
    PLUGSMITH_RETURN_IF_ERROR(fill(*network));
    mark(trace_, "== build");
    auto built = trt::build(*tensorrt_, *builder_, *network, request);
    mark(trace_, "== delete net");
    return built;
  }

  BackendOptions options_;
  EngineLog log_;
  std::unique_ptr<TensorRt> tensorrt_;
  std::unique_ptr<WatchedCreators> watched_;
  std::unique_ptr<traced::TracedRegistry> traced_;  // dies first: it stands before the watched ones
  trace::Trace* trace_ = nullptr;
  std::map<Key, std::string> libraries_;
  std::unique_ptr<nvinfer1::IBuilder> builder_;
  std::unique_ptr<nvinfer1::IRuntime> runtime_;
};

}  // namespace

int Backend::generation() { return NV_TENSORRT_MAJOR; }

Result<std::unique_ptr<Backend>> Backend::open(BackendOptions options) {
  auto backend = std::make_unique<RealBackend>(std::move(options));
  PLUGSMITH_RETURN_IF_ERROR(backend->open());
  return std::unique_ptr<Backend>(std::move(backend));
}

}  // namespace plugsmith::trt
