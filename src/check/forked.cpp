// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/forked.hpp"

#include <cxxabi.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <typeinfo>

#include "src/host/absent_libraries.hpp"

namespace plugsmith::check {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kPoll = std::chrono::microseconds(200);
constexpr rlim_t kMostBytes = rlim_t{2} << 30U;

struct Last {
  std::array<char, 64> method;
  std::array<char, 256> exception;
  std::array<char, 2048> log;
  bool returned;
};

template <std::size_t kBytes>
void write(std::array<char, kBytes>& place, const char* text) {
  ::strncpy(place.data(), text == nullptr ? "" : text, kBytes - 1);
}

// The copy's observer: keeps the name of the method in progress, empty between calls.
class MethodReporter final : public host::CallObserver {
 public:
  MethodReporter(Last& last, host::CallObserver* next) : last_(last), next_(next) {}
  void begin(const char* object, const char* method) override {
    write(last_.method, method);
    if (next_ != nullptr) next_->begin(object, method);
  }
  void end() override {
    last_.method.front() = '\0';
    if (next_ != nullptr) next_->end();
  }

 private:
  Last& last_;
  host::CallObserver* next_;
};

Last* last_of_copy = nullptr;  // NOLINT: a copy's own

void on_terminate() {
  if (const std::type_info* type = abi::__cxa_current_exception_type(); type != nullptr) {
    int status = 0;
    char* name = abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
    write(last_of_copy->exception, status == 0 ? name : type->name());
  }
  ::abort();
}

// Keeps what the plugin logs as errors.
host::HostLogger::Listener keep_errors(Last& last) {
  return [&last](std::int32_t severity, const std::string& text) {
    if (severity > static_cast<std::int32_t>(nvinfer1::ILogger::Severity::kERROR)) return;
    const std::size_t used = ::strlen(last.log.data());
    ::strncpy(last.log.data() + used, (text + "\n").c_str(), last.log.size() - 1 - used);
  };
}

std::size_t address_space_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::size_t pages = 0;
  statm >> pages;
  return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

void prepare_copy() {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit no_dump{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_dump);
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP}) {
    ::signal(number, SIG_DFL);
  }
#if !defined(__SANITIZE_ADDRESS__)
  const rlim_t most = address_space_bytes() + kMostBytes;
  const rlimit memory{most, most};
  ::setrlimit(RLIMIT_AS, &memory);
#endif
  std::set_terminate(on_terminate);
  // A plugin's last words before it ends the process would look like the worker's own.
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) {
    ::dup2(nowhere, STDOUT_FILENO);
    ::dup2(nowhere, STDERR_FILENO);
  }
}

ForkedEnd wait_for(pid_t copy, std::chrono::milliseconds limit) {
  const auto started = Clock::now();
  ForkedEnd end;
  int status = 0;
  while (true) {
    const pid_t ended = ::waitpid(copy, &status, WNOHANG);
    if (ended == copy) break;
    if (ended < 0 && errno != EINTR) return end;
    if (Clock::now() - started > limit) {
      ::kill(copy, SIGKILL);
      ::waitpid(copy, &status, 0);
      end.kind = ForkedEnd::Kind::kLate;
      return end;
    }
    ::usleep(static_cast<useconds_t>(kPoll.count()));
  }
  end.kind = WIFSIGNALED(status) ? ForkedEnd::Kind::kSignal : ForkedEnd::Kind::kExit;
  end.number = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  return end;
}

}  // namespace

bool ForkedEnd::is_fault() const {
  return kind == Kind::kSignal &&
         (number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGILL);
}

bool ForkedEnd::may_lack_device() const {
  if (!absent.empty()) return true;
  const std::string first = log.substr(0, log.find('\n'));
  if (mentions_device(is_fault() ? log : first)) return true;
  if (first.empty() && mentions_device(exception)) return true;
  const bool in_order = kind == Kind::kExit || (kind == Kind::kSignal && number == SIGABRT);
  return in_order && first.empty() && ::access("/dev/nvidiactl", F_OK) != 0 && exception.empty();
}

std::string ForkedEnd::text() const {
  std::string what;
  if (!absent.empty()) return "needs " + absent + (method.empty() ? "" : ", called in " + method);
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
  if (!method.empty()) what += " in " + method;
  if (!exception.empty()) what += ", by an exception of type " + exception;
  const std::string first = log.substr(0, log.find('\n'));
  return what + (first.empty() ? "" : " (it logged \"" + first + "\")");
}

std::string logged_errors() { return last_of_copy == nullptr ? "" : last_of_copy->log.data(); }

void forget_log() {
  if (last_of_copy != nullptr) last_of_copy->log.fill('\0');
}

ForkedEnd run_forked(host::HostState& state, std::chrono::milliseconds limit,
                     const std::function<void()>& body) {
  SharedValue<Last> last;
  const pid_t copy = ::fork();
  if (copy < 0) return {};
  if (copy == 0) {
    last_of_copy = &*last;
    prepare_copy();
    MethodReporter reporter(*last, state.observer());
    state.options.observer = &reporter;
    state.logger = host::HostLogger(keep_errors(*last));
    body();
    last->returned = true;
    ::_exit(0);
  }
  ForkedEnd end = wait_for(copy, limit);
  // The copy may have died inside a call that the observer still shows.
  if (auto* observer = state.observer(); observer != nullptr) observer->end();
  if (end.kind == ForkedEnd::Kind::kExit && last->returned) end.kind = ForkedEnd::Kind::kReturned;
  end.exception = last->exception.data();
  end.log = last->log.data();
  if (!end.returned()) end.method = last->method.data();
  if (end.kind == ForkedEnd::Kind::kExit && end.number == host::kAbsentLibraryExit) {
    end.absent = host::last_absent_call();
  }
  return end;
}

}  // namespace plugsmith::check
