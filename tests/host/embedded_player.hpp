// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "src/host/plugin_host.hpp"
#include "src/trt/fidelity/probe.hpp"
#include "src/trt/fidelity/recording.hpp"
#include "src/trt/fidelity/scenario.hpp"

namespace plugsmith::testing {

/// Plays a fidelity scenario on the embedded host: the same steps, marked with the same lines, as
/// the program that records them in real TensorRT.
class EmbeddedPlayer {
 public:
  explicit EmbeddedPlayer(const fidelity::Scenario& scenario);

  /// The first failure of the build or the last one of the runs, or ok.
  Status play();

  fidelity::Lines trace() const { return host_->trace(); }
  /// Of the layer's first output in the network: "[-1,8,-1,-1]"; empty if it came to none.
  const std::string& first_output() const { return first_output_; }
  int alive() const { return state_.alive; }

 private:
  host::LayerSpec layer_spec() const;
  host::BuildOptions build_options() const;
  Status run_all(host::PluginEngine& engine);
  Status run(host::PluginContext& context, const fidelity::Run& run);

  const fidelity::Scenario& scenario_;
  fidelity::ProbeState state_;
  std::unique_ptr<nvinfer1::IPluginCreatorInterface> creator_;
  std::unique_ptr<host::PluginHost> host_;
  std::string first_output_;
};

}  // namespace plugsmith::testing
