// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/build_phase.hpp"

#include <algorithm>

#include "src/host/resource_context.hpp"
#include "src/host/tactic_timing.hpp"

// The build phase of IPluginV3 plugins.

namespace plugsmith::host {
namespace {

class V3Build final : private BuildPhase {
 public:
  V3Build(const BuildRequest& request, V3Object& network)
      : BuildPhase(request), network_(network), context_(nullptr) {}

  Result<EngineData> run() {
    data_.creator_kind = InterfaceKind::kV3One;
    PLUGSMITH_RETURN_IF_ERROR(ask_network_outputs());
    PLUGSMITH_RETURN_IF_ERROR(clone_for_builder());
    PLUGSMITH_RETURN_IF_ERROR(make_layer_object());
    for (const Combination& combination : combinations_) {
      PLUGSMITH_RETURN_IF_ERROR(ask_again());
      PLUGSMITH_RETURN_IF_ERROR(try_combination(combination));
    }
    PLUGSMITH_RETURN_IF_ERROR(make_winner());
    PLUGSMITH_RETURN_IF_ERROR(serialize());
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
  Status make_layer_object();
  Status ask_again();
  Status try_combination(const Combination& combination);
  bool time_tactics(V3Object& trial, const Combination& combination,
                    const std::vector<std::int64_t>& tactics);
  Status time_tactic(V3Object& trial, const Combination& combination, std::int64_t tactic);
  Result<Candidate> choose() const;
  Status make_winner();
  Status serialize();

  V3Object& network_;
  ResourceContext context_;
  std::vector<Combination> combinations_;
  std::vector<Candidate> candidates_;
  // In this order: on failure the objects die as in TensorRT, the youngest first.
  std::unique_ptr<V3Object> builder_object_, layer_object_, winner_;
};

// Outputs that no other layer reads are asked about once more before the build.
Status V3Build::ask_network_outputs() {
  LayerData& layer = data_.layer;
  if (!layer.spec.outputs_are_network_outputs) return Status::ok();
  const auto outputs = static_cast<std::int32_t>(layer.output_types.size());
  for (std::int32_t i = 0; i < outputs; ++i) {
    const auto types = network_.output_types(layer.input_types, outputs);
    if (!types.is_ok()) return types.status();
  }
  auto shapes = network_.output_shapes(layer.input_dims, layer.shape_inputs, layer.output_types);
  return shapes.status();
}

Status V3Build::clone_for_builder() {
  auto cloned = network_.clone();
  if (!cloned.is_ok()) return cloned.status();
  builder_object_ = std::move(cloned).value();
  PLUGSMITH_RETURN_IF_ERROR(ask_shapes(*builder_object_, 2));
  return ask_aliases();
}

Status V3Build::ask_aliases() {
  LayerData& layer = data_.layer;
  std::vector<std::int32_t>& aliases = data_.info.aliased_input;
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
  if (!any || request_.options.alias_preview) return Status::ok();
  return unsupported(layer.who + ": Aliased I/O used by plugin " + layer.name +
                     " but PreviewFeature::kALIASED_PLUGIN_IO_10_03 not enabled. Enable the "
                     "preview feature, or let getAliasedInput return -1");
}

Status V3Build::make_layer_object() {
  auto cloned = builder_object_->clone();
  if (!cloned.is_ok()) return cloned.status();
  layer_object_ = std::move(cloned).value();
  auto found = find_combinations(*layer_object_);
  if (!found.is_ok()) return found.status();
  combinations_ = std::move(found).value();
  data_.info.accepted_combinations = static_cast<std::int32_t>(combinations_.size());
  return Status::ok();
}

// Before each trial the layer's object is asked for its timing cache id and all formats anew.
Status V3Build::ask_again() {
  PLUGSMITH_RETURN_IF_ERROR(layer_object_->timing_cache_id().status());
  const auto again = find_combinations(*layer_object_);
  if (!again.is_ok()) return again.status();
  if (again.value() == combinations_) return Status::ok();
  request_.state->logger.note(nvinfer1::ILogger::Severity::kWARNING,
                              data_.layer.who +
                                  ": supportsFormatCombination answered the same questions "
                                  "differently; its answer must depend on its arguments only");
  return Status::ok();
}

Status V3Build::try_combination(const Combination& combination) {
  auto attached = layer_object_->attach(context_, V3Object::Phase::kBuild);
  if (!attached.is_ok()) return attached.status();
  V3Object& trial = *attached.value();
  if (request_.may_have_reference) PLUGSMITH_RETURN_IF_ERROR(trial.find_reference());
  PLUGSMITH_RETURN_IF_ERROR(trial.configure(configured_ports(combination)));
  auto tactics = trial.tactics();
  if (!tactics.is_ok()) return tactics.status();
  if (tactics->empty()) tactics->push_back(0);
  bool any = true;
  if (combinations_.size() > 1 || tactics->size() > 1) {
    any = time_tactics(trial, combination, tactics.value());
  } else {
    candidates_.push_back({&combination, tactics->front()});
  }
  return any ? layer_object_->timing_cache_id().status() : Status::ok();
}

// A tactic that fails is skipped; whether any did not.
bool V3Build::time_tactics(V3Object& trial, const Combination& combination,
                           const std::vector<std::int64_t>& tactics) {
  bool any = false;
  for (const std::int64_t tactic : tactics) {
    const Status timed = time_tactic(trial, combination, tactic);
    if (timed.is_ok()) {
      candidates_.push_back({&combination, tactic});
      any = true;
    } else {
      note_skipped("tactic " + std::to_string(tactic), timed);
    }
  }
  return any;
}

Status V3Build::time_tactic(V3Object& trial, const Combination& combination, std::int64_t tactic) {
  const Ports ports = configured_ports(combination);
  const TimingRun timing{trial, ports, data_.profile, request_.options, data_.info.aliased_input};
  PLUGSMITH_RETURN_IF_ERROR(trial.set_tactic(tactic));
  const auto bytes = trial.workspace_bytes(ports);
  if (!bytes.is_ok()) return bytes.status();
  if (bytes.value() > request_.options.workspace_limit_bytes) return over_limit(bytes.value());
  const auto again = trial.workspace_bytes(ports);
  if (!again.is_ok()) return again.status();
  return time_enqueue(timing, {tactic, again.value()});
}

Result<V3Build::Candidate> V3Build::choose() const {
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
    const bool wanted = request_.options.preferred_tactic == 0 ||
                        request_.options.preferred_tactic == candidate.tactic;
    if (wanted && may_win(*candidate.combination) && formats_of_aliases_agree(candidate)) {
      return candidate;
    }
  }
  if (candidates_.empty()) {
    return no_implementation("tactic");
  }
  if (std::none_of(combinations_.begin(), combinations_.end(),
                   [&](const Combination& one) { return may_win(one); })) {
    return none_may_win(combinations_);
  }
  return invalid_argument(data_.layer.who + ": no candidate with tactic " +
                          std::to_string(request_.options.preferred_tactic) +
                          " and equal formats of aliased tensors; the tactics are " + known);
}

Status V3Build::make_winner() {
  const Result<Candidate> chosen = choose();
  if (!chosen.is_ok()) return chosen.status();
  auto attached = layer_object_->attach(context_, V3Object::Phase::kBuild);
  if (!attached.is_ok()) return attached.status();
  winner_ = std::move(attached).value();
  const Ports ports = configured_ports(*chosen->combination);
  PLUGSMITH_RETURN_IF_ERROR(winner_->configure(ports));
  PLUGSMITH_RETURN_IF_ERROR(winner_->set_tactic(chosen->tactic));
  PLUGSMITH_RETURN_IF_ERROR(ask_workspace(*winner_, ports));
  data_.info.tactic = chosen->tactic;
  for (const Candidate& candidate : candidates_) {
    if (candidate.combination == chosen->combination) {
      data_.info.tactics.push_back(candidate.tactic);
    }
  }
  take_combination(*chosen->combination);
  layer_object_.reset();
  builder_object_.reset();
  return Status::ok();
}

Status V3Build::serialize() {
  auto triple = winner_->triple();
  if (!triple.is_ok()) return triple.status();
  data_.triple = std::move(triple).value();
  for (int i = 0; i < 2; ++i) {
    auto fields = winner_->fields_to_serialize();
    if (!fields.is_ok()) return fields.status();
    data_.info.serialized = std::move(fields).value();
  }
  if (!request_.may_have_reference) return Status::ok();
  PLUGSMITH_RETURN_IF_ERROR(winner_->find_reference());
  data_.has_reference = winner_->has_reference();
  return Status::ok();
}

}  // namespace

Result<EngineData> build_engine(const BuildRequest& request, V3Object& network_object) {
  return V3Build(request, network_object).run();
}

}  // namespace plugsmith::host
