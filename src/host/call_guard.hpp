// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <string>
#include <utility>

#include "plugsmith/status.hpp"
#include "src/host/plugin_host.hpp"

namespace plugsmith::host {

/// Marks one call into foreign code for the observer while it lives. Calls nest (a library that
/// registers a creator while it loads makes the host call that creator): the observer always
/// knows the innermost one in progress.
class CallMark {
 public:
  CallMark(CallObserver* observer, const char* object, const char* method);
  ~CallMark();
  CallMark(const CallMark&) = delete;
  CallMark& operator=(const CallMark&) = delete;

 private:
  CallObserver* observer_;
  const char* object_;
  const char* method_;
  CallMark* outer_;
};

/// "getOutputShapes of #3 threw an exception: what() ..."
Status exception_status(const std::string& object, const char* method, const char* what);

/// The one way into foreign code: tells the observer, and turns an exception into a Status.
template <class Call>
Status guarded(CallObserver* observer, const std::string& object, const char* method, Call&& call) {
  const CallMark mark(observer, object.c_str(), method);
  try {
    std::forward<Call>(call)();
    return Status::ok();
  } catch (const std::exception& error) {
    return exception_status(object, method, error.what());
  } catch (...) {
    return exception_status(object, method, nullptr);
  }
}

}  // namespace plugsmith::host
