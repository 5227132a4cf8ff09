// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "plugsmith/status.hpp"
#include "src/process/message.hpp"

namespace plugsmith::process {

struct Limits {
  double run_seconds = 0;      ///< of the whole job; 0: none
  double method_seconds = 10;  ///< of one plugin method; 0: none
  /// Methods whose work grows with the data: only the limit of the whole job holds for them.
  std::vector<std::string> unlimited_methods{"reference", "enqueue"};
  std::int64_t memory_bytes = std::int64_t{8} << 30;  ///< resident, unshared; 0: none
};

/// Shown while a job runs.
struct Progress {
  std::string stage;
  std::uint64_t steps_done = 0, steps_total = 0;
  double seconds = 0;
};

struct Job {
  std::filesystem::path worker;       ///< the program
  std::vector<std::string> launcher;  ///< a command that starts it, such as a tool that watches it
  std::string text;                   ///< the request: JSON, and byte blocks
  std::vector<Bytes> blocks;
  Limits limits;
  /// Called now and then once the job has taken two seconds. May be empty.
  std::function<void(const Progress&)> on_progress;
};

enum class Ending {
  kReply,          ///< the worker answered
  kSignal,         ///< a signal ended it
  kExit,           ///< it, or the plugin in it, ended the process without an answer
  kMethodTimeout,  ///< one plugin method took too long
  kRunTimeout,
  kMemory,
  kMissingSymbol,  ///< the dynamic linker gave up on a symbol
  kMissingWorker,  ///< the program, or its launcher, is not there or does not start
  kInterrupted,    ///< the user stopped the parent (SIGINT, SIGTERM, SIGHUP)
};

/// How a job ended and what the worker was doing then.
struct Outcome {
  Ending ending = Ending::kExit;
  std::optional<Message> reply;  ///< kReply only
  std::string object, method;    ///< the plugin call in progress; empty: none was
  std::string stage;
  std::string exception;  ///< what std::terminate was called for, where known
  std::string complaint;  ///< the error that foreign code logged last in this stage, if any
  int number = 0;         ///< the signal, or the exit status
  std::string symbol;     ///< kMissingSymbol
  std::string output;     ///< the last of what the worker wrote to stdout and stderr
  Limits limits;          ///< of the job
};

/// Runs one job in a process of its own and waits for its end. The worker's stdout and stderr go to
/// this process's stderr. Nothing of the worker is left running when this returns, nor when this
/// process dies. SIGINT, SIGTERM and SIGHUP end the job while it runs. One job at a time.
Outcome run_job(const Job& job);

/// The signal that interrupted a job, 0 if none did.
int interrupted_by();

/// One sentence: what happened, in which method, and what to do.
std::string explain(const Outcome& outcome);

}  // namespace plugsmith::process
