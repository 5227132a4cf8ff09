// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <sstream>
#include <string>

#include "src/trt/engine/device_memory.hpp"
#include "src/trt/fidelity/real_player.hpp"
#include "src/trt/fidelity/recording.hpp"

// Plays scenarios in real TensorRT and prints every call as it happens, since some of them end the
// process. Descriptor 3 holds the request: a folder that TensorRT is to be taken from (may be
// empty), then names of scenarios, one a line.

namespace plugsmith::fidelity {
namespace {

constexpr int kRequest = 3;
constexpr unsigned kSecondsEach = 120;  ///< then SIGALRM ends the process
constexpr int kUsage = 2, kCannot = 3;

std::string read_request() {
  std::string text;
  char buffer[4096];
  for (ssize_t got = 0;
       (got = ::pread(kRequest, buffer, sizeof buffer, static_cast<off_t>(text.size()))) > 0;) {
    text.append(buffer, static_cast<std::size_t>(got));
  }
  return text;
}

void print(const std::string& line) {
  std::fputs((line + "\n").c_str(), stdout);
  std::fflush(stdout);  // the next call may be the last
}

int cannot(const Status& status) {
  print("cannot: " + status.message());
  return kCannot;
}

int play_all(std::istream& request) {
  std::string folder;
  std::getline(request, folder);
  trace::Trace* current = nullptr;
  trt::EngineLog log([&](const trt::EngineLogLine& line) {
    if (line.severity > 1 || current == nullptr) return;
    std::string text = line.text;
    std::replace(text.begin(), text.end(), '\n', ' ');
    current->mark("[" + std::to_string(line.severity) + "] " + text);
  });
  const auto tensorrt = trt::TensorRt::load(folder, log);
  if (!tensorrt.is_ok()) return cannot(tensorrt.status());
  const Status device = trt::find_device();
  if (!device.is_ok()) return cannot(device);
  const auto facts = trt::device_facts();
  print("with: TensorRT " + to_string((*tensorrt)->version()) + " on " +
        (facts.is_ok() ? facts->name : "an unknown device"));
  auto player = RealPlayer::make(**tensorrt);
  if (!player.is_ok()) return cannot(player.status());
  for (std::string name; std::getline(request, name);) {
    const Scenario* scenario = find_scenario(name);
    if (scenario == nullptr) {
      print("cannot: there is no scenario " + name);
      return kUsage;
    }
    print(kScenarioMark + name);
    ::alarm(kSecondsEach);
    trace::Trace trace(true);
    trace.on_line(print);
    current = &trace;
    (*player)->play(*scenario, trace);
    current = nullptr;
    ::alarm(0);
  }
  return 0;
}

}  // namespace
}  // namespace plugsmith::fidelity

int main() {
  const std::string text = plugsmith::fidelity::read_request();
  if (text.empty()) {
    std::fputs("this program is started by plugsmith selfcheck, not by hand\n", stderr);
    return plugsmith::fidelity::kUsage;
  }
  std::istringstream request(text);
  const int code = plugsmith::fidelity::play_all(request);
  std::fflush(nullptr);
  ::_exit(code);  // without TensorRT's own clean-up, which a broken scenario may have upset
}
