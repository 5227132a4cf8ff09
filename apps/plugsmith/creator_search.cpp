// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/creator_search.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <vector>

#include "apps/plugsmith/locate.hpp"
#include "apps/plugsmith/worker_call.hpp"
#include "src/host/elf_file.hpp"

namespace plugsmith::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostLibraries = 24;  // each costs a process

std::vector<fs::path> folders(const CreatorSearch& search) {
  std::vector<fs::path> found;
  const auto add = [&](const fs::path& folder) {
    std::error_code error;
    const fs::path real = fs::canonical(folder.empty() ? fs::path(".") : folder, error);
    if (!error && std::find(found.begin(), found.end(), real) == found.end()) {
      found.push_back(real);
    }
  };
  add(fs::path(search.plan).parent_path());
  add(".");
  const char* path = std::getenv("LD_LIBRARY_PATH");
  std::stringstream parts(path != nullptr ? path : "");
  for (std::string part; std::getline(parts, part, ':');) {
    if (!part.empty()) add(part);
  }
  add(own_library().parent_path());
  return found;
}

// A plugin library that may serve this generation.
bool is_candidate(const fs::directory_entry& entry, int generation) {
  std::error_code error;
  if (!entry.is_regular_file(error)) return false;
  if (entry.path().filename().string().find(".so") == std::string::npos) return false;
  const auto elf = read_elf(entry.path().string());
  if (!elf.is_ok() || tensorrt_generation(*elf).value_or(generation) != generation) return false;
  return elf->exports("getCreators") || !elf->init_functions().empty();
}

std::vector<std::string> candidates(const CreatorSearch& search) {
  std::vector<std::string> found;
  for (const fs::path& folder : folders(search)) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
      if (found.size() < kMostLibraries && is_candidate(entry, search.generation)) {
        found.push_back(entry.path().string());
      }
    }
  }
  return found;
}

bool has(const std::string& library, const CreatorSearch& search) {
  const auto elf = read_elf(library);
  const Json request{
      {"job", "list"},
      {"tensorrt", search.tensorrt},
      {"libraries",
       {{{"path", library},
         {"init", elf.is_ok() ? elf->init_functions() : std::vector<std::string>()}}}}};
  const WorkerReply reply =
      call_program(tensorrt_worker_path(search.generation), request, {}, WorkerOptions());
  for (const Json& creator : reply.json.value("creators", Json::array())) {
    if (creator.at("name") == search.creator.at("name") &&
        creator.at("version") == search.creator.at("version") &&
        creator.at("namespace") == search.creator.at("namespace")) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::string find_library(const CreatorSearch& search) {
  const std::vector<std::string> libraries = candidates(search);
  for (const std::string& library : libraries) {
    if (has(library, search)) return "it is in " + library + ": add --plugins " + library;
  }
  std::string looked_in;
  for (const fs::path& folder : folders(search)) {
    looked_in += (looked_in.empty() ? "" : ", ") + folder.string();
  }
  return "none of the " + std::to_string(libraries.size()) + " plugin libraries in " + looked_in +
         " has it";
}

}  // namespace plugsmith::cli
