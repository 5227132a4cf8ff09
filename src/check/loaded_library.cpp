// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/loaded_library.hpp"

#include "src/host/host_access.hpp"
#include "src/host/host_state.hpp"

namespace plugsmith::check {

Result<LoadedLibrary> LoadedLibrary::load(host::HostOptions options, const std::string& path,
                                          const std::string& init_symbol) {
  auto host = host::PluginHost::create(std::move(options));
  if (!host.is_ok()) return host.status();
  host::registry_of(**host).take_misregistered();  // CK07 tells of them
  auto info = (*host)->load_library(path, init_symbol);
  if (!info.is_ok()) return info.status();
  return LoadedLibrary(std::move(host).value(), std::move(info).value());
}

host::HostState& LoadedLibrary::state() const { return *host::state_of(*host_); }

bool LoadedLibrary::is_known(std::size_t creator) const {
  const host::InterfaceKind kind = info_.creators.at(creator).kind;
  return kind == host::InterfaceKind::kV3One || kind == host::InterfaceKind::kV1;
}

Subject LoadedLibrary::subject(std::size_t creator, const GivenCase& given) const {
  Subject subject;
  subject.state = host::state_of(*host_);
  subject.any_creator = creator_of(creator);
  subject.info = info_.creators.at(creator);
#if NV_TENSORRT_MAJOR >= 10
  if (subject.info.kind == host::InterfaceKind::kV3One) {
    subject.creator = static_cast<nvinfer1::IPluginCreatorV3One*>(subject.any_creator);
  }
#endif
  subject.given = &given;
  return subject;
}

host::Creator* LoadedLibrary::creator_of(std::size_t index) const {
  const auto entries = host::registry_of(*host_).snapshot();
  if (entries.size() == info_.creators.size()) return entries[index].creator;
  const auto& info = info_.creators[index];
  return host::registry_of(*host_).look_up({info.name, info.version, info.name_space, info.kind});
}

}  // namespace plugsmith::check
