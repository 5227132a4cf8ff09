// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <chrono>

#include "src/check/families.hpp"
#include "src/check/life.hpp"
#include "src/check/memory_use.hpp"

// CK56, CK76: what a plugin takes over its life, it gives back.

namespace plugsmith::check {
namespace {

#if NV_TENSORRT_MAJOR >= 10
using Use = host::ResourceTable::Use;

std::string text_of(const Use& use) {
  return std::to_string(use.acquired) + " times acquired and " + std::to_string(use.released) +
         " times released";
}

void ck56(const Subject& subject, Verdict& verdict) {
  auto& resources = subject.state->registry.resources();
  const Use before = resources.use();
  std::string early;
  for (const int changes : {1, 3}) early = live_once(subject, changes);
  const Use after = resources.use();
  const Use during{after.acquired - before.acquired, after.released - before.released,
                   after.refused_releases - before.refused_releases};
  if (during.refused_releases > 0) {
    return verdict.broken("releasePluginResource was called " +
                              std::to_string(during.refused_releases) +
                              " times for a key that nobody held any more",
                          "releasePluginResource");
  }
  if (during.acquired != during.released) {
    return verdict.broken(
        "after two whole lives plugin resources were " + text_of(during) + "; must be the same",
        "acquirePluginResource, releasePluginResource");
  }
  if (during.acquired == 0) {
    return verdict.not_run("it acquires no plugin resource where no GPU is needed" +
                           (early.empty() ? "" : "; " + early));
  }
  resources.refuse(true);  // as TensorRT does when the resource's clone is null
  live_once(subject, 1);
  resources.refuse(false);
}
#endif

// Bytes that the lives added to the heap.
std::ptrdiff_t growth(const Subject& subject, int lives) {
  const std::size_t before = heap_bytes_in_use();
  for (int i = 0; i < lives; ++i) live_once(subject, 0);  // onShapeChange is CK57's
  return static_cast<std::ptrdiff_t>(heap_bytes_in_use() - before);
}

void ck76(const Subject& subject, Verdict& verdict) {
  using Clock = std::chrono::steady_clock;
  constexpr int kMostLives = 40;
  constexpr std::ptrdiff_t kBytesPerLife = 8;  // less is no leak of each life
  constexpr auto kPatience = std::chrono::milliseconds(150);
  const auto started = Clock::now();
  if (const std::string early = live_once(subject, 0); !early.empty()) {
    return verdict.not_run("its life ends early: " + early);
  }
  int lives = 1;
  for (; lives < kMostLives && Clock::now() - started < kPatience / 3; ++lives) {
    live_once(subject, 0);
  }
  const std::ptrdiff_t first = growth(subject, lives);
  const std::ptrdiff_t second = growth(subject, lives);
  // What grows once is a cache; a leak grows every time.
  if (first < kBytesPerLife * lives || second < kBytesPerLife * lives) return;
  verdict.broken(std::to_string(lives) +
                     " whole lives (created, cloned, loaded, attached, destroyed) left " +
                     std::to_string(second) + " bytes more in use: it leaks",
                 "destructor");
}

}  // namespace

std::span<const Check> resource_checks() {
  static constexpr Check kChecks[] = {
#if NV_TENSORRT_MAJOR >= 10
    {"CK56", ck56, Reach::kNegotiated},  // a registry without resources has none to balance
#endif
    {"CK76", ck76, Reach::kNegotiated}
  };
  return kChecks;
}

}  // namespace plugsmith::check
