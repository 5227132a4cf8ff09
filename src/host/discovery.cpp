// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/discovery.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "src/host/call_guard.hpp"
#include "src/host/elf_file.hpp"
#include "src/host/port_text.hpp"
#include "src/host/shared_library.hpp"
#include "src/trt/reference_abi.hpp"

namespace plugsmith::host {
namespace {

class Discovery {
 public:
  Discovery(HostState& state, const std::string& path) : state_(state) {
    info_.path = path;
    for (const auto& entry : state_.registry.snapshot()) known_.insert(entry.creator);
  }

  Result<LibraryInfo> run(const std::string& init_symbol) {
    auto opened = SharedLibrary::open(state_.observer(), info_.path);
    if (!opened.is_ok()) return opened.status();
    library_ = std::move(opened).value();
    PLUGSMITH_RETURN_IF_ERROR(read_abi());
    take_new(CreatorRoute::kSelfRegistered);
    PLUGSMITH_RETURN_IF_ERROR(set_logger_finder(state_.observer(), *library_, state_.finder));
    PLUGSMITH_RETURN_IF_ERROR(ask_entry_points());
    PLUGSMITH_RETURN_IF_ERROR(call_init_functions(init_symbol));
    if (found_.empty()) return nothing_found();
    PLUGSMITH_RETURN_IF_ERROR(describe_all());
    return std::move(info_);
  }

 private:
  Status read_abi();
  void take_new(CreatorRoute route);
  void note_route(CreatorRoute route);
  Status ask_entry_points();
  Status register_list(const CreatorList& list, const char* entry_point, CreatorRoute route);
  bool registered_itself(const CreatorIdentity& identity) const;
  Status call_init_functions(const std::string& init_symbol);
  Status call_init(const std::string& symbol);
  Status describe_all();
  V2Reference v2_reference() const;
  Status ask(const char* symbol, const std::string& op, std::string& text) const;
  Status nothing_found() const;
  void warn(std::string text) { info_.warnings.push_back(std::move(text)); }

