// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/spec/yaml_tree.hpp"

#include <charconv>
#include <set>

namespace plugsmith::spec {

void Faults::fail(Place place, const std::string& message) {
  const bool earlier =
      place.line < first_.line || (place.line == first_.line && place.column < first_.column);
  if (any() && !earlier) return;
  first_ = place;
  message_ = text(place, message);
}

Status Faults::status() const { return any() ? invalid_argument(message_) : Status::ok(); }

std::string Faults::text(Place place, const std::string& message) const {
  return file_ + ":" + std::to_string(place.line) + ":" + std::to_string(place.column) + ": " +
         message;
}

Place place_of(const YAML::Node& node) {
  const YAML::Mark mark = node.Mark();
  return {mark.line + 1, mark.column + 1};
}

std::string Entry::kind() const {
  if (node_.IsMap()) return "a map";
  if (node_.IsSequence()) return "a list";
  if (node_.IsScalar()) return "\"" + node_.Scalar() + "\"";
  return "empty";
}

std::string Entry::text() const {
  if (node_.IsScalar()) return node_.Scalar();
  fail("is " + kind() + "; must be a text or a number");
  return "";
}

std::optional<double> Entry::real() const {
  const std::string value = text();
  double number = 0;
  const char* begin = value.data() + (value.rfind('+', 0) == 0 ? 1 : 0);
  const auto [stop, error] = std::from_chars(begin, value.data() + value.size(), number);
  if (error == std::errc() && stop == value.data() + value.size()) return number;
  if (node_.IsScalar()) fail("is " + kind() + "; must be a number");
  return std::nullopt;
}

std::optional<std::int64_t> Entry::integer() const {
  const std::string value = text();
  std::int64_t number = 0;
  const auto [stop, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error == std::errc() && stop == value.data() + value.size()) return number;
  if (node_.IsScalar()) fail("is " + kind() + "; must be an integer");
  return std::nullopt;
}

std::vector<Entry> Entry::list() const {
  std::vector<Entry> result;
  if (!node_.IsSequence()) {
    fail("is " + kind() + "; must be a list");
    return result;
  }
  for (const auto& item : node_) result.emplace_back(item, "an entry of " + what_, *faults_);
  return result;
}

std::vector<std::string> Entry::texts() const {
  std::vector<std::string> result;
  for (const Entry& entry : list()) result.push_back(entry.text());
  return result;
}

std::vector<Entry::Member> Entry::members() const {
  std::vector<Member> result;
  if (node_.IsSequence() && node_.size() == 0) return result;
  if (!node_.IsMap()) {
    fail("is " + kind() + "; must be a map");
    return result;
  }
  std::set<std::string> seen;
  for (const auto& pair : node_) {
    const Entry key(pair.first, "a key of " + what_, *faults_);
    const std::string name = key.text();
    if (!seen.insert(name).second) key.fail("stands there twice: \"" + name + "\"");
    result.push_back(
        {name, key.place(), Entry(pair.second, "\"" + name + "\" of " + what_, *faults_)});
  }
  return result;
}

std::vector<Entry::Member> Entry::joined_members() const {
  if (!node_.IsSequence()) return members();
  std::vector<Member> result;
  for (const auto& item : node_) {
    for (auto& member : Entry(item, what_, *faults_).members()) result.push_back(std::move(member));
  }
  return result;
}

std::optional<Entry> Entry::find(const std::string& key) const {
  if (!node_.IsMap()) return std::nullopt;
  const YAML::Node found = node_[key];
  if (!found.IsDefined()) return std::nullopt;
  return Entry(found, "\"" + key + "\" of " + what_, *faults_);
}

Place Entry::place_in_text(std::size_t position) const {
  Place result = place();
  const bool quoted = node_.Tag() == "!";
  result.column += static_cast<int>(position) + (quoted ? 1 : 0);
  return result;
}

}  // namespace plugsmith::spec
