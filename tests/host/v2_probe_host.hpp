// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "src/host/host_access.hpp"
#include "src/host/plugin_host.hpp"
#include "tests/host/v2_probe.hpp"

namespace plugsmith::testing {

/// An embedded host without stand-in that has one V1 creator registered, and everything that
/// plugins and host log.
template <class ProbeCreator>
class V2Host {
 public:
  template <class... Arguments>
  explicit V2Host(Arguments&&... arguments) : creator_(std::forward<Arguments>(arguments)...) {
    host::HostOptions options;
    options.record_trace = true;
    options.on_log = [this](std::int32_t, const std::string& text) { log_.push_back(text); };
    auto made = host::PluginHost::create(std::move(options));
    host_ = std::move(made).value();
    const Status added = host::registry_of(*host_).add(creator_, "");
    registered_ = added.is_ok();
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

using V2ProbeHost = V2Host<V2ProbeCreator>;

/// The layer of the recordings: x -> Abs -> probe "pad" -> Neg -> y, FP32 [-1,8,-1,-1].
inline host::LayerSpec v2_layer(host::DimValues dims = {-1, 8, -1, -1}) {
  host::LayerSpec spec;
  spec.creator_name = "Probe";
  spec.layer_name = "pad";
  spec.layer_index = 1;
  spec.fields = {{"target", FieldType::kInt32, 1, {}}};
  spec.inputs = {{"x", DataType::kFloat, std::move(dims)}};
  return spec;
}

/// min [1,8,1,1] opt [2,8,16,16] max [4,8,32,32].
inline host::BuildOptions v2_profile() {
  host::BuildOptions options;
  options.profile = {{{1, 8, 1, 1}, {2, 8, 16, 16}, {4, 8, 32, 32}}};
  return options;
}

}  // namespace plugsmith::testing
