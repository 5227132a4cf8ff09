// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "src/host/host_access.hpp"
#include "src/host/plugin_host.hpp"
#include "tests/host/probe.hpp"

namespace plugsmith::testing {

/// An embedded host without stand-in that has one probe registered, and everything that plugins and
/// host log.
class ProbeHost {
 public:
  explicit ProbeHost(ProbeBehaviour behaviour) : creator_(std::move(behaviour)) {
    host::HostOptions options;
    options.record_trace = true;
    options.on_log = [this](std::int32_t, const std::string& text) { log_.push_back(text); };
    auto made = host::PluginHost::create(std::move(options));
    host_ = std::move(made).value();
    registered_ = registry().registerCreator(creator_, "");
  }

  host::PluginHost& operator*() { return *host_; }
  host::PluginHost* operator->() { return host_.get(); }
  host::Registry& registry() { return host::registry_of(*host_); }
  ProbeCreator& creator() { return creator_; }
  bool registered() const { return registered_; }
  const std::vector<std::string>& log() const { return log_; }

 private:
  ProbeCreator creator_;
  std::vector<std::string> log_;
  std::unique_ptr<host::PluginHost> host_;
  bool registered_ = false;
};

/// The layer of the recordings: x -> Abs -> probe "pad" -> Neg -> y, FP32 [-1,8,-1,-1].
host::LayerSpec probe_layer();
/// Adds the layer, builds it, deserializes it, makes a context and runs it once with inputs of 2 x
/// 8 x 16 x 16 through enqueue on host memory. The first failure, or ok.
Status play_life(ProbeHost& host);

/// min [1,8,1,1] opt [2,8,16,16] max [4,8,32,32].
host::BuildOptions probe_profile();

/// probe_layer() with another input.
host::LayerSpec layer_of(host::DimValues dims, DataType type = DataType::kFloat);

/// A probe that is built, loaded and has a context.
struct Running {
  Running(ProbeBehaviour behaviour, const host::LayerSpec& spec, const host::BuildOptions& options);

  ProbeHost host;
  std::unique_ptr<host::PluginEngine> engine;
  std::unique_ptr<host::PluginContext> context;
};

}  // namespace plugsmith::testing
