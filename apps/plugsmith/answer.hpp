// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "plugsmith/status.hpp"

namespace plugsmith::cli {

using Json = nlohmann::json;

/// Exit codes; docs and --help promise them.
enum ExitCode {
  kNothingWrong = 0,  ///< warnings included
  kFailed = 1,        ///< a failed comparison, or the op refused or failed
  kUsage = 2,         ///< wrong usage, or an input, model or library that cannot be read
  kCannot = 3,        ///< the environment cannot do it; the message says what is missing
};

/// What a command has to say. An error comes with what is known of it in `json`.
struct Answer {
  Status status = Status::ok();
  Json json = Json::object();
  std::string text;
  bool coloured = false;  ///< the text holds a terminal's colours, and no other control characters
  bool text_despite_error = false;    ///< what was found out before the error is worth showing
  int exit = kNothingWrong;           ///< when the status is ok
  std::vector<std::string> warnings;  ///< for stderr, and in the JSON
};

Answer failed(const Status& status, Json details = Json::object());

/// kInvalidArgument and kOutOfRange are the user's (2), kUnsupported the environment's (3), all
/// others a failure of the op (1).
int exit_code(const Status& status);

enum class Format { kText, kJson };

/// Prints the answer: text or one JSON document on stdout, errors and warnings on stderr. Returns
/// the process's exit code.
int print(const std::string& command, Format format, const Answer& answer);

/// `text` with control characters, which could drive a terminal, replaced.
std::string printable(const std::string& text);

}  // namespace plugsmith::cli
