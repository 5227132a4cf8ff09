// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/sanitizers.hpp"

#include <algorithm>
#include <cstdlib>

#include "src/host/elf_file.hpp"

namespace plugsmith::cli {
namespace {

// Leaks are counted by CK57 and CK76; at the end of the process much is in use on purpose.
constexpr char kAddressOptions[] =
    "abort_on_error=1:detect_leaks=0:detect_odr_violation=0:quarantine_size_mb=64";
constexpr char kUndefinedOptions[] = "halt_on_error=1:abort_on_error=1:print_stacktrace=1";

bool starts_with(const std::string& text, const char* start) { return text.rfind(start, 0) == 0; }

}  // namespace

SanitizerEnvironment::SanitizerEnvironment(const std::vector<std::string>& libraries) {
  std::vector<std::string> runtimes;
  for (const std::string& library : libraries) {
    const auto elf = read_elf(library);
    if (!elf.is_ok()) continue;
    for (const std::string& needed : elf->needed) {
      if (!starts_with(needed, "libasan.so.") && !starts_with(needed, "libubsan.so.")) continue;
      if (std::find(runtimes.begin(), runtimes.end(), needed) == runtimes.end()) {
        runtimes.push_back(needed);
      }
    }
  }
  if (runtimes.empty()) return;
  std::sort(runtimes.begin(), runtimes.end());  // libasan has to be the first
  const char* preload = std::getenv("LD_PRELOAD");
  std::string all;
  for (const std::string& runtime : runtimes) all += (all.empty() ? "" : ":") + runtime;
  if (preload != nullptr) all += std::string(":") + preload;
  set("LD_PRELOAD", all);
  if (std::getenv("ASAN_OPTIONS") == nullptr) set("ASAN_OPTIONS", kAddressOptions);
  if (std::getenv("UBSAN_OPTIONS") == nullptr) set("UBSAN_OPTIONS", kUndefinedOptions);
}

void SanitizerEnvironment::set(const char* name, const std::string& value) {
  const char* old = std::getenv(name);
  before_.emplace_back(name, old == nullptr ? "" : old);
  ::setenv(name, value.c_str(), 1);
}

SanitizerEnvironment::~SanitizerEnvironment() {
  for (const auto& [name, value] : before_) {
    if (value.empty()) {
      ::unsetenv(name.c_str());
    } else {
      ::setenv(name.c_str(), value.c_str(), 1);
    }
  }
}

std::string sanitizer_summary(const std::string& output) {
  const std::string mark = "SUMMARY: ";
  const std::size_t at = output.rfind(mark);
  if (at == std::string::npos) return "";
  const std::size_t start = at + mark.size();
  const std::string line = output.substr(start, output.find('\n', start) - start);
  return line.find("Sanitizer: ") == std::string::npos ? "" : line;
}

}  // namespace plugsmith::cli
