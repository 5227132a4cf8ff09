// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <regex>

#include "src/check/case_trial.hpp"
#include "src/check/invent.hpp"

// Which inputs are tried for an op whose inputs nobody described.

namespace plugsmith::check {
namespace {

constexpr int kMostInputs = 10;

using Ranks = std::vector<int>;

void add(const Ranks& ranks, std::int32_t shape_elements, Dimensions kind,
         std::vector<Attempt>& all) {
  for (const bool open : {true, false}) {
    if (open && kind == Dimensions::kFixed) continue;
    Attempt attempt;
    for (const int rank : ranks) attempt.dims.push_back(usual_dims(rank));
    attempt.open = open;
    attempt.shape_elements = shape_elements;
    all.push_back(std::move(attempt));
  }
}

void add_mixed(int count, Dimensions kind, std::vector<Attempt>& all) {
  constexpr int kRanks = 4;
  int codes = kRanks;
  for (int i = 1; i < count; ++i) codes *= kRanks;
  for (int code = 0; code < codes; ++code) {
    Ranks ranks;
    for (int i = 0, rest = code; i < count; ++i, rest /= kRanks) {
      ranks.insert(ranks.begin(), kRanks - rest % kRanks);
    }
    if (std::any_of(ranks.begin(), ranks.end(), [&](int rank) { return rank != ranks.front(); })) {
      add(ranks, 0, kind, all);
    }
  }
}

// A library built with Plugsmith tells its ports.
std::vector<Attempt> told(const host::CreatorInfo& info, Dimensions kind) {
  Ranks ranks;
  bool shape_input = false;
  for (const auto& port : info.ports) {
    if (port.is_device_input())
      ranks.push_back(std::max(port.min_rank, std::min(port.max_rank, 4)));
    shape_input = shape_input || port.kind == "host_input";
  }
  std::vector<Attempt> all;
  if (!shape_input) add(ranks, 0, kind, all);
  for (const int elements : {4, 3, 2, 1, 5, 6}) {
    if (shape_input) add(ranks, elements, kind, all);
  }
  return all;
}

}  // namespace

Case Attempt::make_case() const {
  Case use;
  for (const auto& tensor : dims) {
    use.network.push_back(open ? host::DimValues(tensor.size(), -1) : tensor);
  }
  use.min = use.opt = use.max = dims;
  if (shape_elements > 0) use.shape_elements = {shape_elements};
  return use;
}

std::string Attempt::text() const {
  if (dims.empty()) return "no inputs";
  return "inputs " + describe(dims) + (open ? ", dynamic" : ", static") +
         (shape_elements > 0 ? ", a shape input of " + std::to_string(shape_elements) + " elements"
                             : "");
}

std::vector<Attempt> attempts(const host::CreatorInfo& info, Dimensions kind) {
  if (!info.ports.empty()) return told(info, kind);
  std::vector<Attempt> all;
  const Ranks order = kind == Dimensions::kFixed ? Ranks{3, 4, 2, 1, 5} : Ranks{4, 3, 2, 1, 5};
  for (int count = 1; count <= kMostInputs; ++count) {
    for (const int rank : order) add(Ranks(static_cast<std::size_t>(count), rank), 0, kind, all);
    if (count == 2 || count == 3) add_mixed(count, kind, all);
  }
  add({}, 0, kind, all);
  for (const int count : {4, 5}) add_mixed(count, kind, all);
  return all;
}

void InputHints::learn(const std::string& log) {
  static const std::regex said_count(
      "(?:nbInputs?|numInputs|nbInputDims|inputCount) *== *([0-9]+)");
  static const std::regex said_rank(
      "in[A-Za-z]*\\[([0-9]+)\\](?:\\.desc)?(?:\\.dims)?\\.nbDims *== *([0-9]+)");
  std::smatch found;
  if (std::regex_search(log, found, said_count)) count = std::stoi(found[1].str().substr(0, 3));
  std::array<bool, kInputs> told{};
  for (auto at = log.cbegin(); std::regex_search(at, log.cend(), found, said_rank);
       at = found[0].second) {
    const auto input = static_cast<std::size_t>(std::stoi(found[1].str().substr(0, 3)));
    const int dims = std::stoi(found[2].str().substr(0, 3));
    // Of "nbDims == 3 || nbDims == 4" the first.
    if (input >= kInputs || dims > 8 || told[input]) continue;
    told[input] = true;
    rank[input] = static_cast<std::int8_t>(dims);
  }
}

bool InputHints::exclude(const Attempt& attempt) const {
  if (count >= 0 && attempt.dims.size() != static_cast<std::size_t>(count)) return true;
  for (std::size_t i = 0; i < attempt.dims.size() && i < kInputs; ++i) {
    if (rank[i] >= 0 && attempt.dims[i].size() != static_cast<std::size_t>(rank[i])) return true;
  }
  return false;
}

}  // namespace plugsmith::check
