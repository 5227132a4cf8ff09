// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/tensorrt_call.hpp"

#include <filesystem>
#include <optional>

#include "apps/plugsmith/creator_search.hpp"
#include "apps/plugsmith/locate.hpp"
#include "src/graph/node_mapping.hpp"
#include "src/host/elf_file.hpp"

namespace plugsmith::cli {
namespace {

constexpr int kFirstGeneration = 10;
constexpr int kSecondGeneration = 11;

/// TensorRT's builder takes more than a plugin host does.
constexpr double kBuilderGib = 64;

struct Libraries {
  std::optional<int> generation;
  Json list = Json::array();  ///< for the request
};

Result<Libraries> read_libraries(const std::vector<std::string>& paths, const std::string& init) {
  Libraries libraries;
  std::string first;
  for (const std::string& path : paths) {
    auto elf = read_elf(path);
    if (!elf.is_ok()) return elf.status();
    if (!elf->is_shared_object) {
      return invalid_argument(path + ": is an ELF file, but not a shared object (.so)");
    }
    const auto generation = tensorrt_generation(*elf);
    if (generation && libraries.generation && *generation != *libraries.generation) {
      return invalid_argument(first + " is for TensorRT " + std::to_string(*libraries.generation) +
                              ", but " + path + " is for TensorRT " + std::to_string(*generation) +
                              "; one run takes libraries of one generation");
    }
    if (generation) {
      libraries.generation = generation;
      first = path;
    }
    libraries.list.push_back(
        {{"path", std::filesystem::absolute(path).string()},
         {"init", init.empty() ? elf->init_functions() : std::vector<std::string>{init}}});
  }
  return libraries;
}

// Which generations to try, in order.
Result<std::vector<int>> generations(const Libraries& libraries, const std::string& rules) {
  std::vector<int> candidates{kFirstGeneration, kSecondGeneration};
  if (libraries.generation) candidates = {*libraries.generation};
  if (!libraries.generation && !rules.empty()) {
    auto version = graph::parse_parser_version(rules);
    if (!version.is_ok()) return version.status();
    candidates = {version->major_version};
  }
  for (const int generation : candidates) {
    if (generation >= kFirstGeneration && generation <= kSecondGeneration) continue;
    return unsupported("there is no TensorRT back end for TensorRT " + std::to_string(generation) +
                       "; those for 10 and 11 exist");
  }
  return candidates;
}

bool no_such_tensorrt(const WorkerReply& reply) {
  return reply.status.code() == StatusCode::kUnsupported && !reply.json.contains("tensorrt");
}

}  // namespace

bool is_plan(const std::string& path) {
  const std::string suffix = std::filesystem::path(path).extension().string();
  return suffix == ".plan" || suffix == ".engine" || suffix == ".trt";
}

WorkerReply call_tensorrt(const std::vector<std::string>& libraries, Json request,
                          const std::vector<process::Bytes>& blocks,
                          const TensorRtOptions& tensorrt, const WorkerOptions& options) {
  auto read = read_libraries(libraries, options.init);
  if (!read.is_ok()) return {read.status(), Json::object(), std::nullopt};
  const auto candidates = generations(*read, options.rules);
  if (!candidates.is_ok()) return {candidates.status(), Json::object(), std::nullopt};
  request["tensorrt"] = tensorrt.folder;
  request["libraries"] = read->list;
  request["standard_plugins"] = tensorrt.standard_plugins;
  request["allow_plan_code"] = tensorrt.allow_plan_code;
  request["cuda_graph"] = tensorrt.cuda_graph;
  WorkerOptions limits = options;
  if (limits.memory_limit_gib == WorkerOptions().memory_limit_gib) {
    limits.memory_limit_gib = kBuilderGib;
  }
  WorkerReply first;
  for (const int generation : *candidates) {
    WorkerReply reply = call_program(tensorrt_worker_path(generation), request, blocks, limits);
    if (reply.json.contains("missing_creator")) {
      const CreatorSearch search{reply.json["missing_creator"], generation, tensorrt.folder,
                                 request.value("plan", std::string())};
      reply.status =
          Status(reply.status.code(), reply.status.message() + "\n" + find_library(search));
    }
    if (generation == candidates->front()) first = reply;
    if (!no_such_tensorrt(reply)) return reply;
  }
  return first;
}

}  // namespace plugsmith::cli
