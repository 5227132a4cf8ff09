// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/library_checks.hpp"

#include <algorithm>
#include <map>

#include "src/host/elf_file.hpp"
#include "src/host/host_state.hpp"
#include "src/host/shared_library.hpp"

// CK08 to CK10, CK94: the library's entry points.

namespace plugsmith::check {
namespace {

using host::CreatorRoute;

bool found_by(const host::LibraryInfo& library, CreatorRoute route) {
  return std::find(library.routes.begin(), library.routes.end(), route) != library.routes.end();
}

void ck08(host::HostState&, const host::LibraryInfo& library, Verdict& verdict) {
  const auto elf = read_elf(library.path);
  if (!elf.is_ok()) return verdict.not_run(elf.status().message());
  const bool lists = elf->exports("getCreators");
  if (!lists && elf->exports("getPluginCreators")) {
    return verdict.broken(
        "exports getPluginCreators but not getCreators: loadLibrary of TensorRT "
        "10 and later refuses the library",
        "exported symbols");
  }
  if (!lists) {
    return verdict.not_run(
        "the library registers its creators itself and is not meant for loadLibrary");
  }
  if (elf->exports("setLoggerFinder")) return;
  verdict.broken("exports getCreators but not setLoggerFinder: TensorRT's loadLibrary refuses it",
                 "exported symbols");
}

// The list that getCreators gives; empty, with a reason, where it cannot be asked.
host::CreatorList listed(host::HostState& state, const host::LibraryInfo& library,
                         Verdict& verdict) {
  auto opened = host::SharedLibrary::open(state.observer(), library.path);
  if (!opened.is_ok() || !opened->exports_get_creators()) {
    verdict.not_run("the library does not export getCreators");
    return {};
  }
  auto list = host::call_get_creators(state.observer(), opened.value());
  if (list.is_ok()) return std::move(list).value();
  verdict.broken(list.status().message(), "getCreators");
  return {};
}

void ck09(host::HostState& state, const host::LibraryInfo& library, Verdict& verdict) {
  const auto first = listed(state, library, verdict);
  if (verdict.decided()) return;
  if (first.empty()) {
    return verdict.broken("getCreators gives no creator; loadLibrary then fails", "getCreators");
  }
  for (std::size_t i = 0; i < first.size(); ++i) {
    const std::string entry = "entry " + std::to_string(i) + " of getCreators ";
    if (first[i] == nullptr) {
      return verdict.broken(entry + "is null; loadLibrary then fails", "getCreators");
    }
    const auto identity = host::read_identity(state.observer(), *first[i]);
    if (identity.is_ok() && identity->name.empty()) {
      return verdict.broken(entry + "has an empty name; loadLibrary then fails", "getPluginName");
    }
  }
  if (listed(state, library, verdict) == first) return;
  verdict.broken(
      "getCreators gave other creators the second time; deregisterLibrary then leaves "
      "some behind that point into the unloaded library",
      "getCreators, second call");
}

void ck10(host::HostState& state, const host::LibraryInfo& library, Verdict& verdict) {
  if (!found_by(library, CreatorRoute::kSelfRegistered)) return;
  const auto list = listed(state, library, verdict);
  if (verdict.decided()) return;
  for (auto* creator : list) {
    if (creator == nullptr) continue;
    const auto identity = host::read_identity(state.observer(), *creator);
    if (!identity.is_ok()) continue;
    const auto* known = state.registry.look_up(identity.value());
    const bool registered_itself =
        known == creator ||
        (known != nullptr && std::find(list.begin(), list.end(), known) == list.end());
    // Creators that only the list names were registered by the host, under their own address.
    const auto& names = library.warnings;
    const bool told = std::any_of(names.begin(), names.end(), [](const std::string& text) {
      return text.find("registered itself while the library loaded") != std::string::npos;
    });
    if (!registered_itself || !(told || known != creator)) continue;
    verdict.broken(host::describe(identity.value()) +
                       " registers itself while the library loads and is listed by getCreators as "
                       "well: loadLibrary fails and leaves a pointer into the closed library",
                   "getCreators");
  }
}

void ck94(host::HostState&, const host::LibraryInfo& library, Verdict& verdict) {
  std::map<std::string, int> count;
  for (const auto& creator : library.creators) {
    const std::string triple =
        creator.name + " version " + creator.version + " namespace \"" + creator.name_space + "\"";
    if (++count[triple] != 2) continue;
    verdict.broken("the library offers " + triple + " more than once: TensorRT only sees the last",
                   "getPluginName, getPluginVersion, getPluginNamespace");
  }
}

using LibraryCheck = void (*)(host::HostState&, const host::LibraryInfo&, Verdict&);
const std::map<std::string, LibraryCheck>& checks() {
  static const std::map<std::string, LibraryCheck> all{
      {"CK08", ck08}, {"CK09", ck09}, {"CK10", ck10}, {"CK94", ck94}};
  return all;
}

}  // namespace

bool is_library_rule(const std::string& rule) { return checks().count(rule) != 0; }

void check_library_rule(const std::string& rule, host::HostState& state,
                        const host::LibraryInfo& library, Verdict& verdict) {
  checks().at(rule)(state, library, verdict);
}

}  // namespace plugsmith::check
