// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
// Stands for NVIDIA's compute-sanitizer and for the program under it, where there is no GPU: takes
// its arguments, answers as the worker does, and writes a log that the manual's samples are the
// model for. PLUGSMITH_TEST_FAULT says what it sees: words "INDEX:KIND" ("3:write"), "INDEX:crash"
// for a case that ends the process, "INDEX:depends" for one whose results depend on what memory
// held before, "unclear" where that cannot be told, "fails", "broken", "refuses" and "none".
// Without any of these but "worker" it starts the worker.
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <map>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include "apps/common/wire.hpp"
#include "src/process/worker_side.hpp"

namespace {

using plugsmith::wire::Json;

constexpr std::size_t kCases = 6;

const std::map<std::string, std::string>& reports() {
  static const std::map<std::string, std::string> all{
      {"write",
       "========= Invalid __global__ write of size 4 bytes\n"
       "=========     at overrun(float *, long)+0x1a0 in overrun.cu:31\n"
       "=========     by thread (255,0,0) in block (3,0,0)\n"
       "=========     Address 0x7f0c4a001000 is out of bounds\n"
       "=========     and is 1 bytes after the nearest allocation at 0x7f0c4a000000 of size 4,096 "
       "bytes\n"
       "=========\n"},
      {"race",
       "========= Error: Race reported between Write access at exchange(float *)+0x90 in "
       "exchange.cu:9\n"
       "=========     and Read access at exchange(float *)+0x100 in exchange.cu:11 [508 hazards]\n"
       "=========\n"},
      {"unset",
       "========= Uninitialized __global__ memory read of size 4 bytes\n"
       "=========     at finish(const int *, float *)+0x120 in finish.cu:20\n"
       "=========     by thread (1,0,0) in block (0,0,0)\n"
       "=========     Address 0x7f0c4a000004\n"
       "=========\n"},
      {"api",
       "========= Program hit cudaErrorInvalidValue (error 1) due to \"invalid argument\" on CUDA "
       "API call to cudaFuncSetAttribute.\n"
       "=========\n"}};
  return all;
}

std::string behind(const std::vector<std::string>& words, const std::string& option) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == option) return words[i + 1];
  }
  return "";
}

std::string name_of(std::size_t index) {
  return "float32 kLINEAR -> float32 kLINEAR, tactic " + std::to_string(index + 1) +
         ", inputs [2,8]";
}

std::vector<std::string> instructions() {
  const char* given = std::getenv("PLUGSMITH_TEST_FAULT");
  std::istringstream text(given == nullptr ? "" : given);
  std::vector<std::string> words;
  for (std::string word; text >> word;) words.push_back(word);
  return words;
}

bool told(const std::string& word) {
  for (const std::string& one : instructions()) {
    if (one == word) return true;
  }
  return false;
}

void run_case(plugsmith::process::WorkerChannel& channel, std::size_t index, std::ostream& log) {
  channel.stage("device case " + std::to_string(index) + " (" + name_of(index) + ")");
  for (const auto& [kind, text] : reports()) {
    if (told(std::to_string(index) + ":" + kind)) log << text << std::flush;
  }
  if (told(std::to_string(index) + ":crash")) std::raise(SIGSEGV);
}

// Whether results depend on memory: what "INDEX:depends" and "unclear" say.
int compare(plugsmith::process::WorkerChannel& channel, const Json& request) {
  Json reply{{"status", 0}, {"depends", ""}};
  for (const auto& index : request.at("indices")) {
    if (!told(std::to_string(index.get<std::size_t>()) + ":depends")) continue;
    reply["depends"] = "with 0xFF instead of 0x00 element 3 of output 0 is nan";
  }
  if (told("unclear")) {
    reply = plugsmith::wire::to_json(
        plugsmith::internal_error("two runs on the same memory differ: element 1 of output 0"));
  }
  return channel.reply(plugsmith::wire::encode(reply), {}).is_ok() ? 0 : 1;
}

int watch(std::ostream& log) {
  auto channel = plugsmith::process::WorkerChannel::open();
  if (!channel.is_ok()) return 2;
  const auto request = plugsmith::wire::decode(channel->request().text());
  if (!request.is_ok()) return 2;
  if (request->value("job", "") == "compare_device_memory") return compare(*channel, *request);
  if (request->value("job", "") != "check_device_cases") return 2;
  auto indices = request->at("indices").get<std::vector<std::size_t>>();
  if (indices.empty()) {
    indices.resize(kCases);
    std::iota(indices.begin(), indices.end(), std::size_t{0});
  }
  Json reply{{"status", 0}, {"cases", Json::array()}, {"problems", Json::array()}};
  for (std::size_t i = 0; i < kCases; ++i) {
    reply["cases"].push_back(name_of(i));
    reply["problems"].push_back(told("refuses") ? "onShapeChange returned 3" : "");
  }
  for (const std::size_t index : indices) run_case(*channel, index, log);
  reply["begun"] = indices.size();
  reply["run"] = told("refuses") ? 0 : indices.size();
  if (told("none")) reply = Json{{"status", 0}, {"none", "IPluginV2 plugins are not run"}};
  if (!told("fails")) log << "========= ERROR SUMMARY: 0 errors\n" << std::flush;
  return channel->reply(plugsmith::wire::encode(reply), {}).is_ok() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv, argv + argc);
  if (told("worker")) return ::execl(argv[argc - 1], argv[argc - 1], nullptr);
  std::ofstream log(behind(words, "--log-file"));
  log << "========= COMPUTE-SANITIZER\n";
  if (const char* file = std::getenv("FAKE_SANITIZER_CALLS"); file != nullptr) {
    std::ofstream calls(file, std::ios::app);
    for (const std::string& word : words) calls << word << " ";
    calls << "\n";
  }
  if (told("broken")) {
    log << "========= Error: couldn't find exit code.\n";
    return 255;
  }
  if (told("fails")) log << "========= Error: Failed to initialize the injection library\n";
  return watch(log);
}
