// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cctype>
#include <charconv>
#include <functional>

#include "src/spec/version_reader.hpp"

// Constraints, shapes of outputs, attributes that follow from shapes; and who depends on whom.

namespace plugsmith::spec {
namespace {

// What an attribute's name with an index stands for.
enum class Attributes { kElementsOrDims, kDims };

// "input_0" -> "input", 0. The index is -1 where there is none.
std::pair<std::string, std::int64_t> split_index(const std::string& name) {
  const std::size_t mark = name.rfind('_');
  if (mark == std::string::npos || mark + 1 == name.size()) return {name, -1};
  std::int64_t index = -1;
  const char* end = name.data() + name.size();
  const auto [stop, error] = std::from_chars(name.data() + mark + 1, end, index);
  if (error != std::errc() || stop != end || index < 0) return {name, -1};
  return {name.substr(0, mark), index};
}

class Names {
 public:
  Names(const Version& version, Attributes attributes, bool outputs)
      : version_(version), attributes_(attributes), outputs_(outputs) {}

  Result<Symbol> resolve(const std::string& name) const {
    if (name.size() == 1 && version_.find_attribute(name) == nullptr) {
      return Symbol{Symbol::Kind::kFree, static_cast<unsigned char>(name[0]), 0};
    }
    const auto [stem, index] = split_index(name);
    if (index >= 0) {
      const auto at = static_cast<std::size_t>(index);
      if (auto port = of_port(version_.inputs, Symbol::Kind::kInputDim, stem, at)) return *port;
      if (auto found = of_attribute(stem, at)) return *found;
      if (outputs_) {
        if (auto port = of_port(version_.outputs, Symbol::Kind::kOutputDim, stem, at)) return *port;
      }
    }
    if (auto found = of_attribute(name, 0)) return *found;
    return invalid_argument("\"" + name + "\" is neither a dimension of an input (" + known() +
                            "), nor an attribute, nor a single letter for any positive integer");
  }

 private:
  std::optional<Result<Symbol>> of_port(const std::vector<Port>& ports, Symbol::Kind kind,
                                        const std::string& name, std::size_t index) const {
    for (std::size_t i = 0; i < ports.size(); ++i) {
      if (ports[i].name != name) continue;
      const bool beyond =
          index >= 8 || (ports[i].rank >= 0 && index >= static_cast<std::size_t>(ports[i].rank));
      if (!beyond) return Symbol{kind, i, index};
      return Result<Symbol>(
          invalid_argument("\"" + name + "\" has no dimension " + std::to_string(index)));
    }
    return std::nullopt;
  }

  std::optional<Result<Symbol>> of_attribute(const std::string& name, std::size_t index) const {
    for (std::size_t i = 0; i < version_.attributes.size(); ++i) {
      const Attribute& attribute = version_.attributes[i];
      if (attribute.name != name) continue;
      const bool element = attributes_ == Attributes::kElementsOrDims && attribute.is_integer();
      const std::int64_t limit = element ? attribute.length : attribute.rank;
      if (limit > 0 && index >= static_cast<std::size_t>(limit)) {
        return Result<Symbol>(invalid_argument("attribute \"" + name + "\" has no " +
                                               (element ? "element " : "dimension ") +
                                               std::to_string(index)));
      }
      return Symbol{element ? Symbol::Kind::kElement : Symbol::Kind::kAttributeDim, i, index};
    }
    return std::nullopt;
  }

  std::string known() const {
    std::string all;
    for (const auto& port : version_.inputs) all += (all.empty() ? "" : ", ") + port.name + "_0";
    return all.empty() ? "there are none" : all;
  }

