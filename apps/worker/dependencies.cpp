// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/worker/dependencies.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <memory>

#include "src/cuda_shim/shim_api.hpp"
#include "src/host/absent_libraries.hpp"
#include "src/host/loader_help.hpp"

namespace plugsmith::worker {
namespace {

const cuda_shim::Api* recording_runtime() {
  const auto get =
      reinterpret_cast<cuda_shim::GetApi>(dlsym(RTLD_DEFAULT, cuda_shim::kGetApiSymbol));
  return get == nullptr ? nullptr : get();
}

// Tells the recording runtime which method calls it. A method may call the host, which calls
// another: the outer one is in progress again afterwards.
class MethodObserver final : public host::CallObserver {
 public:
  explicit MethodObserver(host::CallObserver& next) : next_(next) {}
  void begin(const char* object, const char* method) override {
    if (depth_ < kMostDeep) methods_[depth_] = method;
    ++depth_;
    tell();
    next_.begin(object, method);
  }
  void end() override {
    next_.end();
    if (depth_ > 0) --depth_;
    tell();
  }
  void record(const cuda_shim::Api* recorder) { recorder_ = recorder; }
  static const char* method() {
    return depth_ == 0 ? "" : methods_[std::min(depth_, kMostDeep) - 1];
  }

 private:
  static constexpr std::size_t kMostDeep = 8;
  void tell() const {
    if (recorder_ != nullptr) recorder_->in_method(method());
  }

  static thread_local std::size_t depth_;
  static thread_local std::array<const char*, kMostDeep> methods_;
  host::CallObserver& next_;
  const cuda_shim::Api* recorder_ = nullptr;
};
thread_local std::size_t MethodObserver::depth_ = 0;
thread_local std::array<const char*, MethodObserver::kMostDeep> MethodObserver::methods_{};

// One a process, as the dynamic loader's state is.
struct Dependencies {
  explicit Dependencies(JobContext& context)
      : job(context),
        observer(job.channel.observer()),
        absent(job.request.value("cuda_shims", ""),
               [this](const std::string& symbol, const std::string& library) {
                 answer(symbol, library);
               }) {}

  [[noreturn]] void answer(const std::string& symbol, const std::string& library) {
    if (::getpid() != owner) ::_exit(host::kAbsentLibraryExit);  // this process's copy tells it
    const std::string in_progress = MethodObserver::method();
    const std::string method = in_progress == "dlopen" ? "loading the library" : in_progress;
    Json reply =
        wire::to_json(unsupported("needs " + library + ", which is not on this machine" +
                                  (method.empty() ? "" : ": " + method + " calls its " + symbol) +
                                  "; install it or name its folder in LD_LIBRARY_PATH"));
    reply["error"] = {{"kind", "absent dependency"},
                      {"library", library},
                      {"symbol", symbol},
                      {"method", method},
                      {"stage", stage}};
    const bool sent = job.channel.reply(wire::encode(reply), {}).is_ok();
    ::_exit(sent ? 0 : 1);
  }

  JobContext& job;
  MethodObserver observer;
  host::AbsentLibraries absent;
  std::string stage;
  pid_t owner = ::getpid();
};

std::unique_ptr<Dependencies>& dependencies() {
  static std::unique_ptr<Dependencies> all;
  return all;
}

}  // namespace

void supply_dependencies(JobContext& job) {
  auto& all = dependencies();
  all = std::make_unique<Dependencies>(job);
  // The rules that need a device need the real runtime.
  if (!job.request.value("on_device", false)) {
    for (const Json& library : job.request.at("libraries")) {
      all->absent.prepare(library.get<std::string>());
    }
  }
  all->observer.record(recording_runtime());
  host::set_loader_help([&all](const std::string& library, const std::string& loader_says) {
    const bool again = all->absent.supply(library, loader_says);
    all->observer.record(recording_runtime());
    return again;
  });
}

host::CallObserver& observer_of(JobContext& job) {
  if (dependencies() != nullptr) return dependencies()->observer;
  return job.channel.observer();
}

void report_dependencies(JobContext& job) {
  Json stand_ins = Json::array();
  const auto& all = dependencies();
  if (all == nullptr) return;
  for (const auto& made : all->absent.stand_ins()) {
    stand_ins.push_back({{"library", made.library}, {"functions", made.functions}});
  }
  job.reply["stand_ins"] = std::move(stand_ins);
  job.reply["cuda_runtime"] = all->absent.has_recording_runtime() ? "recorded" : "own";
}

void announce_stage(JobContext& job, const std::string& stage) {
  if (dependencies() != nullptr) dependencies()->stage = stage;
  job.channel.stage(stage);
}

}  // namespace plugsmith::worker
