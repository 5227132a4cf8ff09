// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/library_checks.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <map>

#include "src/host/call_guard.hpp"
#include "src/host/elf_file.hpp"
#include "src/host/host_state.hpp"
#include "src/host/shared_library.hpp"

// CK07 to CK11, CK90, CK94: the library's entry points.

namespace plugsmith::check {
namespace {

const std::string kEntry = host::kCreatorEntry;

void ck08(host::HostState&, const host::LibraryInfo& library, Verdict& verdict) {
  const auto elf = read_elf(library.path);
  if (!elf.is_ok()) return verdict.not_run(elf.status().message());
  const bool lists = elf->exports(host::kCreatorEntry);
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
  verdict.broken(
      "exports " + kEntry + " but not setLoggerFinder: TensorRT's loadLibrary refuses it",
      "exported symbols");
}

// The list that getCreators gives; empty, with a reason, where it cannot be asked.
host::CreatorList listed(host::HostState& state, const host::LibraryInfo& library,
                         Verdict& verdict) {
  auto opened = host::SharedLibrary::open(state.observer(), library.path);
  if (!opened.is_ok() || !opened->exports_creator_entry()) {
    verdict.not_run("the library does not export " + kEntry);
    return {};
  }
  auto list = host::call_creator_entry(state.observer(), opened.value());
  if (list.is_ok()) return std::move(list).value();
  verdict.broken(list.status().message(), kEntry);
  return {};
}

void ck09(host::HostState& state, const host::LibraryInfo& library, Verdict& verdict) {
  const auto first = listed(state, library, verdict);
  if (verdict.decided()) return;
  if (first.empty()) {
    return verdict.broken(kEntry + " gives no creator; loadLibrary then fails", kEntry);
  }
  for (std::size_t i = 0; i < first.size(); ++i) {
    const std::string entry = "entry " + std::to_string(i) + " of " + kEntry + " ";
    if (first[i] == nullptr) {
      return verdict.broken(entry + "is null; loadLibrary then fails", kEntry);
    }
    const auto identity = host::read_identity(state.observer(), *first[i]);
    if (identity.is_ok() && identity->name.empty()) {
      return verdict.broken(entry + "has an empty name; loadLibrary then fails", "getPluginName");
    }
  }
  if (listed(state, library, verdict) == first) return;
  verdict.broken(
      kEntry +
          " gave other creators the second time; deregisterLibrary then leaves some behind that "
          "point into the unloaded library",
      kEntry + ", second call");
}

void ck07(host::HostState& state, const host::LibraryInfo&, Verdict& verdict) {
  for (const std::string& problem : state.registry.misregistered()) {
    verdict.broken(problem, "registerCreator");
  }
}

void ck10(host::HostState& state, const host::LibraryInfo& library, Verdict& verdict) {
  const auto by_call = state.registry.registered_by_call();
  if (by_call.empty()) return;
  const auto list = listed(state, library, verdict);
  for (auto* creator : list) {
    if (creator == nullptr) continue;
    const auto identity = host::read_identity(state.observer(), *creator);
    if (!identity.is_ok()) continue;
    const bool twice = std::any_of(by_call.begin(), by_call.end(), [&](const auto& entry) {
      return entry.identity.same_triple(identity.value());
    });
    if (!twice) continue;
    verdict.broken(host::describe(identity.value()) +
                       " registers itself while the library loads and is listed by " + kEntry +
                       " as well: loadLibrary fails and leaves a pointer into the closed library",
                   kEntry);
  }
}

// Takes every reference to the library that this process holds; whether it is gone then.
bool close_for_good(const std::string& path) {
  constexpr int kMostReferences = 1000;
  for (int i = 0; i < kMostReferences; ++i) {
    void* handle = ::dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    if (handle == nullptr) return true;
    ::dlclose(handle);  // what dlopen has just added
    if (::dlclose(handle) != 0) return false;
  }
  return false;
}

// Does what deregisterLibrary does. Nothing can be asked of the library afterwards.
void ck11(host::HostState& state, const host::LibraryInfo& library, Verdict& verdict) {
  const auto list = listed(state, library, verdict);
  if (verdict.decided()) {
    return;  // TensorRT unloads only what loadLibrary took, which needs getCreators
  }
  for (auto* creator : list) {
    if (creator != nullptr) state.registry.deregisterCreator(*creator);
  }
  bool gone = false;
  {
    const host::CallMark mark(state.observer(), "the library", "destructors, when it is closed");
    gone = close_for_good(library.path);
  }
  // Pointers alone are compared: what they point to may be gone.
  std::vector<std::string> left;
  for (const auto& entry : state.registry.snapshot()) {
    const auto by_call = state.registry.registered_by_call();
    const bool its_own = std::any_of(by_call.begin(), by_call.end(), [&](const auto& call) {
      return call.creator == entry.creator;
    });
    if (its_own) left.push_back(host::describe(entry.identity));
  }
  if (left.empty()) return;
  if (!gone) return verdict.not_run("the library stays in memory when it is closed");
  verdict.broken("after deregisterLibrary the registry still holds " + left.front() +
                     (left.size() > 1 ? " and " + std::to_string(left.size() - 1) + " more" : "") +
                     ", which registered itself: it points into the closed library",
                 "deregisterLibrary");
}

void ck90(host::HostState&, const host::LibraryInfo& library, Verdict& verdict) {
  const auto elf = read_elf(library.path);
  if (!elf.is_ok()) return verdict.not_run(elf.status().message());
  const auto told = tensorrt_generation(*elf);
  if (!told) {
    return verdict.not_run(
        "the library does not tell for which TensorRT it was built: it neither needs "
        "libnvinfer.so.N nor exports plugsmithAbi");
  }
  if (*told == host::PluginHost::generation()) return;
  verdict.broken("was built for TensorRT " + std::to_string(*told) +
                     ", but is loaded by TensorRT " +
                     std::to_string(host::PluginHost::generation()),
                 "libnvinfer.so of the NEEDED entries, or plugsmithAbi");
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
      {"CK07", ck07}, {"CK08", ck08}, {"CK09", ck09}, {"CK10", ck10},
      {"CK11", ck11}, {"CK90", ck90}, {"CK94", ck94}};
  return all;
}

}  // namespace

bool is_last_library_rule(const std::string& rule) { return rule == "CK11"; }

bool is_library_rule(const std::string& rule) { return checks().count(rule) != 0; }

void check_library_rule(const std::string& rule, host::HostState& state,
                        const host::LibraryInfo& library, Verdict& verdict) {
  checks().at(rule)(state, library, verdict);
}

}  // namespace plugsmith::check
