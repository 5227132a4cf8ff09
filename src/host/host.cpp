// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <atomic>

#include "src/host/boundary.hpp"
#include "src/host/discovery.hpp"
#include "src/host/host_access.hpp"
#include "src/host/host_state.hpp"
#include "src/host/network_layer.hpp"
#include "src/host/plugin_host.hpp"
#include "src/host/stand_in.hpp"

namespace plugsmith::host {
namespace {

// One host a process: the stand-in serves one registry, and libraries keep pointers to it.
std::atomic<bool> host_lives{false};
/// The state that a stand-in is bound to, never freed: loaded libraries hold pointers to registry
/// and logger, and may use them in their static destructors, too.
std::atomic<const std::shared_ptr<HostState>*> bound_state{nullptr};

class Host final : public PluginHost {
 public:
  explicit Host(HostOptions options) : state_(std::make_shared<HostState>(std::move(options))) {}
  ~Host() override { host_lives = false; }

  HostState& state() { return *state_; }

  const std::shared_ptr<HostState>& shared_state() const { return state_; }

  Result<LibraryInfo> load_library(const std::string& path,
                                   const std::string& init_symbol) override {
    return at_boundary([&] { return discover_creators(*state_, path, init_symbol); });
  }

  std::vector<CreatorInfo> creators() const override {
    std::vector<CreatorInfo> infos;
    for (const auto& entry : state_->registry.snapshot()) {
      auto described = describe_creator(*state_, *entry.creator);
      if (described.is_ok()) infos.push_back(std::move(described->info));
    }
    return infos;
  }

  Result<std::unique_ptr<PluginLayer>> add_layer(const LayerSpec& spec) override {
    return at_boundary([&] { return add_network_layer(state_, spec); });
  }

  std::vector<std::string> trace() const override { return state_->trace.lines(); }
  void mark(const std::string& line) override { state_->trace.mark(line); }

 private:
  std::shared_ptr<HostState> state_;
};

}  // namespace

int PluginHost::generation() { return PLUGSMITH_GENERATION; }

Result<std::unique_ptr<PluginHost>> PluginHost::create(HostOptions options) {
  if (bound_state != nullptr || host_lives.exchange(true)) {
    return invalid_argument("this process has an embedded host already; a process can have one");
  }
  const std::string stand_in = options.stand_in_path;
  auto host = std::make_unique<Host>(std::move(options));
  if (!stand_in.empty()) {
    HostState& state = host->state();
    PLUGSMITH_RETURN_IF_ERROR(bind_stand_in(stand_in, state.registry, state.logger));
    bound_state = new std::shared_ptr<HostState>(host->shared_state());
  }
  return std::unique_ptr<PluginHost>(std::move(host));
}

Registry& registry_of(PluginHost& host) { return static_cast<Host&>(host).state().registry; }

const std::shared_ptr<HostState>& state_of(PluginHost& host) {
  return static_cast<Host&>(host).shared_state();
}

}  // namespace plugsmith::host
