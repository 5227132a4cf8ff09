// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/fidelity/differences.hpp"

#include <algorithm>

namespace plugsmith::fidelity {
namespace {

constexpr char kOneLayer[] = "the host plays one layer at a time";
constexpr char kNoCache[] = "there is no clock, hence no timing cache";
constexpr char kTyped[] = "the host plays strongly typed networks, the only ones of TensorRT 11";
constexpr char kOneProfile[] = "the host plays one profile";
constexpr char kAtOnce[] = "the host refuses at once what TensorRT stumbles over later";
constexpr char kSilent[] = "the host refuses what TensorRT takes without an error";
constexpr char kAllOutputs[] =
    "in the host either all outputs are the network's or none, and a data-dependent one always is";

}  // namespace

const std::vector<Difference>& differences() {
  static const std::vector<Difference> all{
      {"two-layers", "", kOneLayer},
      {"tactic-two-layers", "", kOneLayer},
      {"tactic-cached", "", kNoCache},
      {"two-profiles", "", kOneProfile},
      {"tactic-two-profiles", "", kOneProfile},
      {"v2-two-profiles", "", kOneProfile},
      {"weak", "", kTyped},
      {"weak-fp16", "", kTyped},
      {"weak-int8", "", kTyped},
      {"v2-weak-int8", "", kTyped},
      {"absent-input", "", "addPluginV3 refuses null; a layer of the host has no place for it"},
      {"datadep-followed", "recorded \"#1 getOutputDataTypes in0 t0\"", kAllOutputs},
      {"no-input", "recorded nothing, played \"#6 setTactic 0\"",
       "TensorRT 10.6 builds a layer without inputs but cannot load it"},
      {"fail-noruntimecap", "recorded \"#0 getOutputDataTypes in0 t0\", played \"#0 ~\"", kAtOnce},
      {"fail-nbout", "recorded \"#0 clone -> #1\", played \"#0 ~\"", kAtOnce},
      {"fail-shapes", "recorded \"== build\", played \"#1 ~\"", kAtOnce},
      {"fail-attach-3", "recorded \"== run 0\", played \"#6 ~\"", kAtOnce},
      {"fail-field-data", "recorded \"#5 getFieldsToSerialize", kAtOnce},
      {"v2-fail-nbout", "recorded \"#0 clone -> #1\", played \"#0 destroy\"", kAtOnce},
      {"v2-fail-dims", "recorded \"== build\", played \"#1 destroy\"", kAtOnce},
      {"v2-fail-initialize", "recorded \"#2 destroy\", played \"#4 destroy\"",
       "the host does not leak an object whose initialize failed"},
      {"fail-bool", "recorded \"== build\", played \"#1 ~\"", kSilent},
      {"fail-shapes-unset", "recorded \"== build\", played \"#1 ~\"", kSilent},
      {"fail-limit", "io1 [-1,8,-1,-1]:t0:f5:s0 -> 0\", played \"#3 ~\"", kSilent},
      {"v2-fail-bool", "recorded \"== build\", played \"#1 destroy\"", kSilent},
  };
  return all;
}

const Difference* find_difference(const std::string& scenario) {
  const auto& all = differences();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const Difference& d) { return d.scenario == scenario; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace plugsmith::fidelity
