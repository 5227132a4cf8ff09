// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "src/host/log.hpp"
#include "src/host/plugin_host.hpp"
#include "src/host/registry.hpp"
#include "src/host/trace.hpp"
#include "src/trt/reference_abi.hpp"

namespace plugsmith::host {

/// Where a library computes its IPluginV2 plugins on a CPU; null if it does not.
struct V2Reference {
  trt::ReferenceV2 reference = nullptr;
  trt::ExpectReferenceV2 expect = nullptr;
};

/// What all parts of one host share. Layers, engines and contexts keep it alive.
struct HostState {
  explicit HostState(HostOptions given)
      : options(std::move(given)),
        trace(options.record_trace),
        logger(options.on_log),
        finder(logger),
        registry(options.observer, logger, nullptr) {}

  CallObserver* observer() const { return options.observer; }

  HostOptions options;
  Trace trace;
  HostLogger logger;
  HostLoggerFinder finder;
  Registry registry;

  /// What is known of a creator beyond its own answers.
  struct Origin {
    std::string library;
    bool has_reference = false;
    std::string patterns;
    std::vector<PortDescription> ports;
    V2Reference v2;
  };
  std::map<const Creator*, Origin> origins;
};

}  // namespace plugsmith::host
