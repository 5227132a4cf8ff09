// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/library_choice.hpp"

#include <algorithm>
#include <filesystem>

#include "apps/plugsmith/locate.hpp"
#include "src/graph/node_mapping.hpp"
#include "src/host/elf_file.hpp"

namespace plugsmith::cli {
namespace {

constexpr int kDefaultGeneration = 10;

Result<int> generation_of_rules(const std::string& rules) {
  if (rules.empty()) return kDefaultGeneration;
  auto version = graph::parse_parser_version(rules);
  if (!version.is_ok()) return version.status();
  return version->major_version;
}

Result<int> generation_of(const std::string& library, const WorkerOptions& options) {
  auto elf = read_elf(library);
  if (!elf.is_ok()) return elf.status();
  if (!elf->is_shared_object) {
    return invalid_argument(library + ": is an ELF file, but not a shared object (.so)");
  }
  const auto told = tensorrt_generation(*elf);
  if (told) return *told;
  if (!elf->exports("plugsmithAbi")) return generation_of_rules(options.rules);
  const std::string path = std::filesystem::absolute(library).string();
  const WorkerReply reply =
      call_worker(kDefaultGeneration, {{"job", "abi"}, {"library", path}}, {}, options);
  if (!reply.status.is_ok()) return reply.status;
  constexpr int kPerGeneration = 1000;  // see src/trt/reference_abi.hpp
  return reply.json.value("abi", 0) / kPerGeneration;
}

Status check_host(int generation, const std::string& library) {
  if (std::filesystem::exists(worker_path(generation))) return Status::ok();
  return unsupported(library + " is for TensorRT " + std::to_string(generation) +
                     ", for which there is no host here (" + worker_path(generation).string() +
                     " does not exist); hosts exist for TensorRT 8, 10 and 11");
}

}  // namespace

Result<LibraryChoice> choose_libraries(const std::vector<std::string>& libraries,
                                       const WorkerOptions& options) {
  LibraryChoice choice;
  for (const std::string& library : libraries) {
    auto generation = generation_of(library, options);
    if (!generation.is_ok()) return generation.status();
    PLUGSMITH_RETURN_IF_ERROR(check_host(*generation, library));
    if (!choice.paths.empty() && choice.generation != *generation) {
      return invalid_argument(libraries.front() + " is for TensorRT " +
                              std::to_string(choice.generation) + ", but " + library +
                              " is for TensorRT " + std::to_string(*generation) +
                              "; one run takes libraries of one generation");
    }
    choice.generation = *generation;
    const std::string path = std::filesystem::absolute(library).string();
    if (std::find(choice.paths.begin(), choice.paths.end(), path) == choice.paths.end()) {
      choice.paths.push_back(path);
    }
  }
  return choice;
}

}  // namespace plugsmith::cli
