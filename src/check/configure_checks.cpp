// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "src/check/families.hpp"
#include "src/check/field_memory.hpp"
#include "src/check/fresh_memory.hpp"

// CK44, CK46: configuration and workspace.

namespace plugsmith::check {
namespace {

constexpr std::size_t kMostCombinations = 64;
constexpr std::size_t kLargest = std::size_t{1} << 40U;

std::vector<std::vector<PortFormat>> tried(const Subject& subject) {
  auto combinations = subject.use.matching();
  if (combinations.size() > kMostCombinations) combinations.resize(kMostCombinations);
  return combinations;
}

// All that configurePlugin may decide and TensorRT asks about.
struct Decided {
  std::size_t workspace = 0;
  std::int32_t tactics = 0;
  std::vector<host::FieldValue> fields;

  bool operator==(const Decided& other) const {
    return workspace == other.workspace && tactics == other.tactics &&
           std::equal(
               fields.begin(), fields.end(), other.fields.begin(), other.fields.end(),
               [](const auto& a, const auto& b) { return a.name == b.name && a.data == b.data; });
  }
};

Decided decided(const AnyPlugin& plugin, const host::Ports& ports) {
  Decided result;
  result.workspace = plugin.workspace(ports);
  result.tactics = plugin.tactic_count();
  auto fields = plugin.state();
  if (fields.is_ok()) result.fields = std::move(fields).value();
  return result;
}

void ck44(const Subject& subject, Verdict& verdict) {
  const auto combinations = tried(subject);
  const auto busy = subject.make();
  for (const auto& combination : combinations) {
    const std::int32_t code = busy->configure(subject.ports(combination));
    if (code == 0) continue;
    const std::string text = "configurePlugin returned " + std::to_string(code) + " for " +
                             describe(combination, subject.use.inputs()) + " with inputs " +
                             describe(subject.use.opt);
    if (!subject.inputs_given) return verdict.not_run(text + ", which were invented; give --input");
    return verdict.broken(text + ", a combination that it accepts", "configurePlugin");
  }
  for (auto last = combinations.rbegin(); last != combinations.rend(); ++last) {
    const auto ports = subject.ports(*last);
    fill_fresh_memory(0xC3);
    const auto fresh = subject.make();
    if (busy->configure(ports) != 0 || fresh->configure(ports) != 0) {
      return verdict.broken("configurePlugin refuses " + describe(*last, subject.use.inputs()) +
                                ", which it took before",
                            "configurePlugin, repeated");
    }
    if (decided(*busy, ports) == decided(*fresh, ports)) continue;
    fill_fresh_memory(0x3C);
    const auto twin = subject.make();
    if (twin->configure(ports) != 0 || decided(*twin, ports) != decided(*fresh, ports)) {
      return verdict.not_run("equal plugins, configured alike, serialize different bytes");
    }
    if (keeps_field_memory(subject)) {
      return verdict.not_run("it keeps pointers into its fields (CK17)");
    }
    return verdict.broken("after several configurePlugin calls that end with " +
                              describe(*last, subject.use.inputs()) +
                              " workspace, tactics or serialized fields differ from those after "
                              "that call alone",
                          "configurePlugin, repeated");
  }
}

std::string bytes(std::size_t count) { return std::to_string(count) + " bytes"; }

void ck46(const Subject& subject, Verdict& verdict) {
  for (const auto& combination : tried(subject)) {
    const auto plugin = subject.make();
    auto ports = subject.ports(combination);
    if (plugin->configure(ports) != 0) return verdict.not_run("configurePlugin refuses the inputs");
    const std::size_t most = plugin->workspace(ports);
    const std::string of = " for " + describe(combination, subject.use.inputs());
    if (most > kLargest && !subject.given->has_attributes && !subject.attributes.empty()) {
      return verdict.not_run("getWorkspaceSize returned " + bytes(most) +
                             " with attributes that were invented; give --attr");
    }
    if (most > kLargest) {
      verdict.broken("getWorkspaceSize returned " + bytes(most) + of +
                         ", more than 1 TiB: a "
                         "negative number or an overflow",
                     "getWorkspaceSize");
    }
    if (plugin->workspace(ports) != most) {
      verdict.broken("getWorkspaceSize changed its answer of " + bytes(most) + of,
                     "getWorkspaceSize, second call");
    }
    auto known = ports;
    for (auto& port : known.descs) port.desc.dims = port.max;
    const std::size_t with_known = plugin->workspace(known);
    if (with_known != most) {
      verdict.broken("getWorkspaceSize is " + bytes(most) +
                         " while desc.dims are those of the "
                         "network, with -1 for open ones, and " +
                         bytes(with_known) + " while they are known" + of + "; must come from max",
                     "getWorkspaceSize with known desc.dims");
    }
    for (auto& port : ports.descs) port.max = port.min;
    const std::size_t least = plugin->workspace(ports);
    if (least > most) {
      verdict.broken("getWorkspaceSize asks " + bytes(least) +
                         " for the smallest shape, but only " + bytes(most) + " for the largest" +
                         of,
                     "getWorkspaceSize with smaller max");
    }
  }
}

}  // namespace

std::span<const Check> configure_checks() {
  static constexpr Check kChecks[] = {{"CK44", ck44, Reach::kNegotiated},
                                      {"CK46", ck46, Reach::kNegotiated}};
  return kChecks;
}

}  // namespace plugsmith::check
