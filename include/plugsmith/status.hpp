// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>

namespace plugsmith {
inline namespace v1 {

/// Why a call failed. The numeric values cross the ABI between a plugin library and the tools.
enum class StatusCode {
  kOk = 0,
  kInvalidArgument = 1,    ///< the caller's value, file or shape is wrong
  kUnsupported = 2,        ///< legal, but this build, op or machine does not do it
  kOutOfRange = 3,         ///< an index, a size or an arithmetic result leaves its range
  kResourceExhausted = 4,  ///< memory, workspace or a limit is used up
  kCuda = 5,               ///< a CUDA call or a kernel launch failed
  kInternal = 6,           ///< a fault of Plugsmith or of foreign code
};

/// Name of a code as it stands in messages: "invalid argument", "unsupported", ...
const char* to_string(StatusCode code);

/// The result of a call that returns nothing else: a code and, unless it is ok, a sentence that
/// says what, where, got against wanted, and how to mend it. Errors are values; nothing is thrown.
class [[nodiscard]] Status {
 public:
  /// Success.
  static Status ok() { return Status(); }

  /// Failure. `code` must not be kOk (an ok code is turned into kInternal, so that no error is
  /// lost).
  Status(StatusCode code, std::string message)
      : code_(code == StatusCode::kOk ? StatusCode::kInternal : code),
        message_(std::move(message)) {}

  bool is_ok() const { return code_ == StatusCode::kOk; }
  StatusCode code() const { return code_; }
  const std::string& message() const { return message_; }

 private:
  Status() = default;
  StatusCode code_ = StatusCode::kOk;
  std::string message_;
};

inline Status invalid_argument(std::string message) {
  return {StatusCode::kInvalidArgument, std::move(message)};
}
inline Status unsupported(std::string message) {
  return {StatusCode::kUnsupported, std::move(message)};
}
inline Status out_of_range(std::string message) {
  return {StatusCode::kOutOfRange, std::move(message)};
}
inline Status resource_exhausted(std::string message) {
  return {StatusCode::kResourceExhausted, std::move(message)};
}
inline Status internal_error(std::string message) {
  return {StatusCode::kInternal, std::move(message)};
}

/// A value, or the Status that says why there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value)
      : status_(Status::ok()), value_(std::move(value)) {}  // NOLINT: implicit by design
  Result(Status status)                                     // NOLINT: implicit by design
      : status_(status.is_ok()
                    ? internal_error("a Result was made from an ok Status without a value")
                    : std::move(status)) {}

  bool is_ok() const { return value_.has_value(); }
  const Status& status() const { return status_; }

  /// The value; call only when is_ok().
  T& value() & { return *value_; }
  const T& value() const& { return *value_; }
  T&& value() && { return *std::move(value_); }
  T* operator->() { return &*value_; }
  const T* operator->() const { return &*value_; }
  T& operator*() & { return *value_; }
  const T& operator*() const& { return *value_; }

 private:
  Status status_;
  std::optional<T> value_;
};

}  // namespace v1
}  // namespace plugsmith

/// Returns from the calling function when `expression` (a Status) is not ok.
#define PLUGSMITH_RETURN_IF_ERROR(expression)                 \
  do {                                                        \
    ::plugsmith::Status plugsmith_status_ = (expression);     \
    if (!plugsmith_status_.is_ok()) return plugsmith_status_; \
  } while (false)
