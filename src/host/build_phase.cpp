// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/build_phase.hpp"

#include <set>
#include <string>

namespace plugsmith::host {
namespace {

constexpr float kNegotiationScale = 0.0F;  ///< what descriptors hold while formats are asked
constexpr float kScale = 1.0F;             ///< and later: strongly typed networks know no other
constexpr int kWorkspaceQuestions = 4;

}  // namespace

BuildPhase::BuildPhase(const BuildRequest& request) : request_(request) {
  data_.layer = request.layer;
  data_.watch_inputs = request.options.watch_inputs;
  data_.info.aliased_input.assign(data_.layer.output_types.size(), -1);
}

Status BuildPhase::ask_shapes(PluginObject& object, int times) {
  LayerData& layer = data_.layer;
  for (int i = 0; i < times; ++i) {
    auto shapes = object.output_shapes(layer.input_dims, layer.shape_inputs, layer.output_types);
    if (!shapes.is_ok()) return shapes.status();
    layer.shapes = std::move(shapes).value();
  }
  auto profile = make_profile(layer, request_.options);
  if (!profile.is_ok()) return profile.status();
  data_.profile = std::move(profile).value();
  return Status::ok();
}

Ports BuildPhase::asked_ports() const {
  return make_ports(data_.layer, data_.profile, kNegotiationScale);
}

Ports BuildPhase::configured_ports(const Combination& combination) const {
  Ports ports = make_ports(data_.layer, data_.profile, kScale);
  for (std::size_t i = 0; i < combination.size(); ++i) {
    ports.descs[i].desc.format = static_cast<nvinfer1::TensorFormat>(combination[i]);
  }
  return ports;
}

Result<std::vector<Combination>> BuildPhase::find_combinations(PluginObject& object) const {
  const Ports ports = asked_ports();
  auto found = negotiate(object, ports);
  if (found.is_ok() && found->empty()) {
    return no_supported_format(object, data_.layer.name, ports);
  }
  return found;
}

Status BuildPhase::over_limit(std::int64_t bytes) const {
  return resource_exhausted(data_.layer.who + ": plugin node " + data_.layer.name + " requires " +
                            std::to_string(bytes) + " bytes of scratch space, but only " +
                            std::to_string(request_.options.workspace_limit_bytes) +
                            " is available; raise the workspace limit, or check getWorkspaceSize");
}

void BuildPhase::note_skipped(const std::string& candidate, const Status& why) {
  if (first_skipped_.is_ok()) first_skipped_ = why;
  request_.state->logger.note(nvinfer1::ILogger::Severity::kERROR,
                              candidate + " is skipped: " + why.message());
}

Status BuildPhase::no_implementation(const char* candidates) const {
  return {first_skipped_.code(), data_.layer.who + ": Could not find any implementation for node " +
                                     data_.layer.name + ": every " + candidates +
                                     " failed, the first one thus: " + first_skipped_.message()};
}

Status BuildPhase::ask_workspace(PluginObject& winner, const Ports& ports) {
  for (int i = 0; i < kWorkspaceQuestions; ++i) {
    const auto bytes = winner.workspace_bytes(ports);
    if (!bytes.is_ok()) return bytes.status();
    if (bytes.value() > request_.options.workspace_limit_bytes) return over_limit(bytes.value());
    data_.info.workspace_bytes = bytes.value();
  }
  return Status::ok();
}

bool BuildPhase::may_win(const Combination& combination) const {
  const auto& preferred = request_.options.preferred_format;
  return !preferred || (!combination.empty() && combination.front() == *preferred);
}

Status BuildPhase::none_may_win(const std::vector<Combination>& combinations) const {
  std::set<std::string> known;
  for (const Combination& combination : combinations) known.insert(to_string(combination.front()));
  std::string all;
  for (const std::string& format : known) all += (all.empty() ? "" : ", ") + format;
  return invalid_argument(data_.layer.who + ": no combination has its first input in " +
                          to_string(*request_.options.preferred_format) + "; there are " + all);
}

void BuildPhase::take_combination(const Combination& combination) {
  EngineInfo& info = data_.info;
  const std::size_t inputs = data_.layer.input_types.size();
  for (const auto type : data_.layer.input_types) {
    info.input_types.push_back(static_cast<DataType>(type));
  }
  for (const auto type : data_.layer.output_types) {
    info.output_types.push_back(static_cast<DataType>(type));
  }
  info.input_formats.assign(combination.begin(),
                            combination.begin() + static_cast<std::ptrdiff_t>(inputs));
  info.output_formats.assign(combination.begin() + static_cast<std::ptrdiff_t>(inputs),
                             combination.end());
}

}  // namespace plugsmith::host
