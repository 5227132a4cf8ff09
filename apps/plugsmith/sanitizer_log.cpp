// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/sanitizer_log.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <optional>

namespace plugsmith::cli {
namespace {

using std::string_view;

bool starts_with(string_view text, string_view start) {
  return text.substr(0, start.size()) == start;
}

string_view without_spaces(string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

/// A line behind the tool's "=========".
struct Line {
  string_view text;
  bool begins_a_report = true;
};

std::optional<Line> read_line(string_view line) {
  constexpr std::size_t kShortestMark = 5;
  const std::size_t mark = std::min(line.find_first_not_of('='), line.size());
  if (mark < kShortestMark) return std::nullopt;  // the program's own
  line.remove_prefix(mark);
  const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
  Line read{without_spaces(line), indent <= 1};
  for (const char* word :
       {"at ", "by ", "and ", "Address ", "Access ", "Device Frame", "Host Frame", "Saved host",
        "Write Thread", "Read Thread", "Current Value"}) {
    if (starts_with(read.text, word)) read.begins_a_report = false;
  }
  return read;
}

struct Record {
  string_view head;
  std::vector<string_view> rest;
};

std::vector<Record> read_records(string_view text) {
  std::vector<Record> records;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const auto line = read_line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line || line->text.empty()) continue;
    if (line->begins_a_report || records.empty()) {
      records.push_back({line->text, {}});
    } else {
      records.back().rest.push_back(line->text);
    }
  }
  return records;
}

// "k.cu:42:kernel(int*)" without the file.
string_view without_file(string_view name) {
  const std::size_t colon = name.find(':');
  if (colon == string_view::npos || colon + 1 >= name.size()) return name;
  const std::size_t end = name.find_first_not_of("0123456789", colon + 1);
  if (end == colon + 1 || end == string_view::npos || name[end] != ':') return name;
  return name.substr(end + 1);
}

/// Function and source line of "K(int *)+0x150 in k.cu:7", "K():0x150 in k.cu:7", "0x150 in
/// K(int*)" and "0x150 in k.cu:7:K(int*)".
struct Location {
  std::string function, place;
};

Location read_location(string_view text) {
  const std::size_t in = text.rfind(" in ");
  const string_view before = text.substr(0, in);
  const string_view after = in == string_view::npos ? string_view() : text.substr(in + 4);
  if (starts_with(before, "0x")) {
    const string_view function = without_file(after);
    const bool file = function.size() < after.size();
    return {std::string(function),
            file ? std::string(after.substr(0, after.size() - function.size() - 1)) : ""};
  }
  const std::size_t offset = std::min(before.rfind("+0x"), before.rfind(":0x"));
  return {std::string(before.substr(0, offset)),
          std::string(without_spaces(after.substr(0, after.find(" ["))))};
}

// The word behind `key`, up to a blank or comma that no parenthesis holds.
std::string word_behind(string_view text, string_view key) {
  const std::size_t found = text.find(key);
  if (found == string_view::npos) return "";
  text.remove_prefix(found + key.size());
  if (starts_with(text, "(")) return std::string(text.substr(0, text.find(')') + 1));
  return std::string(text.substr(0, text.find_first_of(" ,")));
}

void read_head(string_view head, SanitizerReport& report) {
  report.kind = std::string(head);
  report.kind.front() =
      static_cast<char>(std::tolower(static_cast<unsigned char>(report.kind.front())));
  while (!report.kind.empty() && report.kind.back() == '.') report.kind.pop_back();
  report.size = std::atoll(word_behind(head, " of size ").c_str());
}

// "Race reported between Write access at K+0x90 in k.cu:41", and in the next line "and Read access
// at K+0x100 in k.cu:51 [508 hazards]".
void read_race(const Record& record, string_view head, SanitizerReport& report) {
  report.kind = "race in shared memory";
  const std::size_t at = head.find(" at ");
  const std::size_t access = head.find("between ");
  const bool analysis = access != string_view::npos && at != string_view::npos;
  if (analysis) {
    const Location location = read_location(head.substr(at + 4));
    report.kernel = location.function;
    report.place = location.place;
    report.details = "between " + std::string(head.substr(access + 8, at - access - 8));
  } else {
    report.details = std::string(head);
  }
  for (const string_view line : record.rest) {
    const std::size_t thread = line.find(" at ");
    const bool hazard = starts_with(line, "Write Thread") || starts_with(line, "Read Thread");
    if (hazard && report.kernel.empty() && thread != string_view::npos) {
      report.kernel = read_location(line.substr(thread + 4)).function;
    }
    if (hazard || starts_with(line, "and ")) report.details += " " + std::string(line);
  }
}

void read_rest(const Record& record, SanitizerReport& report) {
  std::string frame;
  for (const string_view line : record.rest) {
    if (starts_with(line, "at ") && report.kernel.empty()) {
      const Location location = read_location(line.substr(3));
      report.kernel = location.function;
      report.place = location.place;
    } else if (starts_with(line, "by ")) {
      report.thread = word_behind(line, "thread ");
      report.block = word_behind(line, "block ");
    } else if (starts_with(line, "Device Frame:")) {
      frame = read_location(without_spaces(line.substr(13))).function;  // the last is the kernel
    } else if (starts_with(line, "Address ") || starts_with(line, "Access ")) {
      report.address = "0x" + word_behind(line, "0x");
      report.details = std::string(line);
    } else if (starts_with(line, "and ")) {
      report.details += " " + std::string(line);
    }
  }
  if (!frame.empty()) report.kernel = std::string(without_file(frame));
}

// Whether the head is of a report on the program; else the tool speaks of itself.
bool is_report(const Record& record) {
  constexpr std::array kHeads{"Invalid ",    "Uninitialized ", "Barrier error",
                              "Malloc/Free", "Program hit ",   "Host API ",
                              "Potential ",  "Warpgroup MMA",  "Leaked "};
  if (std::any_of(kHeads.begin(), kHeads.end(),
                  [&](const char* head) { return starts_with(record.head, head); })) {
    return true;
  }
  return std::any_of(record.rest.begin(), record.rest.end(),
                     [](string_view line) { return starts_with(line, "at "); });
}

bool is_race(string_view head) {
  return starts_with(head, "Race reported") || head.find(" hazard detected") != string_view::npos;
}

void read_record(const Record& record, SanitizerLog& log) {
  string_view head = record.head;
  if (head == "COMPUTE-SANITIZER" || starts_with(head, "Target application returned")) return;
  if (head.find("SUMMARY:") != string_view::npos) {
    log.is_complete = true;
    return;
  }
  SanitizerReport report;
  for (const char* severity :
       {"Error: ", "ERROR: ", "Warning: ", "WARNING: ", "Info: ", "INFO: "}) {
    if (!starts_with(head, severity) || !is_race(head.substr(string_view(severity).size()))) {
      continue;
    }
    head.remove_prefix(string_view(severity).size());
    report.is_warning = severity[0] != 'E';
    read_race(record, head, report);
    log.reports.push_back(std::move(report));
    return;
  }
  if (!is_report(record)) {
    log.problems.emplace_back(head);
    return;
  }
  read_head(head, report);
  read_rest(record, report);
  // A call that fails may be a question, such as whether a kernel fits.
  report.is_warning = starts_with(head, "Program hit ");
  log.reports.push_back(std::move(report));
}

}  // namespace

std::string SanitizerReport::text() const {
  std::string text = kind;
  if (!kernel.empty()) text += " in kernel " + kernel;
  if (!place.empty()) text += " (" + place + ")";
  if (!thread.empty()) text += " by thread " + thread + " in block " + block;
  return details.empty() ? text : text + ": " + details;
}

SanitizerLog parse_sanitizer_log(std::string_view text) {
  SanitizerLog log;
  for (const Record& record : read_records(text)) read_record(record, log);
  return log;
}

}  // namespace plugsmith::cli
