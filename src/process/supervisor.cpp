// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/process/supervisor.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <string_view>

#include "src/process/control_block.hpp"
#include "src/process/worker_process.hpp"

namespace plugsmith::process {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kPollMilliseconds = 50;
constexpr double kLongestTick = 0.5;  // a longer pause means that this process was stopped
constexpr double kQuietSeconds = 2;
constexpr std::size_t kKeptOutput = 16384;

volatile std::sig_atomic_t received_signal = 0;  // NOLINT: written by the handler

class SignalGuard {
 public:
  SignalGuard() {
    received_signal = 0;
    struct sigaction action {};
    action.sa_handler = [](int number) { received_signal = number; };
    for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &action, &old_[i]);
  }
  SignalGuard(const SignalGuard&) = delete;
  SignalGuard& operator=(const SignalGuard&) = delete;
  ~SignalGuard() {
    for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &old_[i], nullptr);
  }

 private:
  static constexpr std::array<int, 3> kSignals{SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, 3> old_{};
};

// Copies what is in the pipe to stderr and keeps the end of it.
void drain(int pipe, std::string& kept) {
  std::array<char, 8192> buffer{};
  constexpr int kMostReads = 64;  // a worker that never stops writing must not hold the watch up
  for (int reads = 0; reads < kMostReads; ++reads) {
    const ssize_t got = ::read(pipe, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return;
    const auto count = static_cast<std::size_t>(got);
    for (std::size_t done = 0; done < count;) {
      const ssize_t written = ::write(STDERR_FILENO, buffer.data() + done, count - done);
      if (written <= 0) break;
      done += static_cast<std::size_t>(written);
    }
    kept.append(buffer.data(), count);
    if (kept.size() > kKeptOutput) kept.erase(0, kept.size() - kKeptOutput);
  }
}

// Measures how long the call in progress has lasted, in ticks of the watching process, so that time
// spent stopped (Ctrl-Z) does not count.
struct Watch {
  std::array<std::uint64_t, ControlBlock::kSlots> call{};
  std::array<double, ControlBlock::kSlots> seconds{};

  // The slot whose call is over its limit, or -1.
  int tick(const ControlBlock& block, double elapsed, const Limits& limits) {
    for (std::size_t i = 0; i < call.size(); ++i) {
      const std::uint64_t now = block.slots[i].call.load(std::memory_order_acquire);
      seconds[i] = now != 0 && now == call[i] ? seconds[i] + elapsed : 0;
      call[i] = now;
      if (limits.method_seconds <= 0 || seconds[i] < limits.method_seconds) continue;
      const auto& names = limits.unlimited_methods;
      if (std::find(names.begin(), names.end(), block.slots[i].method.read()) == names.end()) {
        return static_cast<int>(i);
      }
    }
    return -1;
  }
};

void describe_place(const ControlBlock& block, int slot, Outcome& outcome) {
  outcome.stage = block.stage.read();
  outcome.exception = block.exception.read();
  outcome.complaint = block.complaint.read();
  for (std::size_t i = 0; slot < 0 && i < ControlBlock::kSlots; ++i) {
    if (block.slots[i].call.load() != 0) slot = static_cast<int>(i);
  }
  if (slot < 0 || block.slots[static_cast<std::size_t>(slot)].call.load() == 0) return;
  outcome.object = block.slots[static_cast<std::size_t>(slot)].object.read();
  outcome.method = block.slots[static_cast<std::size_t>(slot)].method.read();
}

struct Running {
  const Job& job;
  WorkerProcess& process;
  const ControlBlock& block;
  Outcome& outcome;
  Watch watch;
  double seconds = 0;
  double reported = 0;
  int slot = -1;
};

// Why the worker must be stopped now; kReply: it need not.
Ending check_limits(Running& run, double elapsed) {
  const Limits& limits = run.job.limits;
  run.seconds += elapsed;
  if (received_signal != 0) return Ending::kInterrupted;
  if (limits.run_seconds > 0 && run.seconds > limits.run_seconds) return Ending::kRunTimeout;
  if (limits.memory_bytes > 0 && run.process.memory_bytes() > limits.memory_bytes) {
    return Ending::kMemory;
  }
  run.slot = run.watch.tick(run.block, elapsed, limits);
  return run.slot >= 0 ? Ending::kMethodTimeout : Ending::kReply;
}

void report_progress(Running& run) {
  if (!run.job.on_progress || run.seconds < run.reported + kQuietSeconds) return;
  run.reported = run.seconds;
  run.job.on_progress({run.block.stage.read(), run.block.steps_done.load(),
                       run.block.steps_total.load(), run.seconds});
}

// Watches until the worker ended or had to be stopped.
Ending watch(Running& run) {
  auto last = Clock::now();
  for (;;) {
    std::array<pollfd, 2> waits{pollfd{run.process.pipe(), POLLIN, 0},
                                pollfd{run.process.pid_fd(), POLLIN, 0}};
    ::poll(waits.data(), waits.size(), kPollMilliseconds);
    drain(run.process.pipe(), run.outcome.output);
    if ((waits[1].revents & POLLIN) != 0) return Ending::kReply;
    if (waits[0].revents == POLLHUP) ::usleep(kPollMilliseconds * 1000);  // closed: do not spin
    const auto now = Clock::now();
    const std::chrono::duration<double> elapsed = now - last;
    last = now;
    const Ending ending = check_limits(run, std::min(elapsed.count(), kLongestTick));
    if (ending != Ending::kReply) return ending;
    report_progress(run);
  }
}

// "PROGRAM: symbol lookup error: LIBRARY: undefined symbol: NAME" -> NAME, else empty.
std::string missing_symbol(const std::string& output) {
  constexpr std::string_view kBefore = "undefined symbol: ";
  const std::size_t error = output.rfind("symbol lookup error: ");
  const std::size_t found = error == std::string::npos ? error : output.find(kBefore, error);
  if (found == std::string::npos) return "";
  const std::size_t begin = found + kBefore.size();
  return output.substr(begin, output.find_first_of(" ,\n", begin) - begin);
}

void judge_end(int status, int reply_fd, bool launched, Outcome& outcome) {
  if (WIFSIGNALED(status)) {
    outcome.ending = Ending::kSignal;
    outcome.number = WTERMSIG(status);
    return;
  }
  outcome.number = WEXITSTATUS(status);
  // A launcher's exit status is its own affair: the answer counts.
  if (outcome.number == 0 || launched) {
    auto reply = Message::read(reply_fd);
    if (reply.is_ok()) {
      outcome.reply = *reply;
      outcome.ending = Ending::kReply;
      return;
    }
    if (outcome.number == 0) return;
  }
  constexpr int kDoesNotStart = 126;
  constexpr int kLinkerGaveUp = 127;
  outcome.symbol = outcome.number == kLinkerGaveUp ? missing_symbol(outcome.output) : "";
  if (!outcome.symbol.empty()) {
    outcome.ending = Ending::kMissingSymbol;
  } else if (outcome.stage.empty() &&
             (outcome.number == kLinkerGaveUp || outcome.number == kDoesNotStart)) {
    outcome.ending = Ending::kMissingWorker;
  }
}

Result<std::array<Descriptor, 3>> make_channel(const Job& job) {
  std::array<Descriptor, 3> files;
  constexpr std::array<const char*, 3> kNames{"plugsmith-request", "plugsmith-control",
                                              "plugsmith-reply"};
  for (std::size_t i = 0; i < files.size(); ++i) {
    auto file = make_memory_file(kNames[i]);
    if (!file.is_ok()) return file.status();
    files[i] = std::move(file).value();
  }
  PLUGSMITH_RETURN_IF_ERROR(write_message(files[0].get(), job.text, job.blocks));
  return files;
}

Outcome not_started(const Status& status) {
  Outcome outcome;
  outcome.ending = Ending::kMissingWorker;
  outcome.output = status.message();
  return outcome;
}

}  // namespace

int interrupted_by() { return received_signal; }

Outcome run_job(const Job& job) {
  const SignalGuard signals;
  auto files = make_channel(job);
  if (!files.is_ok()) return not_started(files.status());
  auto block = create_control_block((*files)[1].get());
  if (!block.is_ok()) return not_started(block.status());
  auto process = WorkerProcess::start(
      job.worker, {(*files)[0].get(), (*files)[1].get(), (*files)[2].get()}, job.launcher);
  if (!process.is_ok()) return not_started(process.status());
  Outcome outcome;
  outcome.limits = job.limits;
  Running run{job, *process, **block, outcome, {}};
  const Ending stopped = watch(run);
  if (stopped != Ending::kReply) {
    describe_place(**block, run.slot, outcome);
    process->kill();
  }
  const int status = process->wait();
  drain(process->pipe(), outcome.output);
  if (stopped == Ending::kReply) {
    describe_place(**block, (*block)->fatal_slot.load(), outcome);
    judge_end(status, (*files)[2].get(), !job.launcher.empty(), outcome);
  } else {
    outcome.ending = stopped;
    outcome.number = received_signal;
  }
  return outcome;
}

}  // namespace plugsmith::process
