// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/fidelity_run.hpp"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <memory>
#include <mutex>
#include <thread>

#include "apps/plugsmith/locate.hpp"
#include "src/process/message.hpp"
#include "src/process/worker_process.hpp"
#include "src/trt/trace/trace.hpp"

namespace plugsmith::cli {
namespace {

using fidelity::kDied;
using fidelity::kScenarioMark;

bool starts_with(const std::string& text, const std::string& prefix) {
  return text.compare(0, prefix.size(), prefix) == 0;
}

std::string ending_of(int status) {
  if (WIFSIGNALED(status)) {
    const int number = WTERMSIG(status);
    const char* name = ::sigabbrev_np(number);
    return number == SIGALRM ? "it did not end in time"
                             : std::string("SIG") + (name != nullptr ? name : "?");
  }
  return "exit status " + std::to_string(WEXITSTATUS(status));
}

/// What one process says, line by line.
class Listener {
 public:
  Listener(FidelityRun& run, std::mutex& mutex, const FidelityRequest& request)
      : run_(run), mutex_(mutex), request_(request) {}

  void hear(const std::string& text) {
    pending_ += text;
    for (std::size_t end; (end = pending_.find('\n')) != std::string::npos;) {
      line(pending_.substr(0, end));
      pending_.erase(0, end + 1);
    }
  }
  /// The process ended; the names of the scenarios that it did not come to.
  std::vector<std::string> end(int status, const std::vector<std::string>& asked) {
    const bool orderly = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (trace_ != nullptr && !orderly) trace_->mark(kDied + ending_of(status));
    finish_scenario();
    return {asked.begin() + static_cast<std::ptrdiff_t>(std::min(begun_, asked.size())),
            asked.end()};
  }
  const std::string& cannot() const { return cannot_; }
  std::size_t begun() const { return begun_; }

 private:
  void line(const std::string& text) {
    if (starts_with(text, kScenarioMark)) {
      finish_scenario();
      name_ = text.substr(sizeof kScenarioMark - 1);
      trace_ = std::make_unique<trace::Trace>(true);
      ++begun_;
    } else if (trace_ != nullptr) {
      trace_->mark(text);  // counts equal lines
    } else if (starts_with(text, "with: ")) {
      const std::lock_guard lock(mutex_);
      run_.made_with = text.substr(6);
    } else if (starts_with(text, "cannot: ")) {
      cannot_ = text.substr(8);
    } else if (!cannot_.empty()) {
      cannot_ += "\n" + text;
    }
  }
  void finish_scenario() {
    if (trace_ == nullptr) return;
    const std::lock_guard lock(mutex_);
    run_.scenarios[name_] = trace_->lines();
    trace_.reset();
    if (request_.on_scenario) request_.on_scenario(name_);
  }

  FidelityRun& run_;
  std::mutex& mutex_;
  const FidelityRequest& request_;
  std::string pending_, name_, cannot_;
  std::unique_ptr<trace::Trace> trace_;
  std::size_t begun_ = 0;
};

/// Hears everything until the process has closed its output.
void listen(int pipe, Listener& listener) {
  std::array<char, 65536> buffer{};
  for (;;) {
    pollfd wait{pipe, POLLIN, 0};
    ::poll(&wait, 1, -1);
    const ssize_t got = ::read(pipe, buffer.data(), buffer.size());
    if (got > 0) listener.hear(std::string(buffer.data(), static_cast<std::size_t>(got)));
    if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN)) return;
  }
}

/// Plays `names`, in as many processes as it takes.
Status play(const FidelityRequest& request, std::vector<std::string> names, FidelityRun& run,
            std::mutex& mutex) {
  while (!names.empty()) {
    auto file = process::make_memory_file("request");
    if (!file.is_ok()) return file.status();
    std::string text = request.folder + "\n";
    for (const std::string& name : names) text += name + "\n";
    if (::pwrite(file->get(), text.data(), text.size(), 0) != static_cast<ssize_t>(text.size())) {
      return internal_error("a request to the fidelity program could not be written");
    }
    const auto path = request.program.empty() ? fidelity_path(request.generation) : request.program;
    auto program = process::WorkerProcess::start(path, {file->get(), file->get(), file->get()});
    if (!program.is_ok()) return program.status();
    Listener listener(run, mutex, request);
    listen(program->pipe(), listener);
    const int status = program->wait();
    names = listener.end(status, names);
    if (!listener.cannot().empty()) return unsupported(listener.cannot());
    if (listener.begun() == 0) {
      return internal_error(
          "the program that plays scenarios in TensorRT ended before the first: " +
          ending_of(status));
    }
  }
  return Status::ok();
}

}  // namespace

Result<FidelityRun> play_in_tensorrt(const FidelityRequest& request) {
  FidelityRun run;
  std::mutex mutex;
  const auto jobs = static_cast<std::size_t>(std::max(request.jobs, 1));
  std::vector<std::vector<std::string>> shares(jobs);
  for (std::size_t i = 0; i < request.scenarios.size(); ++i) {
    shares[i % jobs].push_back(request.scenarios[i]);
  }
  std::vector<Status> results(jobs, Status::ok());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < jobs; ++i) {
    threads.emplace_back([&, i] { results[i] = play(request, shares[i], run, mutex); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const Status& result : results) PLUGSMITH_RETURN_IF_ERROR(result);
  return run;
}

}  // namespace plugsmith::cli
