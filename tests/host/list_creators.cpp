// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "src/host/plugin_host.hpp"

// list_creators STAND_IN LIBRARY: loads the library and prints one line for each creator.
int main(int argc, char** argv) {
  using namespace plugsmith::host;
  if (argc != 3) return 2;
  HostOptions options;
  options.stand_in_path = argv[1];
  auto host = PluginHost::create(std::move(options));
  if (!host.is_ok()) {
    std::fprintf(stderr, "%s\n", host.status().message().c_str());
    return 1;
  }
  const auto info = (*host)->load_library(argv[2], "");
  if (!info.is_ok()) {
    std::fprintf(stderr, "%s\n", info.status().message().c_str());
    return 1;
  }
  for (const CreatorRoute route : info->routes) std::printf("route %s\n", to_string(route));
  std::printf("init %s\n", info->init_symbol.c_str());
  for (const std::string& warning : info->warnings) std::printf("warning %s\n", warning.c_str());
  for (const CreatorInfo& creator : info->creators) {
    std::printf("creator %s %s %s %s", creator.name.c_str(), creator.version.c_str(),
                creator.name_space.c_str(), to_string(creator.kind));
    for (const FieldInfo& field : creator.fields) std::printf(" %s", field.name.c_str());
    std::printf("\n");
  }
  return 0;
}
