// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "apps/common/wire.hpp"
#include "apps/plugsmith/answer.hpp"
#include "src/process/supervisor.hpp"

namespace plugsmith::cli {

/// What the user said about workers.
struct WorkerOptions {
  double timeout_seconds = 0;
  double method_timeout_seconds = 10;
  double memory_limit_gib = 8;
  std::string rules;                  ///< --for; empty: not given
  std::string init;                   ///< --init
  std::vector<std::string> launcher;  ///< see process::Job; not the user's to say
};

/// A worker's answer. Tensors point into the message, which it keeps.
struct WorkerReply {
  Status status = Status::ok();
  Json json = Json::object();  ///< the reply; for a crash {"error": {...}} with what is known
  std::optional<process::Message> message;
};

/// Does a job in a worker of one generation and waits for it. A crash, a limit exceeded and the
/// like become the status. An interruption by the user ends this process.
WorkerReply call_worker(int generation, Json request, const std::vector<process::Bytes>& blocks,
                        const WorkerOptions& options);

/// The same for any program that speaks as a worker does; the request stays as it is.
WorkerReply call_program(const std::filesystem::path& program, const Json& request,
                         const std::vector<process::Bytes>& blocks, const WorkerOptions& options);

/// The same request for libraries: their generation is found first.
WorkerReply call_worker_for(const std::vector<std::string>& libraries, Json request,
                            const std::vector<process::Bytes>& blocks,
                            const WorkerOptions& options);

}  // namespace plugsmith::cli
