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
#include "src/trt/trace/trace.hpp"

namespace plugsmith::testing {

/// Plays a fidelity scenario on the embedded host: the same steps, marked with the same lines, as
/// the program that records them in real TensorRT.
class EmbeddedPlayer {
 public:
  /// With `wrapped`, the probe's creator is wrapped as in a trace of real TensorRT, which then
  /// holds the calls as the wrapper saw them.
  explicit EmbeddedPlayer(const fidelity::Scenario& scenario, trace::Trace* wrapped = nullptr);

  /// The first failure of the build or the last one of the runs, or ok.
  Status play();

  /// Ends the host, so that another may begin: a process holds one at a time.
  void end() { host_.reset(); }

  fidelity::Lines trace() const { return host_->trace(); }
  /// Of the layer's first output in the network: "[-1,8,-1,-1]"; empty if it came to none.
  const std::string& first_output() const { return first_output_; }
  int alive() const { return state_.alive; }

 private:
  nvinfer1::IPluginCreatorInterface& registered() { return wrapper_ ? *wrapper_ : *creator_; }
  host::LayerSpec layer_spec() const;
  host::BuildOptions build_options() const;
  Status run_all(host::PluginEngine& engine);
  Status run(host::PluginContext& context, const fidelity::Run& run);

  const fidelity::Scenario& scenario_;
  fidelity::ProbeState state_;
  std::unique_ptr<nvinfer1::IPluginCreatorInterface> creator_, wrapper_;
  std::unique_ptr<host::PluginHost> host_;
  std::string first_output_;
};

}  // namespace plugsmith::testing
