// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <set>

#include "src/check/families.hpp"

// CK48, CK49, CK51, CK52: tactics, timing-cache id, metadata.

namespace plugsmith::check {
namespace {

constexpr std::int32_t kPoison = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t kMostTactics = 65536;

struct Tactics {
  std::int32_t count = 0, code = 0;
  std::vector<std::int32_t> values;  ///< with kPadding entries behind
};

Tactics tactics_of(const Plugin& plugin) {
  Tactics result;
  result.count = plugin.call("getNbTactics", [&] { return plugin.build()->getNbTactics(); });
  if (result.count < 0 || result.count > kMostTactics) return result;
  result.values.assign(static_cast<std::size_t>(result.count) + kPadding, kPoison);
  result.code = plugin.call("getValidTactics", [&] {
    return plugin.build()->getValidTactics(result.values.data(), result.count);
  });
  return result;
}

// A configured object, or null with the reason.
std::unique_ptr<Plugin> configured(const Subject& subject, Verdict& verdict) {
  auto plugin = subject.create();
  const auto combination = subject.use.matching().front();
  if (plugin->configure(subject.ports(combination)) == 0) return plugin;
  verdict.not_run("configurePlugin refuses the inputs");
  return nullptr;
}

void ck48(const Subject& subject, Verdict& verdict) {
  const auto plugin = configured(subject, verdict);
  if (plugin == nullptr) return;
  const Tactics tactics = tactics_of(*plugin);
  if (tactics.count < 0 || tactics.count > kMostTactics) {
    return verdict.broken("getNbTactics returned " + std::to_string(tactics.count) +
                              "; must be 0 to " + std::to_string(kMostTactics),
                          "getNbTactics");
  }
  if (tactics.code != 0) {
    return verdict.broken(
        "getValidTactics returned " + std::to_string(tactics.code) + "; 0 means success",
        "getValidTactics");
  }
  const auto end = tactics.values.begin() + tactics.count;
  if (std::any_of(end, tactics.values.end(), [](auto value) { return value != kPoison; })) {
    return verdict.broken("getValidTactics wrote behind the " + std::to_string(tactics.count) +
                              " entries that getNbTactics announces",
                          "getValidTactics");
  }
  std::set<std::int32_t> seen;
  for (auto tactic = tactics.values.begin(); tactic != end; ++tactic) {
    if (*tactic > 0 && seen.insert(*tactic).second) continue;
    verdict.broken("entry " + std::to_string(tactic - tactics.values.begin()) +
                       " of getValidTactics " +
                       (*tactic == kPoison ? "was not written" : "is " + std::to_string(*tactic)) +
                       "; tactics must be positive and unique",
                   "getValidTactics");
  }
}

void ck49(const Subject& subject, Verdict& verdict) {
  const auto plugin = configured(subject, verdict);
  if (plugin == nullptr) return;
  if (plugin->runtime() == nullptr) return verdict.not_run("there is no runtime capability (CK02)");
  const Tactics tactics = tactics_of(*plugin);
  if (tactics.count < 0 || tactics.count > kMostTactics || tactics.code != 0) {
    return verdict.not_run("the tactics are broken (CK48)");
  }
  std::vector<std::int32_t> advertised{0};
  advertised.insert(advertised.end(), tactics.values.begin(),
                    tactics.values.begin() + tactics.count);
  const auto set = [&](std::int32_t tactic) {
    return plugin->call("setTactic", [&] { return plugin->runtime()->setTactic(tactic); });
  };
  for (const std::int32_t tactic : advertised) {
    const std::int32_t code = set(tactic);
    if (code == 0) continue;
    verdict.broken("setTactic(" + std::to_string(tactic) + ") returned " + std::to_string(code) +
                       (tactic == 0 ? "; 0 is the default tactic" : ", though it is advertised"),
                   "setTactic(" + std::to_string(tactic) + ")");
  }
  if (tactics.count == 0) return;  // TensorRT then never passes another
  const std::int32_t unknown = *std::max_element(advertised.begin(), advertised.end());
  if (unknown < std::numeric_limits<std::int32_t>::max() && set(unknown + 1) == 0) {
    verdict.broken("setTactic(" + std::to_string(unknown + 1) +
                       ") returned 0, though that tactic is not advertised",
                   "setTactic(" + std::to_string(unknown + 1) + ")");
  }
}

void ck51(const Subject& subject, Verdict& verdict) {
  const auto plugin = configured(subject, verdict);
  if (plugin == nullptr) return;
  const std::string after_configure = plugin->timing_cache_id();
  const auto fresh = subject.create();
  const std::string first = fresh->timing_cache_id();
  if (first != fresh->timing_cache_id()) {
    verdict.broken("getTimingCacheID changed its answer from \"" + first + "\"",
                   "getTimingCacheID, second call");
  }
  if (first != after_configure) {
    verdict.broken("getTimingCacheID is \"" + first + "\" for a new object and \"" +
                       after_configure +
                       "\" for another with equal attributes after "
                       "configurePlugin; must depend on the attributes alone",
                   "getTimingCacheID after configurePlugin");
  }
}

void ck52(const Subject& subject, Verdict& verdict) {
  const auto plugin = configured(subject, verdict);
  if (plugin == nullptr) return;
  const auto ask = [&] {
    return plugin->call("getMetadataString", [&] { return plugin->build()->getMetadataString(); });
  };
  const char* text = ask();
  if (text == nullptr) return;
  const std::string first = text;
  const std::vector<char> churn(first.size() + 1, 'x');  // takes the place of a freed string
  if (first != text) {
    return verdict.broken("the text that getMetadataString returned changed after the call",
                          "getMetadataString");
  }
  const char* again = ask();
  if (again != nullptr && first == again) return;
  verdict.broken("getMetadataString changed its answer from \"" + first + "\"",
                 "getMetadataString, second call");
}

}  // namespace

std::span<const Check> tactic_checks() {
  static constexpr Check kChecks[] = {{"CK48", ck48, Reach::kNegotiated},
                                      {"CK49", ck49, Reach::kNegotiated},
                                      {"CK51", ck51, Reach::kNegotiated},
                                      {"CK52", ck52, Reach::kNegotiated}};
  return kChecks;
}

}  // namespace plugsmith::check
