// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/library_choice.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "apps/plugsmith/locate.hpp"
#include "graph/node_mapping.hpp"
#include "host/elf_file.hpp"

namespace plugsmith::cli {
namespace {

Result<std::optional<int>> generation_of_rules(const std::string& rules) {
  if (rules.empty()) return std::optional<int>();
  auto version = graph::parse_parser_version(rules);
  if (!version.is_ok()) return version.status();
  return std::optional<int>(version->major_version);
}

Status check_host(int generation, const std::string& library) {
  if (std::filesystem::exists(worker_path(generation))) return Status::ok();
  return unsupported(library + " is for TensorRT " + std::to_string(generation) +
                     ", for which there is no host here (" + worker_path(generation).string() +
                     " does not exist); hosts exist for TensorRT 10 and 11");
}

}  // namespace

Result<LibraryChoice> choose_libraries(const std::vector<std::string>& libraries,
                                       const std::string& rules) {
  auto wanted = generation_of_rules(rules);
  if (!wanted.is_ok()) return wanted.status();
  LibraryChoice choice;
  std::optional<int> common;
  std::string first;
  for (const std::string& library : libraries) {
    auto elf = read_elf(library);
    if (!elf.is_ok()) return elf.status();
    if (!elf->is_shared_object) {
      return invalid_argument(library + ": is an ELF file, but not a shared object (.so)");
    }
    constexpr int kDefaultGeneration = 10;
    const int generation = tensorrt_generation(*elf).value_or(wanted->value_or(kDefaultGeneration));
    PLUGSMITH_RETURN_IF_ERROR(check_host(generation, library));
    if (common && *common != generation) {
      return invalid_argument(first + " is for TensorRT " + std::to_string(*common) + ", but " +
                              library + " is for TensorRT " + std::to_string(generation) +
                              "; one run takes libraries of one generation");
    }
    if (!common) first = library;
    common = generation;
    const std::string path = std::filesystem::absolute(library).string();
    if (std::find(choice.paths.begin(), choice.paths.end(), path) == choice.paths.end()) {
      choice.paths.push_back(path);
    }
  }
  choice.generation = common.value_or(choice.generation);
  return choice;
}

}  // namespace plugsmith::cli
