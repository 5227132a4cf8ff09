// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/process/worker_process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <utility>

#include "src/process/worker_side.hpp"

namespace plugsmith::process {
namespace {

constexpr int kFirstInherited = 3;
constexpr int kOutOfTheWay = 64;  // above every descriptor that is moved
constexpr int kStartFailed = 126;

// "NAME=/proc/1234/fd/7:/proc/1234/fd/8:/proc/1234/fd/9"
std::string channel_variable(const std::array<int, 3>& descriptors) {
  std::string text = kChannelVariable;
  for (std::size_t i = 0; i < descriptors.size(); ++i) {
    text += (i == 0 ? "=/proc/" : ":/proc/") + std::to_string(::getpid()) + "/fd/" +
            std::to_string(descriptors[i]);
  }
  return text;
}

/// What exec takes, made before fork.
struct Command {
  Command(const std::filesystem::path& program, const std::vector<std::string>& launcher,
          const std::array<int, 3>& descriptors)
      : words(launcher), channel(channel_variable(descriptors)) {
    words.push_back(program.string());
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    for (char** entry = environ; *entry != nullptr; ++entry) variables.push_back(*entry);
    if (!launcher.empty()) variables.push_back(channel.data());
    variables.push_back(nullptr);
  }
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  std::vector<std::string> words;
  std::string channel;
  std::vector<char*> arguments, variables;
};

// Between fork and exec: system calls only.
[[noreturn]] void become_worker(const Command& command, pid_t parent,
                                const std::array<int, 3>& inherited, int output) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(kStartFailed);  // the parent died before the line above
  const int null = ::open("/dev/null", O_RDONLY);
  std::array<int, 3> moved{};
  for (std::size_t i = 0; i < moved.size(); ++i) {
    moved[i] = ::fcntl(inherited[i], F_DUPFD_CLOEXEC, kOutOfTheWay);
  }
  ::dup2(null, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
  for (std::size_t i = 0; i < moved.size(); ++i) {
    ::dup2(moved[i], kFirstInherited + static_cast<int>(i));
  }
  ::close_range(kFirstInherited + static_cast<unsigned>(moved.size()), ~0U, CLOSE_RANGE_CLOEXEC);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  // What a plugin reads from unset memory, often an address, is then the same in every run.
  ::personality(ADDR_NO_RANDOMIZE);
  const char* program = command.arguments.front();
  ::execve(program, command.arguments.data(), command.variables.data());
  const char* reason = ::strerrordesc_np(errno);
  ::dprintf(STDERR_FILENO, "%s does not start: %s\n", program, reason != nullptr ? reason : "?");
  ::_exit(kStartFailed);
}

}  // namespace

Result<WorkerProcess> WorkerProcess::start(const std::filesystem::path& program,
                                           const std::array<int, 3>& inherited,
                                           const std::vector<std::string>& launcher) {
  if (::access(program.c_str(), X_OK) != 0) {
    return unsupported(program.string() + " is missing or not executable; build or install it " +
                       "beside plugsmith");
  }
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return resource_exhausted(std::string("no pipe: ") + std::strerror(errno));
  }
  WorkerProcess process;
  process.pipe_ = Descriptor(ends[0]);
  const Descriptor writer(ends[1]);
  ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
  const Command command(program, launcher, inherited);
  const pid_t parent = ::getpid();
  process.pid_ = ::fork();
  if (process.pid_ == 0) become_worker(command, parent, inherited, writer.get());
  if (process.pid_ < 0) {
    return resource_exhausted(std::string("no new process: ") + std::strerror(errno));
  }
  ::setpgid(process.pid_, process.pid_);  // both sides: whoever comes first
  process.pid_fd_ = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, process.pid_, 0)));
  return process;
}

WorkerProcess::WorkerProcess(WorkerProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      pipe_(std::move(other.pipe_)),
      pid_fd_(std::move(other.pid_fd_)) {}

WorkerProcess::~WorkerProcess() {
  if (pid_ < 0) return;
  kill();
  wait();
}

std::int64_t WorkerProcess::memory_bytes() const {
  std::ifstream file("/proc/" + std::to_string(pid_) + "/statm");
  std::int64_t total = 0;
  std::int64_t resident = 0;
  std::int64_t shared = 0;
  if (!(file >> total >> resident >> shared)) return 0;
  return (resident - shared) * ::sysconf(_SC_PAGESIZE);
}

void WorkerProcess::kill() {
  if (pid_ > 0) ::kill(-pid_, SIGKILL);
}

int WorkerProcess::wait() {
  int status = 0;
  while (pid_ > 0 && ::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  if (pid_ > 0) ::kill(-pid_, SIGKILL);  // what the plugin may have started
  pid_ = -1;
  return status;
}

}  // namespace plugsmith::process
