// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <signal.h>

#include <array>
#include <cstdio>
#include <cstring>

#include "src/process/supervisor.hpp"

namespace plugsmith::process {
namespace {

std::string signal_name(int number) {
  const char* short_name = ::sigabbrev_np(number);
  const char* text = ::sigdescr_np(number);
  std::string name =
      short_name != nullptr ? std::string("SIG") + short_name : "signal " + std::to_string(number);
  if (text != nullptr) name += std::string(" (") + text + ")";
  return name;
}

// "in getOutputShapes of #3", or what else is known of the place.
std::string place(const Outcome& outcome) {
  const std::string stage = outcome.stage.empty() ? "" : " while " + outcome.stage;
  if (outcome.method.empty()) return "outside any plugin method" + stage;
  return "in " + outcome.method + " of " + outcome.object + stage;
}

std::string number_text(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%g", value);
  return text.data();
}

std::string crash_text(const Outcome& outcome) {
  if (!outcome.exception.empty()) {
    return "std::terminate was called " + place(outcome) + ": " + outcome.exception +
           " left a function that may not throw; catch it inside the method and return its failure "
           "value";
  }
  std::string text =
      "the worker process crashed " + place(outcome) + " with " + signal_name(outcome.number);
  if (outcome.number == SIGKILL) {
    text += "; the system kills processes so when memory runs out: try a smaller input";
  }
  return text;
}

}  // namespace

std::string explain(const Outcome& outcome) {
  switch (outcome.ending) {
    case Ending::kReply: return "the worker answered";
    case Ending::kSignal: return crash_text(outcome);
    case Ending::kExit:
      return "the worker process ended " + place(outcome) + " with exit status " +
             std::to_string(outcome.number) +
             " and without an answer; a plugin must return its failure value, not leave the "
             "process";
    case Ending::kMethodTimeout:
      return "no return within " + number_text(outcome.limits.method_seconds) + " s " +
             place(outcome) + ": an endless loop, or raise --method-timeout";
    case Ending::kRunTimeout:
      return "the run took longer than " + number_text(outcome.limits.run_seconds) +
             " s, stopped " + place(outcome) + "; raise --timeout";
    case Ending::kMemory:
      return "more than " +
             number_text(static_cast<double>(outcome.limits.memory_bytes) / double{1U << 30U}) +
             " GiB of memory in use, stopped " + place(outcome) + "; raise --memory-limit";
    case Ending::kMissingSymbol:
      return "a plugin library needs the symbol \"" + outcome.symbol +
             "\", which nothing that is loaded provides (" + place(outcome) +
             "); link the library that defines it, or build against the TensorRT generation in use";
    case Ending::kMissingWorker: return "cannot start a worker: " + outcome.output;
    case Ending::kInterrupted: return "interrupted by " + signal_name(outcome.number);
  }
  return "";
}

}  // namespace plugsmith::process
