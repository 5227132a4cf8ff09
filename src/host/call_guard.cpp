// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/call_guard.hpp"

namespace plugsmith::host {
namespace {

thread_local CallMark* current_mark = nullptr;

}  // namespace

CallMark::CallMark(CallObserver* observer, const char* object, const char* method)
    : observer_(observer), object_(object), method_(method), outer_(current_mark) {
  current_mark = this;
  if (observer_ != nullptr) observer_->begin(object_, method_);
}

CallMark::~CallMark() {
  current_mark = outer_;
  if (observer_ == nullptr) return;
  observer_->end();
  if (outer_ != nullptr) observer_->begin(outer_->object_, outer_->method_);
}

Status exception_status(const std::string& object, const char* method, const char* what) {
  std::string message = std::string(method) + " of " + object + " threw an exception";
  message += what == nullptr ? " of unknown type" : std::string(" (") + what + ")";
  return internal_error(message + "; no exception may leave a plugin: return the failure value");
}

}  // namespace plugsmith::host
