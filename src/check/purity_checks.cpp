// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <random>

#include "src/check/families.hpp"
#include "src/check/fresh_memory.hpp"

// CK36, CK37: supportsFormatCombination is a function of the entries up to pos.

namespace plugsmith::check {
namespace {

constexpr std::size_t kMostQueries = 3'000;
constexpr int kGarbageRepeats = 4;

struct Query {
  std::vector<PortFormat> prefix;  ///< the last one is what is asked
  bool answer = false;
};

// Queries that the search for combinations asks: each accepted prefix with every pair behind it.
std::vector<Query> queries(const AnyPlugin& plugin, const Subject& subject) {
  std::vector<Query> result;
  const Case& use = subject.use;
  std::vector<PortFormat> last;
  for (const auto& combination : use.combinations) {
    for (std::size_t position = 0; position < combination.size(); ++position) {
      std::vector<PortFormat> prefix(combination.begin(),
                                     combination.begin() + static_cast<std::ptrdiff_t>(position));
      const bool known = !last.empty() && std::equal(prefix.begin(), prefix.end(), last.begin());
      if (known) continue;
      for (int type = 0; type < host::kKnownDataTypes && result.size() < kMostQueries; ++type) {
        for (int format = 0; format < kTensorFormatCount; ++format) {
          auto asked = prefix;
          asked.push_back({static_cast<DataType>(type), static_cast<TensorFormat>(format)});
          result.push_back({asked, plugin.supports(static_cast<std::int32_t>(position),
                                                   subject.ports(asked, 0.0F))});
        }
      }
    }
    last = combination;
  }
  return result;
}

std::string text_of(const Query& query) {
  return describe(query.prefix, query.prefix.size()) + " at position " +
         std::to_string(query.prefix.size() - 1);
}

// Whether the answer follows what the stack holds, as that of a plugin does which asks an absent
// device for its properties and takes no notice of the error.
bool depends_on_garbage(const AnyPlugin& plugin, std::int32_t position, const host::Ports& ports) {
  int yes = 0;
  constexpr int kFills[] = {0x00, 0x08, 0x3C, 0x7F, 0xC3, 0xFF};
  for (const int fill : kFills) {
    fill_fresh_memory(fill);
    yes += plugin.supports(position, ports) ? 1 : 0;
  }
  return yes != 0 && yes != static_cast<int>(std::size(kFills));
}

void ck36(const Subject& subject, Verdict& verdict) {
  const auto plugin = subject.make();
  auto asked = queries(*plugin, subject);
  std::shuffle(asked.begin(), asked.end(), std::mt19937_64(subject.given->seed));
  const auto copy = plugin->copy();
  for (const Query& query : asked) {
    const auto position = static_cast<std::int32_t>(query.prefix.size()) - 1;
    const auto ports = subject.ports(query.prefix, 0.0F);
    const bool again = plugin->supports(position, ports);
    const bool of_copy = copy == nullptr || !copy->unbuildable().empty()
                             ? query.answer
                             : copy->supports(position, ports);
    if (again == query.answer && of_copy == query.answer) continue;
    if (depends_on_garbage(*plugin, position, ports)) {
      return verdict.not_run("the answer for " + text_of(query) +
                             " depends on memory that nobody sets; it may need a GPU");
    }
    return verdict.broken("asked about " + text_of(query) + " it said " +
                              (query.answer ? "yes, later no" : "no, later yes") +
                              (again == query.answer ? " (in a clone)" : ""),
                          "supportsFormatCombination, asked again in another order");
  }
}

void ck37(const Subject& subject, Verdict& verdict) {
  const auto plugin = subject.make();
  std::mt19937_64 random(subject.given->seed + 1);
  for (const Query& query : queries(*plugin, subject)) {
    auto ports = subject.ports(query.prefix, 0.0F);
    for (int i = 0; i < kGarbageRepeats; ++i) {
      for (std::size_t above = query.prefix.size(); above < ports.descs.size(); ++above) {
        auto& desc = ports.descs[above].desc;
        desc.type = static_cast<nvinfer1::DataType>(random() % host::kKnownDataTypes);
        desc.format = static_cast<nvinfer1::TensorFormat>(random() % kTensorFormatCount);
        desc.dims.nbDims = static_cast<std::int32_t>(random() % 9);
      }
      if (plugin->supports(static_cast<std::int32_t>(query.prefix.size()) - 1, ports) ==
          query.answer) {
        continue;
      }
      if (plugin->supports(static_cast<std::int32_t>(query.prefix.size()) - 1,
                           subject.ports(query.prefix, 0.0F)) != query.answer) {
        return verdict.not_run("the answers change by themselves (CK36)");
      }
      return verdict.broken("the answer for " + text_of(query) +
                                " changes with entries above that position, which hold invalid "
                                "values in TensorRT",
                            "supportsFormatCombination with other entries above pos");
    }
  }
}

}  // namespace

std::span<const Check> purity_checks() {
  static constexpr Check kChecks[] = {{"CK36", ck36, Reach::kNegotiated},
                                      {"CK37", ck37, Reach::kNegotiated}};
  return kChecks;
}

}  // namespace plugsmith::check
