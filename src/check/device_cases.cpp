// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/device_cases.hpp"

#include <algorithm>
#include <initializer_list>

#include "src/check/device_ready.hpp"
#include "src/check/trial_reference.hpp"

namespace plugsmith::check {
namespace {

constexpr std::int32_t kMostTactics = 1024;

using Shapes = std::vector<host::DimValues>;  // one for each input

// opt with odd dims throughout; equal ones stay equal, as a channel and its weight.
Shapes odd_variant(const Subject& subject) {
  Shapes dims = subject.use.opt;
  for (auto& tensor : dims) {
    for (std::int64_t& dim : tensor) {
      if (dim % 2 == 0 && dim > 0) dim += dim == 2 ? 1 : -1;
    }
  }
  return dims;
}

// The subject in a network for these shapes alone: its workspace then has just the size for them.
Subject with_profile_of(const Subject& subject, const TrialShapes& shapes) {
  Subject fixed = subject;
  fixed.use.min = fixed.use.opt = fixed.use.max = shapes.inputs;
  fixed.use.output_min = fixed.use.output_opt = fixed.use.output_max = shapes.upper;
  return fixed;
}

/// A case in its own network, with inputs that the reference takes.
struct FixedCase {
  Subject subject;
  TrialShapes shapes;
  std::vector<HostTensor> inputs;
};

Result<FixedCase> fix(const Subject& given, const DeviceCase& one) {
  auto shapes = trial_shapes(given, one.inputs);
  if (!shapes.is_ok()) return shapes.status();
  FixedCase fixed{with_profile_of(given, shapes.value()), std::move(shapes).value(), {}};
  auto inputs = trial_inputs(fixed.subject, one.combination, fixed.shapes, kTrialSeed);
  if (!inputs.is_ok()) return inputs.status();
  fixed.inputs = std::move(inputs).value();
  const std::string refused = refusal(fixed.subject, one.combination, fixed.shapes, fixed.inputs);
  if (!refused.empty()) return invalid_argument(refused);
  return fixed;
}

// Device memory that is freed again, so that what the op allocates next may hold the byte.
Status stain_free_memory(unsigned char fill) {
  constexpr int kEach = 8;
  std::vector<cuda::GuardedBuffer> buffers;
  for (const std::int64_t bytes : {std::int64_t{512}, std::int64_t{65536}, std::int64_t{1} << 24}) {
    for (int i = 0; i < kEach; ++i) {
      auto made = cuda::GuardedBuffer::make_bare(bytes);
      if (!made.is_ok()) return made.status();
      PLUGSMITH_RETURN_IF_ERROR(made->fill(fill));
      buffers.push_back(std::move(made).value());
    }
  }
  return Status::ok();
}

Result<std::vector<HostTensor>> run_on(const FixedCase& fixed, const DeviceCase& one,
                                       unsigned char fill) {
  PLUGSMITH_RETURN_IF_ERROR(stain_free_memory(fill));
  auto trial = DeviceTrial::make(fixed.subject, {one.combination, one.tactic});
  if (!trial.is_ok()) return trial.status();
  PLUGSMITH_RETURN_IF_ERROR((*trial)->set_shapes(fixed.shapes));
  PLUGSMITH_RETURN_IF_ERROR((*trial)->poison_outputs(fill));
  PLUGSMITH_RETURN_IF_ERROR((*trial)->fill_workspace(fill));
  PLUGSMITH_RETURN_IF_ERROR((*trial)->set_inputs(fixed.inputs));
  PLUGSMITH_RETURN_IF_ERROR((*trial)->run());
  return (*trial)->outputs();
}

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
  std::vector<Shapes> variants;
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
  std::vector<Shapes> usual{subject.use.opt, subject.use.min, subject.use.max};
  // Invented inputs may be others; if they do not fit each other, the reference says so.
  const bool varied =
      !subject.inputs_given && (subject.use.inputs() == 1 || has_reference(subject));
  if (varied) usual.push_back(odd_variant(subject));
  const auto variants = varied ? channel_variants(subject) : std::vector<Shapes>();
  std::vector<DeviceCase> cases;
  for (const Combination& combination : subject.use.combinations) {
    auto shapes = usual;
    if (is_vectorized(combination)) shapes.insert(shapes.end(), variants.begin(), variants.end());
    std::vector<Shapes> taken;  // a fixed shape is opt, min and max
    for (auto& dims : shapes) {
      if (std::find(taken.begin(), taken.end(), dims) == taken.end()) taken.push_back(dims);
    }
    for (const std::int32_t tactic : tactics_of(subject, combination)) {
      for (const auto& dims : taken) cases.push_back({combination, tactic, dims});
    }
  }
  return cases;
}

Status run_bare(const Subject& given, const DeviceCase& one) {
  const auto fixed = fix(given, one);
  if (!fixed.is_ok()) return fixed.status();
  auto trial = DeviceTrial::make(fixed->subject,
                                 {one.combination, one.tactic, Origin::kLoaded, Memory::kBare});
  if (!trial.is_ok()) return trial.status();
  PLUGSMITH_RETURN_IF_ERROR((*trial)->set_shapes(fixed->shapes));
  PLUGSMITH_RETURN_IF_ERROR((*trial)->set_inputs(fixed->inputs));
  return (*trial)->run();
}

Result<std::string> memory_dependence(const Subject& given, const DeviceCase& one) {
  const auto fixed = fix(given, one);
  if (!fixed.is_ok()) return fixed.status();
  const auto zeros = run_on(fixed.value(), one, 0x00);
  if (!zeros.is_ok()) return zeros.status();
  const auto again = run_on(fixed.value(), one, 0x00);
  if (!again.is_ok()) return again.status();
  const std::string restless = difference(again.value(), zeros.value(), kSameKernel);
  if (!restless.empty()) return internal_error("two runs on the same memory differ: " + restless);
  for (const unsigned char fill : std::initializer_list<unsigned char>{0xFF, 0x5A}) {
    const std::string where = "with " + std::string(fill == 0xFF ? "0xFF" : "0x5A") +
                              " instead of 0x00 in outputs, workspace and fresh memory, ";
    const auto filled = run_on(fixed.value(), one, fill);
    if (!filled.is_ok()) return where + filled.status().message();
    const std::string text = difference(filled.value(), zeros.value(), kSameKernel);
    if (!text.empty()) return where + text;
  }
  return std::string();
}

}  // namespace plugsmith::check
