// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/process/worker_side.hpp"

#include <cxxabi.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <string_view>
#include <typeinfo>
#include <utility>

namespace plugsmith::process {
namespace {

constexpr int kNoSlot = -1;
constexpr int kNoSlotLeft = -2;

thread_local int thread_slot = kNoSlot;     // NOLINT: one per thread by design
std::atomic<int> next_slot{0};              // NOLINT: counts threads
ControlBlock* reported_block = nullptr;     // NOLINT: for the signal handler
std::terminate_handler previous_terminate;  // NOLINT: for the terminate handler

void on_fatal_signal(int signal) {
  if (reported_block != nullptr) reported_block->fatal_slot.store(thread_slot);
  ::raise(signal);  // the handler was reset: this one ends the process
}

void on_terminate() {
  const std::type_info* type = abi::__cxa_current_exception_type();
  if (reported_block != nullptr && type != nullptr) {
    int status = 0;
    char* name = abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
    std::string text = std::string("an exception of type ") + (status == 0 ? name : type->name());
    std::free(name);  // NOLINT: __cxa_demangle hands out malloc'ed memory
    try {
      std::rethrow_exception(std::current_exception());
    } catch (const std::exception& exception) {
      text += std::string(" (") + exception.what() + ")";
    } catch (...) {  // nothing more is known of it
    }
    reported_block->exception.write(text);
  }
  previous_terminate();
}

bool is_same_file(int descriptor, const std::string& name) {
  struct stat held {};
  struct stat named {};
  return ::fstat(descriptor, &held) == 0 && ::stat(name.c_str(), &named) == 0 &&
         held.st_dev == named.st_dev && held.st_ino == named.st_ino;
}

// The inherited descriptors; a launcher may have closed them, and used their numbers again.
std::array<int, 3> find_descriptors() {
  std::array<int, 3> descriptors{kRequestFd, kControlFd, kReplyFd};
  const char* names = std::getenv(kChannelVariable);
  std::string_view rest(names == nullptr ? "" : names);
  for (int& descriptor : descriptors) {
    const std::string name(rest.substr(0, rest.find(':')));
    rest.remove_prefix(std::min(rest.size(), name.size() + 1));
    if (name.empty() || is_same_file(descriptor, name)) continue;
    descriptor = ::open(name.c_str(), O_RDWR);
  }
  return descriptors;
}

void arm_reports(ControlBlock* block) {
  reported_block = block;
  previous_terminate = std::set_terminate(on_terminate);
  static std::array<std::byte, 65536> stack;  // a stack overflow leaves no room on the real one
  stack_t alternate{};
  alternate.ss_sp = stack.data();
  alternate.ss_size = stack.size();
  ::sigaltstack(&alternate, nullptr);
  struct sigaction action {};
  action.sa_handler = on_fatal_signal;
  action.sa_flags = SA_ONSTACK | static_cast<int>(SA_RESETHAND) | SA_NODEFER;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP}) {
    ::sigaction(signal, &action, nullptr);
  }
}

}  // namespace

CallReporter::CallReporter(std::shared_ptr<ControlBlock> block) : block_(std::move(block)) {}

void CallReporter::begin(const char* object, const char* method) {
  if (thread_slot == kNoSlot) {
    const int slot = next_slot.fetch_add(1);
    thread_slot = slot < static_cast<int>(ControlBlock::kSlots) ? slot : kNoSlotLeft;
  }
  if (thread_slot < 0) return;
  auto& slot = block_->slots[static_cast<std::size_t>(thread_slot)];
  slot.object.write(object != nullptr ? object : "");
  slot.method.write(method != nullptr ? method : "");
  slot.call.store(block_->calls.fetch_add(1, std::memory_order_acq_rel) + 1,
                  std::memory_order_release);
}

void CallReporter::end() {
  if (thread_slot < 0) return;
  block_->slots[static_cast<std::size_t>(thread_slot)].call.store(0, std::memory_order_release);
}

Result<WorkerChannel> WorkerChannel::open() {
  WorkerChannel channel;
  const auto [request_fd, control_fd, reply_fd] = find_descriptors();
  auto block = open_control_block(control_fd);
  if (!block.is_ok()) return block.status();
  auto request = Message::read(request_fd);
  if (!request.is_ok()) return request.status();
  for (const int fd : {request_fd, control_fd, reply_fd}) ::fcntl(fd, F_SETFD, FD_CLOEXEC);
  channel.request_ = std::move(request).value();
  channel.block_ = *block;
  channel.reply_fd_ = reply_fd;
  channel.observer_ = std::make_unique<CallReporter>(*block);
  arm_reports(channel.block_.get());
  return channel;
}

void WorkerChannel::stage(const std::string& text) {
  static std::mutex one_writer;  // plugin nodes can run on several threads
  const std::lock_guard<std::mutex> lock(one_writer);
  block_->steps_total.store(0);
  block_->stage.write(text);
  block_->complaint.write("");
}

void WorkerChannel::progress(std::uint64_t done, std::uint64_t total) {
  block_->steps_done.store(done);
  block_->steps_total.store(total);
}

void WorkerChannel::complain(const std::string& text) {
  static std::mutex one_writer;
  const std::lock_guard<std::mutex> lock(one_writer);
  const std::uint64_t call = block_->calls.load();
  if (call == complained_in_ && !block_->complaint.read().empty()) return;
  complained_in_ = call;
  block_->complaint.write(text);
}

Status WorkerChannel::reply(const std::string& text, std::span<const Bytes> blocks) {
  return write_message(reply_fd_, text, blocks);
}

}  // namespace plugsmith::process
