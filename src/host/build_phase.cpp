// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/build_phase.hpp"

#include <algorithm>

#include "src/host/resource_context.hpp"
#include "src/host/tactic_timing.hpp"

namespace plugsmith::host {
namespace {

constexpr float kNegotiationScale = 0.0F;  ///< what descriptors hold while formats are asked
constexpr float kScale = 1.0F;             ///< and later: strongly typed networks know no other

class BuildPhase {
 public:
  BuildPhase(const std::shared_ptr<HostState>& state, const LayerData& layer, PluginObject& network,
             const BuildOptions& options)
      : state_(state), options_(options), network_(network), context_(nullptr) {
    data_.layer = layer;
    data_.watch_inputs = options.watch_inputs;
  }

  Result<EngineData> run(bool may_have_reference) {
    PLUGSMITH_RETURN_IF_ERROR(ask_network_outputs());
    PLUGSMITH_RETURN_IF_ERROR(clone_for_builder());
    PLUGSMITH_RETURN_IF_ERROR(find_combinations());
    for (const Combination& combination : combinations_) {
      PLUGSMITH_RETURN_IF_ERROR(try_combination(combination));
    }
    PLUGSMITH_RETURN_IF_ERROR(make_winner());
    PLUGSMITH_RETURN_IF_ERROR(serialize(may_have_reference));
    return std::move(data_);
  }

 private:
  struct Candidate {
    const Combination* combination;
    std::int64_t tactic;
  };

  Status ask_network_outputs();
  Status clone_for_builder();
  Status ask_aliases();
  Status find_combinations();
  Status try_combination(const Combination& combination);
  Status time_tactics(PluginObject& trial, const Combination& combination,
                      const std::vector<std::int64_t>& tactics);
  Result<Candidate> choose() const;
  Status make_winner();
  Status serialize(bool may_have_reference);
  Ports configured_ports(const Combination& combination) const;
  Status over_limit(std::int64_t bytes) const;

