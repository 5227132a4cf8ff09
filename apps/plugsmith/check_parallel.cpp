// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/check_parallel.hpp"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "apps/common/wire.hpp"

namespace plugsmith::cli {
namespace {

/// The number of the next task, shared by the processes.
class Counter {
 public:
  Counter()
      : memory_(::mmap(nullptr, sizeof(Number), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                       -1, 0)) {
    if (memory_ != MAP_FAILED) new (memory_) Number(0);
  }
  Counter(const Counter&) = delete;
  Counter& operator=(const Counter&) = delete;
  ~Counter() {
    if (memory_ != MAP_FAILED) ::munmap(memory_, sizeof(Number));
  }
  bool is_ok() const { return memory_ != MAP_FAILED; }
  std::size_t take() { return static_cast<Number*>(memory_)->fetch_add(1); }

 private:
  using Number = std::atomic<std::size_t>;
  void* memory_;
};

bool write_all(int file, const void* data, std::size_t size) {
  const auto* bytes = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t written = ::write(file, bytes, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes += written;
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

// In the child: the results go to `file`, each behind its task's number and its size.
[[noreturn]] void serve(std::size_t count, const std::function<Json(std::size_t)>& task,
                        Counter& counter, int file) {
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  for (std::size_t at = counter.take(); at < count; at = counter.take()) {
    const std::string bytes = wire::encode(task(at));
    const std::size_t head[] = {at, bytes.size()};
    if (!write_all(file, head, sizeof head) || !write_all(file, bytes.data(), bytes.size())) {
      ::_exit(1);
    }
  }
  ::_exit(0);
}

// What a child left in its file.
Status collect(int file, std::vector<Json>& results) {
  std::string all(static_cast<std::size_t>(::lseek(file, 0, SEEK_END)), '\0');
  for (std::size_t done = 0; done < all.size();) {
    const ssize_t got =
        ::pread(file, all.data() + done, all.size() - done, static_cast<off_t>(done));
    if (got <= 0) return internal_error("a process's results cannot be read");
    done += static_cast<std::size_t>(got);
  }
  std::size_t head[2];
  for (std::size_t at = 0; at + sizeof head <= all.size(); at += sizeof head + head[1]) {
    std::memcpy(head, all.data() + at, sizeof head);
    if (head[0] >= results.size() || head[1] > all.size() - at - sizeof head) break;
    auto json = wire::decode(std::string_view(all).substr(at + sizeof head, head[1]));
    if (!json.is_ok()) return json.status();
    results[head[0]] = std::move(json).value();
  }
  return Status::ok();
}

struct Child {
  pid_t pid = -1;
  int file = -1;
};

}  // namespace

Result<std::vector<Json>> run_in_processes(std::size_t count, int jobs,
                                           const std::function<Json(std::size_t)>& task) {
  std::vector<Json> results(count);
  const auto processes = std::min<std::size_t>(count, static_cast<std::size_t>(std::max(jobs, 1)));
  if (processes <= 1) {
    for (std::size_t i = 0; i < count; ++i) results[i] = task(i);
    return results;
  }
  Counter counter;
  if (!counter.is_ok()) return resource_exhausted("no memory that processes could share");
  std::vector<Child> children;
  for (std::size_t i = 0; i < processes; ++i) {
    Child child;
    child.file = ::memfd_create("plugsmith-results", MFD_CLOEXEC);
    if (child.file >= 0) child.pid = ::fork();
    if (child.pid == 0) serve(count, task, counter, child.file);
    if (child.pid > 0) children.push_back(child);
  }
  Status status = children.empty() ? resource_exhausted("no process can be started") : Status::ok();
  int signal = 0;
  for (const Child& child : children) {
    int ended = 0;
    while (::waitpid(child.pid, &ended, 0) < 0 && errno == EINTR) {
    }
    if (WIFSIGNALED(ended)) signal = WTERMSIG(ended);
    const Status collected = collect(child.file, results);
    if (status.is_ok()) status = collected;
    ::close(child.file);
  }
  if (signal == SIGINT || signal == SIGTERM || signal == SIGHUP) std::raise(signal);
  if (!status.is_ok()) return status;
  const bool all = std::none_of(results.begin(), results.end(),
                                [](const Json& result) { return result.is_null(); });
  if (!all) return internal_error("a process of -j ended early");
  return results;
}

}  // namespace plugsmith::cli
