// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/check_baseline.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>

namespace plugsmith::cli {
namespace {

constexpr int kSchema = 1;

// Which op; empty for the library itself.
std::string op_of(const Json& op) {
  if (op.is_null()) return "";
  return op.at("name").get<std::string>() + " version " + op.at("version").get<std::string>() +
         " namespace \"" + op.at("namespace").get<std::string>() + "\"";
}

using Key = std::array<std::string, 3>;

Key key_of(const Json& entry) {
  return {entry.at("op").get<std::string>(), entry.at("rule").get<std::string>(),
          entry.at("evidence").get<std::string>()};
}

Json entry_of(const std::string& op, const Json& finding) {
  return {{"op", op},
          {"rule", finding.at("rule")},
          {"evidence", finding.at("evidence")},
          {"message", finding.at("message")}};
}

// Calls visit(op, finding) for each finding of the library and its ops.
void for_each_finding(Json& json, const std::function<void(const std::string&, Json&)>& visit) {
  for (Json& finding : json["findings"]) visit("", finding);
  for (Json& op : json["ops"]) {
    for (Json& finding : op["findings"]) visit(op_of(op), finding);
  }
}

Result<Json> read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  Json json = Json::parse(text, nullptr, false);
  const auto broken = [&](const std::string& why) {
    return invalid_argument("--baseline " + path + ": " + why +
                            "; delete it, or write it anew with --update-baseline");
  };
  if (json.is_discarded() || !json.is_object()) return broken("is no JSON object");
  if (json.value("schema", Json()) != kSchema) return broken("is of no schema that is known here");
  const Json& findings = json["findings"];
  if (!findings.is_array()) return broken("has no list \"findings\"");
  for (const Json& entry : findings) {
    for (const char* name : {"op", "rule", "evidence"}) {
      const bool text_there = entry.is_object() && entry.contains(name) && entry[name].is_string();
      if (!text_there) return broken(std::string("has an entry without \"") + name + "\"");
    }
  }
  return json;
}

/// What was decided now: an entry on anything else says nothing.
class Decided {
 public:
  explicit Decided(const Json& json) {
    add("", json);
    for (const Json& op : json.at("ops")) add(op_of(op), op);
  }
  bool holds(const Json& entry) const {
    return decided_.count(
               {entry.at("op").get<std::string>(), entry.at("rule").get<std::string>()}) != 0;
  }

 private:
  void add(const std::string& op, const Json& report) {
    for (const Json& rule : report.at("passed")) decided_.insert({op, rule.get<std::string>()});
    for (const Json& finding : report.at("findings")) {
      decided_.insert({op, finding.at("rule").get<std::string>()});
    }
  }
  std::set<std::pair<std::string, std::string>> decided_;
};

Status record(const std::string& path, const Json& old, Json& json) {
  const Decided decided(json);
  Json findings = Json::array();
  for (const Json& entry : old) {
    if (!decided.holds(entry)) findings.push_back(entry);
  }
  std::size_t recorded = 0;
  for_each_finding(json, [&](const std::string& op, Json& finding) {
    finding["known"] = true;
    findings.push_back(entry_of(op, finding));
    ++recorded;
  });
  json["baseline"] = {
      {"file", path}, {"known", recorded}, {"new", 0}, {"gone", Json::array()}, {"recorded", true}};
  const std::string text = Json{{"schema", kSchema}, {"findings", findings}}.dump(
                               2, ' ', false, Json::error_handler_t::replace) +
                           "\n";
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  if (!file) return invalid_argument("--baseline " + path + ": cannot be written");
  return Status::ok();
}

void compare(const std::string& path, const Json& old, Json& json) {
  std::set<Key> known;
  for (const Json& entry : old) known.insert(key_of(entry));
  std::set<Key> seen;
  std::size_t known_count = 0;
  std::size_t new_count = 0;
  for_each_finding(json, [&](const std::string& op, Json& finding) {
    const Key key = key_of(entry_of(op, finding));
    seen.insert(key);
    finding["known"] = known.count(key) != 0;
    ++(known.count(key) != 0 ? known_count : new_count);
  });
  const Decided decided(json);
  Json gone = Json::array();
  for (const Json& entry : old) {
    if (seen.count(key_of(entry)) == 0 && decided.holds(entry)) gone.push_back(entry);
  }
  json["baseline"] = {{"file", path},
                      {"known", known_count},
                      {"new", new_count},
                      {"gone", std::move(gone)},
                      {"recorded", false}};
}

}  // namespace

Status apply_baseline(const std::string& path, BaselineUse use, Json& json) {
  std::error_code error;
  const bool exists = std::filesystem::exists(path, error);
  if (std::filesystem::is_directory(path, error)) {
    return invalid_argument("--baseline " + path + ": is a folder; name a file");
  }
  Json old = Json::array();
  if (exists) {
    auto file = read(path);
    if (!file.is_ok() && use == BaselineUse::kCompare) return file.status();
    if (file.is_ok()) old = std::move((*file)["findings"]);
  }
  if (use == BaselineUse::kRecord || !exists) return record(path, old, json);
  compare(path, old, json);
  return Status::ok();
}

}  // namespace plugsmith::cli