  std::shared_ptr<HostState> state_;
  const BuildOptions& options_;
  PluginObject& network_;
  ResourceContext context_;
  EngineData data_;
  std::string cache_id_;
  std::vector<Combination> combinations_;
  std::vector<Candidate> candidates_;
  // In this order: on failure the objects die as in TensorRT, the youngest first.
  std::unique_ptr<PluginObject> builder_object_, layer_object_, winner_;
};

// Outputs that no other layer reads are asked about once more before the build.
Status BuildPhase::ask_network_outputs() {
  LayerData& layer = data_.layer;
  if (!layer.spec.outputs_are_network_outputs) return Status::ok();
  const auto outputs = static_cast<std::int32_t>(layer.output_types.size());
  for (std::int32_t i = 0; i < outputs; ++i) {
    const auto types = network_.output_types(layer.input_types, outputs);
    if (!types.is_ok()) return types.status();
  }
  auto shapes = network_.output_shapes(layer.input_dims, layer.shape_elements, layer.output_types);
  return shapes.status();
}

Status BuildPhase::clone_for_builder() {
  auto cloned = network_.clone();
  if (!cloned.is_ok()) return cloned.status();
  builder_object_ = std::move(cloned).value();
  LayerData& layer = data_.layer;
  for (int i = 0; i < 2; ++i) {
    auto shapes =
        builder_object_->output_shapes(layer.input_dims, layer.shape_elements, layer.output_types);
    if (!shapes.is_ok()) return shapes.status();
    layer.shapes = std::move(shapes).value();
  }
  auto profile = make_profile(layer, options_);
  if (!profile.is_ok()) return profile.status();
  data_.profile = std::move(profile).value();
  return ask_aliases();
}

Status BuildPhase::ask_aliases() {
  LayerData& layer = data_.layer;
  std::vector<std::int32_t>& aliases = data_.info.aliased_input;
  aliases.assign(layer.output_types.size(), -1);
  if (!builder_object_->can_alias()) return Status::ok();
  const auto inputs = static_cast<std::int32_t>(layer.input_types.size());
  for (std::size_t i = 0; i < aliases.size(); ++i) {
    const auto input = builder_object_->aliased_input(static_cast<std::int32_t>(i), inputs);
    if (!input.is_ok()) return input.status();
    if (input.value() >= 0 && std::count(aliases.begin(), aliases.end(), input.value()) > 0) {
      return invalid_argument(layer.who + ": getAliasedInput names input " +
                              std::to_string(input.value()) +
                              " for two outputs; one input can be aliased by one output only");
    }
    aliases[i] = input.value();
  }
  const bool any =
      std::any_of(aliases.begin(), aliases.end(), [](int input) { return input >= 0; });
  if (!any || options_.alias_preview) return Status::ok();
  return unsupported(layer.who + ": Aliased I/O used by plugin " + layer.name +
                     " but PreviewFeature::kALIASED_PLUGIN_IO_10_03 not enabled. Enable the "
                     "preview feature, or let getAliasedInput return -1");
}

Status BuildPhase::find_combinations() {
  auto cloned = builder_object_->clone();
  if (!cloned.is_ok()) return cloned.status();
  layer_object_ = std::move(cloned).value();
  const Ports ports = make_ports(data_.layer, data_.profile, kNegotiationScale);
  auto first = negotiate(*layer_object_, ports);
  if (!first.is_ok()) return first.status();
  if (first->empty()) return no_supported_format(*layer_object_, data_.layer.name, ports);
  auto cache_id = layer_object_->timing_cache_id();
  if (!cache_id.is_ok()) return cache_id.status();
  cache_id_ = std::move(cache_id).value();
  auto second = negotiate(*layer_object_, ports);
  if (!second.is_ok()) return second.status();
  if (second->empty()) return no_supported_format(*layer_object_, data_.layer.name, ports);
  if (first.value() != second.value()) {
    state_->logger.note(nvinfer1::ILogger::Severity::kWARNING,
                        data_.layer.who +
                            ": supportsFormatCombination answered the same questions "
                            "differently; its answer must depend on its arguments only");
  }
  combinations_ = std::move(second).value();
  data_.info.accepted_combinations = static_cast<std::int32_t>(combinations_.size());
  return Status::ok();
}

Ports BuildPhase::configured_ports(const Combination& combination) const {
  Ports ports = make_ports(data_.layer, data_.profile, kScale);
  for (std::size_t i = 0; i < combination.size(); ++i) {
    ports.descs[i].desc.format = static_cast<nvinfer1::TensorFormat>(combination[i]);
  }
  return ports;
}

Status BuildPhase::over_limit(std::int64_t bytes) const {
  return resource_exhausted(data_.layer.who + ": plugin node " + data_.layer.name + " requires " +
                            std::to_string(bytes) + " bytes of scratch space, but only " +
                            std::to_string(options_.workspace_limit_bytes) +
                            " is available; raise the workspace limit, or check getWorkspaceSize");
}

Status BuildPhase::try_combination(const Combination& combination) {
  auto attached = layer_object_->attach(context_, PluginObject::Phase::kBuild);
  if (!attached.is_ok()) return attached.status();
  PluginObject& trial = *attached.value();
  PLUGSMITH_RETURN_IF_ERROR(trial.configure(configured_ports(combination)));
  auto tactics = trial.tactics();
  if (!tactics.is_ok()) return tactics.status();
  if (tactics->empty()) tactics->push_back(0);
  if (combinations_.size() > 1 || tactics->size() > 1) {
    return time_tactics(trial, combination, tactics.value());
  }
  candidates_.push_back({&combination, tactics->front()});
  return Status::ok();
}

Status BuildPhase::time_tactics(PluginObject& trial, const Combination& combination,
                                const std::vector<std::int64_t>& tactics) {
  const Ports ports = configured_ports(combination);
  const TimingRun timing{trial, ports, data_.profile, options_, data_.info.aliased_input};
  bool any = false;
  for (const std::int64_t tactic : tactics) {
    PLUGSMITH_RETURN_IF_ERROR(trial.set_tactic(tactic));
    const auto bytes = trial.workspace_bytes(ports);
    if (!bytes.is_ok()) return bytes.status();
    if (bytes.value() > options_.workspace_limit_bytes) {
      state_->logger.note(nvinfer1::ILogger::Severity::kERROR,
                          "tactic " + std::to_string(tactic) +
                              " is skipped: " + over_limit(bytes.value()).message());
      continue;
    }
    PLUGSMITH_RETURN_IF_ERROR(time_tactic(timing, tactic));
    candidates_.push_back({&combination, tactic});
    any = true;
  }
  if (!any || cache_id_.empty()) return Status::ok();
  return layer_object_->timing_cache_id().status();
}

Result<BuildPhase::Candidate> BuildPhase::choose() const {
  const auto formats_of_aliases_agree = [&](const Candidate& candidate) {
    const auto& aliases = data_.info.aliased_input;
    for (std::size_t i = 0; i < aliases.size(); ++i) {
      if (aliases[i] < 0) continue;
      const Combination& formats = *candidate.combination;
      const auto input = static_cast<std::size_t>(aliases[i]);
      if (formats[input] != formats[data_.layer.input_types.size() + i]) return false;
    }
    return true;
  };
  std::string known;
  for (const Candidate& candidate : candidates_) {
    known += (known.empty() ? "" : ", ") + std::to_string(candidate.tactic);
    const bool wanted =
        options_.preferred_tactic == 0 || options_.preferred_tactic == candidate.tactic;
    if (wanted && formats_of_aliases_agree(candidate)) return candidate;
  }
  if (candidates_.empty()) {
    return resource_exhausted(data_.layer.who + ": Could not find any implementation for node " +
                              data_.layer.name + ": every tactic needs more than the " +
                              std::to_string(options_.workspace_limit_bytes) +
                              " bytes of workspace that are available");
  }
  return invalid_argument(data_.layer.who + ": no candidate with tactic " +
                          std::to_string(options_.preferred_tactic) +
                          " and equal formats of aliased tensors; the tactics are " + known);
}

Status BuildPhase::make_winner() {
  const Result<Candidate> chosen = choose();
  if (!chosen.is_ok()) return chosen.status();
  auto attached = layer_object_->attach(context_, PluginObject::Phase::kBuild);
  if (!attached.is_ok()) return attached.status();
  winner_ = std::move(attached).value();
  const Ports ports = configured_ports(*chosen->combination);
  PLUGSMITH_RETURN_IF_ERROR(winner_->configure(ports));
  PLUGSMITH_RETURN_IF_ERROR(winner_->set_tactic(chosen->tactic));
  EngineInfo& info = data_.info;
  for (int i = 0; i < 4; ++i) {
    const auto bytes = winner_->workspace_bytes(ports);
    if (!bytes.is_ok()) return bytes.status();
    if (bytes.value() > options_.workspace_limit_bytes) return over_limit(bytes.value());
    info.workspace_bytes = bytes.value();
  }
  info.tactic = chosen->tactic;
  for (std::size_t i = 0; i < ports.descs.size(); ++i) {
    const bool input = i < data_.layer.input_types.size();
    (input ? info.input_formats : info.output_formats).push_back((*chosen->combination)[i]);
    (input ? info.input_types : info.output_types)
        .push_back(static_cast<DataType>(ports.descs[i].desc.type));
  }
  layer_object_.reset();
  builder_object_.reset();
  return Status::ok();
}

Status BuildPhase::serialize(bool may_have_reference) {
  auto triple = winner_->triple();
  if (!triple.is_ok()) return triple.status();
  data_.triple = std::move(triple).value();
  for (int i = 0; i < 2; ++i) {
    auto fields = winner_->fields_to_serialize();
    if (!fields.is_ok()) return fields.status();
    data_.info.serialized = std::move(fields).value();
  }
  if (!may_have_reference) return Status::ok();
  const auto reference = winner_->reference_capability();
  if (!reference.is_ok()) return reference.status();
  data_.has_reference = reference.value() != nullptr;
  return Status::ok();
}

}  // namespace

Result<EngineData> build_engine(const std::shared_ptr<HostState>& state, const LayerData& layer,
                                PluginObject& network_object, const BuildOptions& options,
                                bool may_have_reference) {
  BuildPhase phase(state, layer, network_object, options);
  return phase.run(may_have_reference);
}

}  // namespace plugsmith::host
