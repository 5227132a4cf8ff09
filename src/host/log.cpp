// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/log.hpp"

#include <exception>

namespace plugsmith::host {
namespace {

constexpr std::size_t kMaxQuotedLines = 12;

thread_local LogScope* current_scope = nullptr;

}  // namespace

void HostLogger::log(Severity severity, nvinfer1::AsciiChar const* message) noexcept {
  const char* text = message == nullptr ? "(null message)" : message;
  try {
    note(severity, text);
    if (current_scope == nullptr || severity > Severity::kINFO) return;
    if (current_scope->lines_.size() < kMaxQuotedLines) current_scope->lines_.emplace_back(text);
  } catch (const std::exception&) {
    return;  // out of memory while quoting: the listener has seen the line
  }
}

void HostLogger::note(Severity severity, const std::string& text) noexcept {
  try {
    if (listener_) listener_(static_cast<std::int32_t>(severity), text);
  } catch (...) {
    return;  // a listener's exception must not cross the plugin that logs
  }
}

LogScope::LogScope() : outer_(current_scope) { current_scope = this; }

LogScope::~LogScope() { current_scope = outer_; }

Status LogScope::attach(const Status& status) const {
  if (status.is_ok() || lines_.empty()) return status;
  std::string message = status.message();
  if (!message.empty() && message.back() != '.') message += '.';
  message += " The plugin logged:";
  for (const std::string& line : lines_) message += " \"" + line + "\"";
  return {status.code(), std::move(message)};
}

}  // namespace plugsmith::host
