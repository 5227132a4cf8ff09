// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
// Does what its request says: a word that names a misbehaviour.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "src/process/worker_side.hpp"

namespace {

using plugsmith::process::Bytes;
using plugsmith::process::WorkerChannel;

void wrong_turn() { throw std::runtime_error("a wrong turn"); }
void throw_through_noexcept() noexcept { wrong_turn(); }

[[noreturn]] void loop() {
  for (;;) std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

void eat_memory() {
  static std::vector<std::vector<char>> eaten;
  for (;;) eaten.emplace_back(1U << 20U, 'x');
}

void crash_on_a_thread(WorkerChannel& channel) {
  channel.observer().begin("#1", "enqueue");
  std::thread([&channel] {
    channel.observer().begin("#2", "clone");
    std::raise(SIGSEGV);
  }).join();
}

void answer(WorkerChannel& channel) {
  const std::vector<Bytes> blocks = channel.request().blocks();
  const auto status = channel.reply("answer to " + std::string(channel.request().text()), blocks);
  std::_Exit(status.is_ok() ? 0 : 1);
}

}  // namespace

int main() {
  auto channel = WorkerChannel::open();
  if (!channel.is_ok()) return 2;
  channel->stage("misbehaving");
  const std::string what(channel->request().text());
  if (what == "crash on a thread") crash_on_a_thread(*channel);
  if (what == "crash outside") std::raise(SIGSEGV);
  if (what.rfind("answer", 0) == 0) answer(*channel);
  channel->observer().begin("creator Bad",
                            what == "slow reference" ? "reference" : "getOutputShapes");
  if (what == "complain") {
    channel->complain("of an earlier call");
    channel->observer().begin("creator Bad", "getOutputShapes");
    channel->complain("first");
    channel->complain("second");
    std::raise(SIGSEGV);
  }
  if (what == "complain before") {
    channel->complain("of an earlier stage");
    channel->stage("misbehaving still");
    std::raise(SIGSEGV);
  }
  if (what == "segfault") std::raise(SIGSEGV);
  if (what == "abort") std::abort();
  if (what == "throw") throw_through_noexcept();
  if (what == "loop") loop();
  if (what == "memory") eat_memory();
  if (what == "exit 0") std::exit(0);
  if (what == "exit 7") std::exit(7);
  if (what == "symbol") {
    std::fputs("worker: symbol lookup error: /x/libbad.so: undefined symbol: missing_thing\n",
               stderr);
    std::_Exit(127);
  }
  if (what == "chatter") {
    for (;;) std::puts("chatter");
  }
  if (what == "slow reference") std::this_thread::sleep_for(std::chrono::milliseconds(600));
  channel->observer().end();
  answer(*channel);
}
