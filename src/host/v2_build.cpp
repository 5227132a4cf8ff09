// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/build_phase.hpp"

#include <algorithm>

#include "src/host/resource_context.hpp"
#include "src/host/tactic_timing.hpp"

// The build phase of IPluginV2 plugins.

namespace plugsmith::host {
namespace {

constexpr std::byte kFirstPoison{0xA5}, kSecondPoison{0x5A};

class V2Build final : private BuildPhase {
 public:
  V2Build(const BuildRequest& request, V2Object& network)
      : BuildPhase(request), network_(network) {}

  Result<EngineData> run() {
    data_.creator_kind = InterfaceKind::kV1;
    data_.has_reference = request_.may_have_reference && network_.has_reference();
    PLUGSMITH_RETURN_IF_ERROR(make_layer_object());
    PLUGSMITH_RETURN_IF_ERROR(choose());
    PLUGSMITH_RETURN_IF_ERROR(make_winner());
    PLUGSMITH_RETURN_IF_ERROR(serialize());
    return std::move(data_);
  }

 private:
  Status make_layer_object();
  Status choose();
  Status time_combination(const Combination& combination);
  Status make_winner();
  Status serialize();
  Status compare_blobs(const std::vector<std::byte>& first, const std::vector<std::byte>& second);
  void warn(const std::string& text) {
    request_.state->logger.note(nvinfer1::ILogger::Severity::kWARNING,
                                data_.layer.who + ": " + text);
  }

  V2Object& network_;
  std::vector<Combination> combinations_;
  const Combination* chosen_ = nullptr;
  // In this order: on failure the objects die the youngest first.
  std::unique_ptr<V2Object> builder_object_, layer_object_, winner_;
};

Status V2Build::make_layer_object() {
  auto for_builder = network_.clone();
  if (!for_builder.is_ok()) return for_builder.status();
  builder_object_ = std::move(for_builder).value();
  PLUGSMITH_RETURN_IF_ERROR(ask_shapes(*builder_object_, 1));
  PLUGSMITH_RETURN_IF_ERROR(builder_object_->ask_type());
  auto for_layer = builder_object_->clone();
  if (!for_layer.is_ok()) return for_layer.status();
  layer_object_ = std::move(for_layer).value();
  return Status::ok();
}

// A single combination is taken as it is; of several each is timed, and the first one that does not
// fail wins, since there is no clock.
Status V2Build::choose() {
  auto found = find_combinations(*layer_object_);
  if (!found.is_ok()) return found.status();
  combinations_ = std::move(found).value();
  data_.info.accepted_combinations = static_cast<std::int32_t>(combinations_.size());
  if (std::none_of(combinations_.begin(), combinations_.end(),
                   [&](const Combination& one) { return may_win(one); })) {
    return none_may_win(combinations_);
  }
  if (combinations_.size() == 1) {
    chosen_ = combinations_.data();
    return Status::ok();
  }
  for (const Combination& combination : combinations_) {
    PLUGSMITH_RETURN_IF_ERROR(find_combinations(*layer_object_).status());  // once more each time
    const Status timed = time_combination(combination);
    if (timed.is_ok() && chosen_ == nullptr && may_win(combination)) chosen_ = &combination;
    if (!timed.is_ok()) {
      note_skipped("combination " + std::to_string(&combination - combinations_.data()), timed);
    }
  }
  return chosen_ != nullptr ? Status::ok() : no_implementation("combination of formats");
}

Status V2Build::time_combination(const Combination& combination) {
  ContextResources resources(request_.state->registry.getErrorRecorder(), request_.state->logger);
  auto cloned = layer_object_->clone();
  if (!cloned.is_ok()) return cloned.status();
  V2Object& trial = *cloned.value();
  const Ports ports = configured_ports(combination);
  PLUGSMITH_RETURN_IF_ERROR(trial.configure(ports));
  std::int64_t bytes = 0;
  for (int i = 0; i < 2; ++i) {
    const auto asked = trial.workspace_bytes(ports);
    if (!asked.is_ok()) return asked.status();
    bytes = asked.value();
    if (bytes > request_.options.workspace_limit_bytes) return over_limit(bytes);
  }
  PLUGSMITH_RETURN_IF_ERROR(trial.initialize());
  PLUGSMITH_RETURN_IF_ERROR(trial.attach(resources));
  const TimingRun timing{trial, ports, data_.profile, request_.options, data_.info.aliased_input};
  PLUGSMITH_RETURN_IF_ERROR(time_enqueue(timing, {0, bytes}));
  return trial.end_timing();
}

Status V2Build::make_winner() {
  auto cloned = layer_object_->clone();
  if (!cloned.is_ok()) return cloned.status();
  winner_ = std::move(cloned).value();
  const Ports ports = configured_ports(*chosen_);
  PLUGSMITH_RETURN_IF_ERROR(winner_->configure(ports));
  PLUGSMITH_RETURN_IF_ERROR(ask_workspace(*winner_, ports));
  PLUGSMITH_RETURN_IF_ERROR(winner_->ask_type());
  take_combination(*chosen_);
  layer_object_.reset();
  PLUGSMITH_RETURN_IF_ERROR(winner_->initialize());
  builder_object_.reset();
  return Status::ok();
}

Status V2Build::serialize() {
  std::vector<std::byte> blobs[2];
  for (int i = 0; i < 2; ++i) {
    auto triple = winner_->triple();
    if (!triple.is_ok()) return triple.status();
    data_.triple = std::move(triple).value();
    auto blob = winner_->serialize(i == 0 ? kFirstPoison : kSecondPoison);
    if (!blob.is_ok()) return blob.status();
    blobs[i] = std::move(blob).value();
  }
  PLUGSMITH_RETURN_IF_ERROR(compare_blobs(blobs[0], blobs[1]));
  data_.info.blob = std::move(blobs[0]);
  winner_.reset();
  return Status::ok();
}

Status V2Build::compare_blobs(const std::vector<std::byte>& first,
                              const std::vector<std::byte>& second) {
  if (first.size() != second.size()) {
    return invalid_argument(data_.layer.who + ": getSerializationSize returned " +
                            std::to_string(first.size()) + ", then " +
                            std::to_string(second.size()) + "; it must not change on one object");
  }
  std::size_t written = first.size();
  while (written > 0 && first[written - 1] == kFirstPoison &&
         second[written - 1] == kSecondPoison) {
    --written;
  }
  // TensorRT keeps such bytes as they are.
  if (written != first.size()) {
    warn("serialize wrote only " + std::to_string(written) + " of the " +
         std::to_string(first.size()) +
         " bytes that getSerializationSize announces; make both agree");
  } else if (first != second) {
    warn(
        "serialize wrote different bytes when it was called again; it must depend on the object's "
        "state only");
  }
  return Status::ok();
}

}  // namespace

Result<EngineData> build_engine(const BuildRequest& request, V2Object& network_object) {
  return V2Build(request, network_object).run();
}

}  // namespace plugsmith::host
