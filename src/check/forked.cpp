// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/forked.hpp"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <exception>

namespace plugsmith::check {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kPoll = std::chrono::microseconds(300);
constexpr std::size_t kNameBytes = 64;

struct MethodName {
  std::array<char, kNameBytes> text;
};

// The copy's observer: the name of the method in progress, empty between calls.
class MethodReporter final : public host::CallObserver {
 public:
  explicit MethodReporter(MethodName& name) : name_(name) {}
  void begin(const char* /*object*/, const char* method) override {
    ::strncpy(name_.text.data(), method, kNameBytes - 1);
  }
  void end() override { name_.text.front() = '\0'; }

 private:
  MethodName& name_;
};

void prepare_copy() {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit no_dump{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_dump);
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP}) {
    ::signal(number, SIG_DFL);
  }
  std::set_terminate([] { ::abort(); });
  // A plugin's last words before it ends the process would look like the worker's own.
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) {
    ::dup2(nowhere, STDOUT_FILENO);
    ::dup2(nowhere, STDERR_FILENO);
  }
}

ForkedEnd wait_for(pid_t copy, std::chrono::milliseconds limit) {
  const auto started = Clock::now();
  int status = 0;
  while (true) {
    const pid_t ended = ::waitpid(copy, &status, WNOHANG);
    if (ended == copy) break;
    if (ended < 0 && errno != EINTR) return {};
    if (Clock::now() - started > limit) {
      ::kill(copy, SIGKILL);
      ::waitpid(copy, &status, 0);
      return {ForkedEnd::Kind::kLate, 0, ""};
    }
    ::usleep(kPoll.count());
  }
  if (WIFSIGNALED(status)) return {ForkedEnd::Kind::kSignal, WTERMSIG(status), ""};
  return {ForkedEnd::Kind::kExit, WEXITSTATUS(status), ""};
}

}  // namespace

bool ForkedEnd::is_fault() const {
  return kind == Kind::kSignal &&
         (number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGILL);
}

std::string ForkedEnd::text() const {
  std::string what;
  switch (kind) {
    case Kind::kReturned: return "returned";
    case Kind::kSignal: {
      const char* name = ::sigabbrev_np(number);
      what = "ended the process with " +
             (name == nullptr ? "signal " + std::to_string(number) : "SIG" + std::string(name));
      break;
    }
    case Kind::kExit: what = "left the process with exit status " + std::to_string(number); break;
    case Kind::kLate: what = "did not return in time"; break;
    case Kind::kNotForked: return "could not be tried: this process cannot be copied";
  }
  return what + (method.empty() ? "" : " in " + method);
}

ForkedEnd run_forked(host::HostState& state, std::chrono::milliseconds limit,
                     const std::function<void()>& body) {
  SharedValue<MethodName> method;
  SharedValue<bool> returned;
  const pid_t copy = ::fork();
  if (copy < 0) return {};
  if (copy == 0) {
    prepare_copy();
    MethodReporter reporter(*method);
    state.options.observer = &reporter;
    body();
    *returned = true;
    ::_exit(0);
  }
  ForkedEnd end = wait_for(copy, limit);
  if (end.kind == ForkedEnd::Kind::kExit && *returned) end.kind = ForkedEnd::Kind::kReturned;
  if (!end.returned()) end.method = method->text.data();
  return end;
}

}  // namespace plugsmith::check
