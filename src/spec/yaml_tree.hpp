// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <yaml-cpp/yaml.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "src/spec/expression.hpp"

// Walking a YAML tree with faults that name their place.

namespace plugsmith::spec {

/// Keeps the fault that comes first in the file, so that a reader can go on after one.
class Faults {
 public:
  explicit Faults(std::string file) : file_(std::move(file)) {}

  void fail(Place place, const std::string& message);
  void warn(Place place, const std::string& message) { warnings_.push_back(text(place, message)); }
  bool any() const { return !message_.empty(); }
  Status status() const;
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  std::string text(Place place, const std::string& message) const;

  std::string file_, message_;
  Place first_;
  std::vector<std::string> warnings_;
};

Place place_of(const YAML::Node& node);

/// A node with a name for messages ("attribute_types of version 1") and where its faults go. The
/// reading functions record a fault and return an empty value where the node is of another kind.
class Entry {
 public:
  Entry(YAML::Node node, std::string what, Faults& faults)
      : node_(std::move(node)), what_(std::move(what)), faults_(&faults) {}

  Entry renamed(std::string what) const { return {node_, std::move(what), *faults_}; }
  bool is_scalar() const { return node_.IsScalar(); }
  bool is_list() const { return node_.IsSequence(); }
  bool is_map() const { return node_.IsMap(); }
  const std::string& what() const { return what_; }
  Place place() const { return place_of(node_); }
  void fail(const std::string& message) const { faults_->fail(place(), what_ + " " + message); }
  void warn(const std::string& message) const { faults_->warn(place(), what_ + " " + message); }
  Faults& faults() const { return *faults_; }

  std::string text() const;            ///< of a scalar
  std::optional<double> real() const;  ///< of a scalar
  std::optional<std::int64_t> integer() const;
  std::vector<Entry> list() const;  ///< of a sequence
  /// Of a sequence of scalars.
  std::vector<std::string> texts() const;

  struct Member;
  /// Of a map, in order; keys that stand twice are a fault. An empty list counts as an empty map,
  /// as in "attribute_options: []".
  std::vector<Member> members() const;
  /// The same, also of a list of maps, whose members are joined.
  std::vector<Member> joined_members() const;
  /// The member of that key, if any.
  std::optional<Entry> find(const std::string& key) const;

  /// Where character `position` of a scalar's text stands.
  Place place_in_text(std::size_t position) const;

 private:
  std::string kind() const;

  YAML::Node node_;
  std::string what_;
  Faults* faults_;
};

struct Entry::Member {
  std::string key;
  Place place;
  Entry value;
};

}  // namespace plugsmith::spec