  const Version& version_;
  Attributes attributes_;
  bool outputs_;
};

Resolve resolver(const Version& version, Attributes attributes, bool outputs) {
  return [names = Names(version, attributes, outputs)](const std::string& name) {
    return names.resolve(name);
  };
}

void fail_in_text(const Entry& entry, const TextError& error) {
  entry.faults().fail(entry.place_in_text(error.position), entry.what() + ": " + error.message);
}

void read_constraints(const Entry& entry, const char* key, Version& version) {
  const auto list = entry.find(key);
  if (!list) return;
  for (const Entry& item : list->list()) {
    TextError error;
    auto constraint =
        parse_constraint(item.text(), resolver(version, Attributes::kElementsOrDims, false), error);
    if (constraint) {
      constraint->place = item.place();
      version.constraints.push_back(std::move(*constraint));
    } else if (item.is_scalar()) {
      fail_in_text(item, error);
    }
  }
}

void read_sources(const Entry& entry, Version& version) {
  const auto options = entry.find("attribute_options");
  if (!options) return;
  for (Attribute& attribute : version.attributes) {
    const auto own = options->find(attribute.name);
    const auto source = own ? own->find("from_shape") : std::nullopt;
    if (!source) continue;
    TextError error;
    auto list = parse_list(source->text(), resolver(version, Attributes::kDims, false), error);
    if (!list) {
      fail_in_text(*source, error);
    } else if (list->size() != 1) {
      source->fail("must be one dimension, as \"W_1\"");
    } else if (!attribute.is_integer()) {
      source->fail("gives a dimension to an attribute that is no integer");
    } else {
      attribute.source = std::move(list->front());
    }
  }
}

void read_output_dims(const Entry& entry, Version& version) {
  version.output_dims.resize(version.outputs.size());
  const auto map = entry.find("output_dims");
  if (!map) return;
  for (const auto& member : map->members()) {
    std::size_t output = 0;
    while (output < version.outputs.size() && version.outputs[output].name != member.key) ++output;
    if (output == version.outputs.size()) {
      member.value.warn("is no output and is ignored");
      continue;
    }
    TextError error;
    auto list = parse_list(member.value.text(),
                           resolver(version, Attributes::kElementsOrDims, true), error);
    if (!list && member.value.is_scalar()) fail_in_text(member.value, error);
    if (list) version.outputs[output].rank = static_cast<int>(list->size());
    if (list) version.output_dims[output] = std::move(*list);
  }
}

// Depth first over who depends on whom; the chain where one depends on itself, else empty.
std::string find_cycle(std::size_t count,
                       const std::function<std::vector<std::size_t>(std::size_t)>& needs,
                       const std::function<std::string(std::size_t)>& name, std::size_t& where) {
  std::vector<int> state(count, 0);  // 1: on the way, 2: done
  std::vector<std::size_t> way;
  std::string found;
  const std::function<void(std::size_t)> visit = [&](std::size_t at) {
    if (state[at] == 2 || !found.empty()) return;
    way.push_back(at);
    if (state[at] == 1) {
      where = at;
      for (const std::size_t step : way) {
        if (found.empty() && step != at) continue;
        found += (found.empty() ? "" : " -> ") + name(step);
      }
      return;
    }
    state[at] = 1;
    for (const std::size_t next : needs(at)) visit(next);
    if (!found.empty()) return;
    state[at] = 2;
    way.pop_back();
  };
  for (std::size_t i = 0; i < count; ++i) visit(i);
  return found;
}

void check_attribute_cycle(const Entry& entry, const Version& version) {
  std::size_t where = 0;
  const std::string cycle = find_cycle(
      version.attributes.size(),
      [&](std::size_t at) {
        std::vector<std::size_t> owners;
        if (!version.attributes[at].source) return owners;
        for (const Symbol& symbol : version.attributes[at].source->symbols()) {
          if (symbol.kind == Symbol::Kind::kAttributeDim) owners.push_back(symbol.owner);
        }
        return owners;
      },
      [&](std::size_t at) { return version.attributes[at].name; }, where);
  if (cycle.empty()) return;
  const auto options = entry.find("attribute_options");
  const auto own = options->find(version.attributes[where].name);
  own->find("from_shape")->fail("is a cyclic reference: " + cycle);
}

void check_output_cycle(const Entry& entry, const Version& version) {
  std::size_t where = 0;
  const std::string cycle = find_cycle(
      version.outputs.size(),
      [&](std::size_t at) {
        std::vector<std::size_t> owners;
        if (!version.output_dims[at]) return owners;
        for (const Expression& dim : *version.output_dims[at]) {
          for (const Symbol& symbol : dim.symbols()) {
            if (symbol.kind == Symbol::Kind::kOutputDim) owners.push_back(symbol.owner);
          }
        }
        return owners;
      },
      [&](std::size_t at) { return version.outputs[at].name; }, where);
  if (cycle.empty()) return;
  entry.find("output_dims")
      ->find(version.outputs[where].name)
      ->fail("is a cyclic reference: " + cycle);
}

}  // namespace

void read_rules(const Entry& entry, Version& version) {
  read_sources(entry, version);
  read_constraints(entry, "input_dim_constraints", version);
  read_constraints(entry, "attribute_constraints", version);
  read_output_dims(entry, version);
  check_attribute_cycle(entry, version);
  check_output_cycle(entry, version);
}

}  // namespace plugsmith::spec
