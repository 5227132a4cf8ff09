// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/worker/choose_creator.hpp"

#include <algorithm>

#include "src/graph/node_mapping.hpp"

namespace plugsmith::worker {
namespace {

std::string identity(const host::CreatorInfo& creator) {
  return creator.name + " version " + creator.version + ", namespace \"" + creator.name_space +
         "\"";
}

Status no_such_op(const std::vector<host::CreatorInfo>& creators, const std::string& name) {
  std::vector<std::string> names;
  for (const auto& creator : creators) names.push_back(creator.name);
  const auto nearest = graph::nearest_names(name, names, 1);
  const std::string message = "no creator is called \"" + name + "\"";
  if (!nearest.empty()) {
    return invalid_argument(message + "; did you mean \"" + nearest.front() + "\"?");
  }
  constexpr std::size_t kMostNames = 20;
  std::string all;
  for (std::size_t i = 0; i < names.size() && i < kMostNames; ++i) all += " " + names[i];
  return invalid_argument(message + "; there is:" + all +
                          (names.size() > kMostNames ? " ... (plugsmith list LIB shows all)" : ""));
}

bool is_v3(const host::CreatorInfo& creator) { return creator.kind == host::InterfaceKind::kV3One; }

}  // namespace

Result<host::CreatorInfo> choose_creator(const std::vector<host::CreatorInfo>& creators,
                                         const wire::Json& op) {
  std::vector<host::CreatorInfo> named;
  for (const auto& creator : creators) {
    if (creator.name == op.value("name", "")) named.push_back(creator);
  }
  if (named.empty()) return no_such_op(creators, op.value("name", ""));
  std::vector<host::CreatorInfo> chosen;
  for (const auto& creator : named) {
    const bool version = !op.contains("version") || creator.version == op["version"];
    const bool name_space = !op.contains("namespace") || creator.name_space == op["namespace"];
    if (version && name_space) chosen.push_back(creator);
  }
  // The older form of an op beside its IPluginV3 is meant only when somebody names its version.
  const bool has_v3 = std::any_of(chosen.begin(), chosen.end(), is_v3);
  if (has_v3) chosen.erase(std::partition(chosen.begin(), chosen.end(), is_v3), chosen.end());
  if (chosen.size() == 1) return chosen.front();
  std::string all;
  for (const auto& creator : named) all += "\n  " + identity(creator);
  if (chosen.empty()) {
    return invalid_argument("no creator of that name has that version and namespace; there is:" +
                            all);
  }
  return invalid_argument("several creators have that name; choose with --op-version and " +
                          std::string("--op-namespace among:") + all);
}

}  // namespace plugsmith::worker