  HostState& state_;
  std::optional<SharedLibrary> library_;
  LibraryInfo info_;
  std::set<const Creator*> known_;
  std::vector<Creator*> found_;
  bool lists_creators_ = false;
  bool has_reference_ = false;
};

// A library built with Plugsmith says for which generation; run under another one it would be
// called through the wrong virtual tables.
Status Discovery::read_abi() {
  using AbiFunction = std::int32_t (*)();
  const auto function = reinterpret_cast<AbiFunction>(library_->symbol(trt::kAbiSymbol));
  if (function == nullptr) return Status::ok();
  std::int32_t abi = 0;
  PLUGSMITH_RETURN_IF_ERROR(guarded(state_.observer(), "library " + info_.path, trt::kAbiSymbol,
                                    [&] { abi = function(); }));
  if (abi / 1000 != PLUGSMITH_GENERATION) {
    return unsupported(info_.path + ": was built for TensorRT " + std::to_string(abi / 1000) +
                       ", but this host plays TensorRT " + std::to_string(PLUGSMITH_GENERATION) +
                       "; run it with --for " + std::to_string(abi / 1000));
  }
  has_reference_ = abi % 1000 == trt::kReferenceAbi;
  if (!has_reference_) {
    warn("its CPU references speak version " + std::to_string(abi % 1000) +
         " of Plugsmith's ABI, this "
         "host speaks version " +
         std::to_string(trt::kReferenceAbi) + ": they are not used");
  }
  return Status::ok();
}

void Discovery::note_route(CreatorRoute route) {
  auto& routes = info_.routes;
  if (std::find(routes.begin(), routes.end(), route) == routes.end()) routes.push_back(route);
}

/// Takes what was registered since the last look as found by `route`.
void Discovery::take_new(CreatorRoute route) {
  for (const auto& entry : state_.registry.snapshot()) {
    if (!known_.insert(entry.creator).second) continue;
    found_.push_back(entry.creator);
    note_route(route);
  }
}

Status Discovery::ask_entry_points() {
  constexpr bool kHasOlderEntry = PLUGSMITH_GENERATION >= 10;
  const bool has_own = library_->exports_creator_entry();
  const bool has_older = kHasOlderEntry && library_->symbol("getPluginCreators") != nullptr;
  if (!has_own && !has_older) return Status::ok();
  if (has_own && !library_->exports_set_logger_finder()) {
    warn(std::string("exports ") + kCreatorEntry +
         " but not setLoggerFinder: TensorRT's loadLibrary refuses it");
  }
  if (!has_own) {
    warn(
        "exports getPluginCreators but not getCreators: loadLibrary of TensorRT 10 and later "
        "refuses it");
  }
  const auto list = has_own ? call_creator_entry(state_.observer(), *library_)
                            : call_get_plugin_creators(state_.observer(), *library_);
  if (!list.is_ok()) return list.status();
  lists_creators_ = true;
  const bool is_new_entry = has_own && kHasOlderEntry;
  return register_list(
      list.value(), has_own ? kCreatorEntry : "getPluginCreators",
      is_new_entry ? CreatorRoute::kGetCreators : CreatorRoute::kGetPluginCreators);
}

bool Discovery::registered_itself(const CreatorIdentity& identity) const {
  const auto* known = state_.registry.look_up(identity);
  return known != nullptr && std::find(found_.begin(), found_.end(), known) != found_.end();
}

Status Discovery::register_list(const CreatorList& list, const char* entry_point,
                                CreatorRoute route) {
  std::vector<Creator*> valid;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string place = std::string("entry ") + std::to_string(i) + " of " + entry_point;
    if (list[i] == nullptr) {
      warn(place + " is null: TensorRT's loadLibrary refuses the library");
      continue;
    }
    if (std::find(found_.begin(), found_.end(), list[i]) != found_.end()) {
      warn(place +
           " registered itself while the library loaded: loadLibrary then fails; choose one way");
      continue;
    }
    const auto identity = read_identity(state_.observer(), *list[i]);
    if (!identity.is_ok()) {
      warn(place + ": " + identity.status().message());
      continue;
    }
    if (registered_itself(identity.value())) {
      warn(place + " has the name, version and namespace of a creator (" +
           describe(identity.value()) +
           ") that registered itself while the library loaded: loadLibrary then fails; choose one "
           "way");
      continue;
    }
    for (const Creator* other : valid) {
      const auto earlier = read_identity(state_.observer(), *const_cast<Creator*>(other));
      if (earlier.is_ok() && earlier->same_triple(identity.value())) {
        warn(place + " has the name, version and namespace of an earlier one (" +
             describe(identity.value()) + "): TensorRT only sees the last");
      }
    }
    valid.push_back(list[i]);
  }
  if (valid.empty()) return Status::ok();
  const Status added = state_.registry.add_library(valid);
  if (!added.is_ok()) {
    return invalid_argument(info_.path + ": " + added.message());
  }
  take_new(route);
  return Status::ok();
}

Status Discovery::call_init_functions(const std::string& init_symbol) {
  if (!init_symbol.empty()) {
    if (library_->symbol(init_symbol.c_str()) == nullptr) {
      return invalid_argument(info_.path + ": does not export \"" + init_symbol + "\"");
    }
    return call_init(init_symbol);
  }
  if (lists_creators_) return Status::ok();
  const Result<ElfFile> elf = read_elf(info_.path);
  if (!elf.is_ok()) return elf.status();
  for (const std::string& symbol : elf->init_functions()) {
    PLUGSMITH_RETURN_IF_ERROR(call_init(symbol));
  }
  return Status::ok();
}

Status Discovery::call_init(const std::string& symbol) {
  using InitFunction = bool (*)(void* logger, char const* lib_namespace);
  const auto function = reinterpret_cast<InitFunction>(library_->symbol(symbol.c_str()));
  if (function == nullptr) return Status::ok();
  bool done = false;
  PLUGSMITH_RETURN_IF_ERROR(guarded(state_.observer(), "library " + info_.path, symbol.c_str(),
                                    [&] { done = function(&state_.logger, ""); }));
  if (!done) warn(symbol + " returned false");
  info_.init_symbol += (info_.init_symbol.empty() ? "" : ", ") + symbol;
  take_new(CreatorRoute::kInitFunction);
  return Status::ok();
}

Status Discovery::nothing_found() const {
  std::string message =
      info_.path +
      ": no creator was found by any route: none registered itself while the library "
      "loaded, none came from ";
  message += lists_creators_ ? "getCreators" : "getCreators or getPluginCreators (not exported)";
  message += info_.init_symbol.empty() ? ", and no init*Plugins function is exported"
                                       : ", and none from " + info_.init_symbol;
  for (const std::string& warning : info_.warnings) message += "; " + warning;
  return invalid_argument(message + ". Name the function that registers them with --init");
}

// Calls an optional function of a library built with Plugsmith, which answers per op.
Status Discovery::ask(const char* symbol, const std::string& op, std::string& text) const {
  using Function = char const* (*)(char const*);
  const auto function = reinterpret_cast<Function>(library_->symbol(symbol));
  if (function == nullptr || !has_reference_) return Status::ok();
  return guarded(state_.observer(), "library " + info_.path, symbol, [&] {
    const char* answer = function(op.c_str());
    if (answer != nullptr) text = answer;
  });
}

V2Reference Discovery::v2_reference() const {
  const auto reference =
      reinterpret_cast<trt::ReferenceV2>(library_->symbol(trt::kReferenceV2Symbol));
  const auto expect =
      reinterpret_cast<trt::ExpectReferenceV2>(library_->symbol(trt::kExpectReferenceV2Symbol));
  if (!has_reference_ || reference == nullptr || expect == nullptr) return {};
  return {reference, expect};
}

Status Discovery::describe_all() {
  for (Creator* creator : found_) {
    const auto identity = read_identity(state_.observer(), *creator);
    if (!identity.is_ok()) return identity.status();
    HostState::Origin origin{info_.path, has_reference_, {}, {}, {}};
    if (identity->kind == InterfaceKind::kV1) {
      origin.v2 = v2_reference();
      origin.has_reference = origin.v2.reference != nullptr;
    }
    std::string lines;
    PLUGSMITH_RETURN_IF_ERROR(ask(trt::kPatternsSymbol, identity->name, origin.patterns));
    PLUGSMITH_RETURN_IF_ERROR(ask(trt::kPortsSymbol, identity->name, lines));
    auto ports = parse_ports(lines);
    if (ports.is_ok()) {
      origin.ports = std::move(ports).value();
    } else {
      warn(std::string(trt::kPortsSymbol) + " of " + identity->name + ": " +
           ports.status().message());
    }
    state_.origins[creator] = origin;
    auto described = describe_creator(state_, *creator);
    if (!described.is_ok()) return described.status();
    if (!described->problem.empty()) warn(described->problem);
    info_.creators.push_back(std::move(described->info));
  }
  return Status::ok();
}

}  // namespace

const char* to_string(CreatorRoute route) {
  switch (route) {
    case CreatorRoute::kSelfRegistered: return "registered while loading";
    case CreatorRoute::kGetCreators: return "getCreators";
    case CreatorRoute::kGetPluginCreators: return "getPluginCreators";
    case CreatorRoute::kInitFunction: return "init function";
  }
  return "unknown route";
}

Result<LibraryInfo> discover_creators(HostState& state, const std::string& path,
                                      const std::string& init_symbol) {
  Discovery discovery(state, path);
  return discovery.run(init_symbol);
}

Result<DescribedCreator> describe_creator(const HostState& state, Creator& creator) {
  auto described = read_creator(state.observer(), creator);
  if (!described.is_ok()) return described;
  const auto origin = state.origins.find(&creator);
  if (origin != state.origins.end()) {
    described->info.library = origin->second.library;
    described->info.has_reference = origin->second.has_reference;
    described->info.patterns = origin->second.patterns;
    described->info.ports = origin->second.ports;
  }
  return described;
}

}  // namespace plugsmith::host
