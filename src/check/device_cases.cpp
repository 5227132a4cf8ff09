// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/device_cases.hpp"

#include <algorithm>

#include "src/check/device_ready.hpp"
#include "src/check/trial_reference.hpp"

namespace plugsmith::check {
namespace {

constexpr std::int32_t kMostTactics = 1024;

}  // namespace

std::string describe(const Subject& subject, const DeviceCase& one) {
  return describe(one.combination, subject.use.inputs()) +
         (one.tactic == 0 ? "" : ", tactic " + std::to_string(one.tactic)) + ", inputs " +
         describe(one.inputs);
}

std::vector<std::int32_t> tactics_of(const Subject& subject, const Combination& combination) {
  const auto plugin = subject.create();
  if (plugin == nullptr || plugin->configure(subject.ports(combination)) != 0) return {0};
  const std::int32_t count =
      plugin->call("getNbTactics", [&] { return plugin->build()->getNbTactics(); });
  if (count <= 0 || count > kMostTactics) return {0};
  std::vector<std::int32_t> tactics(static_cast<std::size_t>(count), 0);
  const std::int32_t code = plugin->call(
      "getValidTactics", [&] { return plugin->build()->getValidTactics(tactics.data(), count); });
  return code == 0 ? tactics : std::vector<std::int32_t>{0};
}

bool is_vectorized(const Combination& combination) {
  return std::any_of(combination.begin(), combination.end(),
                     [](const PortFormat& port) { return port.format != TensorFormat::kLinear; });
}

std::vector<std::vector<host::DimValues>> channel_variants(const Subject& subject) {
  std::vector<std::vector<host::DimValues>> variants;
  for (const std::int64_t channels : {1, 3, 9, 17, 33}) {
    auto dims = subject.use.opt;
    for (auto& tensor : dims) {
      if (tensor.size() >= 3) tensor[1] = channels;
    }
    variants.push_back(std::move(dims));
  }
  return variants;
}

std::vector<DeviceCase> device_cases(const Subject& subject) {
  const std::vector<std::vector<host::DimValues>> usual{subject.use.opt, subject.use.min,
                                                        subject.use.max};
  // Inputs of other channels need not fit each other; the reference then says so.
  const bool varied = subject.use.inputs() == 1 || has_reference(subject);
  const auto variants = varied ? channel_variants(subject) : decltype(channel_variants(subject))();
  std::vector<DeviceCase> cases;
  for (const Combination& combination : subject.use.combinations) {
    auto shapes = usual;
    if (is_vectorized(combination)) shapes.insert(shapes.end(), variants.begin(), variants.end());
    std::vector<std::vector<host::DimValues>> taken;  // a fixed shape is opt, min and max
    for (auto& dims : shapes) {
      if (std::find(taken.begin(), taken.end(), dims) == taken.end()) taken.push_back(dims);
    }
    for (const std::int32_t tactic : tactics_of(subject, combination)) {
      for (const auto& dims : taken) cases.push_back({combination, tactic, dims});
    }
  }
  return cases;
}

Status run_bare(const Subject& subject, const DeviceCase& one) {
  const auto shapes = trial_shapes(subject, one.inputs);
  if (!shapes.is_ok()) return shapes.status();
  const auto inputs = trial_inputs(subject, one.combination, shapes.value(), kTrialSeed);
  if (!inputs.is_ok()) return inputs.status();
  if (has_reference(subject)) {
    const auto wanted = reference_outputs(subject, one.combination, shapes.value(), inputs.value());
    if (!wanted.is_ok()) return wanted.status();
  }
  auto trial =
      DeviceTrial::make(subject, {one.combination, one.tactic, Origin::kLoaded, Memory::kBare});
  if (!trial.is_ok()) return trial.status();
  PLUGSMITH_RETURN_IF_ERROR((*trial)->set_shapes(shapes.value()));
  PLUGSMITH_RETURN_IF_ERROR((*trial)->set_inputs(inputs.value()));
  return (*trial)->run();
}

}  // namespace plugsmith::check
