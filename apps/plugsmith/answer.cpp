// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/answer.hpp"

#include <algorithm>
#include <cstdio>

namespace plugsmith::cli {
namespace {

void print_to(std::FILE* stream, const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stream);
}

}  // namespace

Answer failed(const Status& status, Json details) {
  Answer answer;
  answer.status = status;
  answer.json = std::move(details);
  return answer;
}

int exit_code(const Status& status) {
  switch (status.code()) {
    case StatusCode::kOk: return kNothingWrong;
    case StatusCode::kInvalidArgument:
    case StatusCode::kOutOfRange: return kUsage;
    case StatusCode::kUnsupported: return kCannot;
    default: return kFailed;
  }
}

int print(const std::string& command, Format format, const Answer& answer) {
  for (const auto& warning : answer.warnings) {
    print_to(stderr, "plugsmith " + command + ": warning: " + printable(warning) + "\n");
  }
  const bool ok = answer.status.is_ok();
  if (!ok) {
    print_to(stderr, "plugsmith " + command + ": " + printable(answer.status.message()) + "\n");
  }
  const int exit = ok ? answer.exit : exit_code(answer.status);
  if (format == Format::kJson) {
    Json document{{"schema", 1}, {"command", command}, {"exit", exit}};
    document.update(answer.json);
    document["warnings"] = answer.warnings;
    if (!ok) {
      document["error"]["code"] = to_string(answer.status.code());
      document["error"]["message"] = answer.status.message();
    }
    print_to(stdout, document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  } else if (ok || answer.text_despite_error) {
    print_to(stdout, answer.coloured ? answer.text : printable(answer.text));
  }
  if (std::fflush(stdout) == 0) return exit;
  print_to(stderr, "plugsmith " + command + ": cannot write to the standard output\n");
  return kFailed;
}

std::string printable(const std::string& text) {
  std::string result = text;
  std::replace_if(
      result.begin(), result.end(),
      [](unsigned char c) { return (c < 0x20 && c != '\n' && c != '\t') || c == 0x7F; }, '?');
  return result;
}

}  // namespace plugsmith::cli
