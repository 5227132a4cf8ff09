// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/spec/cases.hpp"

#include <algorithm>
#include <set>

#include "src/spec/attribute_values.hpp"

namespace plugsmith::spec {
namespace {

constexpr std::size_t kMostCases = 64;                          ///< of one version
constexpr std::int64_t kMostElements = std::int64_t{1} << 22U;  ///< of one attribute

using Chosen = std::map<std::string, Setting>;  ///< attribute to a single value, or a shape

std::int64_t elements_of(const Dims& shape) {
  std::int64_t count = 1;
  for (const std::int64_t dim : shape) {
    if (__builtin_mul_overflow(count, dim, &count)) return INT64_MAX;
  }
  return count;
}

bool same(const Case& a, const Case& b) {
  return std::equal(a.attributes.begin(), a.attributes.end(), b.attributes.begin(),
                    b.attributes.end(),
                    [](const auto& x, const auto& y) {
                      return x.name == y.name && x.type == y.type && x.data == y.data;
                    }) &&
         std::equal(a.inputs.begin(), a.inputs.end(), b.inputs.begin(), b.inputs.end(),
                    [](const auto& x, const auto& y) {
                      return x.name == y.name && x.type == y.type && x.opt == y.opt;
                    });
}

/// Makes the cases of one version.
class Maker {
 public:
  Maker(const Version& version, std::uint64_t seed) : version_(version), seed_(seed) {}

  Cases run() {
    for (const Config& config : version_.configs) add_config(config);
    if (version_.configs.empty()) {
      add("usual values", {}, first_types(), !version_.type_combinations.empty());
    }
    if (!result_.cases.empty()) add_forbidden(result_.cases.front());
    add_boundaries();
    add_combinations();
    return std::move(result_);
  }

 private:
  PortTypes first_types() const {
    return version_.type_combinations.empty() ? PortTypes()
                                              : version_.type_combinations.front().second;
  }

  // As many cases as the longest list of alternatives has: the n-th takes the n-th of each.
  void add_config(const Config& config) {
    std::size_t count = 1;
    for (const auto& [name, setting] : config.attributes) {
      count = std::max(count, setting.values.size());
    }
    for (std::size_t i = 0; i < count; ++i) {
      Chosen chosen;
      std::string said;
      for (const auto& [name, setting] : config.attributes) {
        Setting one = setting;
        if (setting.values.size() > 1) {
          one.values = {setting.values[i % setting.values.size()]};
          said += (said.empty() ? " with " : ", ") + name + " = " + to_string(one.values[0]);
        }
        chosen[name] = std::move(one);
      }
      add(config.name + said, chosen, config.input_types, !config.input_types.empty());
    }
  }

  // The first case again, one attribute at a limit.
  void add_boundaries() {
    const Chosen base = base_;
    for (const Attribute& attribute : version_.attributes) {
      if (attribute.type == FieldType::kUnknown || attribute.source) continue;
      const auto set = base.find(attribute.name);
      const bool shaped = set != base.end() && set->second.values.empty();
      if (shaped || attribute.rank > 1) continue;  // contents of an array
      std::size_t elements = static_cast<std::size_t>(std::max<std::int64_t>(attribute.length, 1));
      if (set != base.end()) elements = set->second.values[0].numbers.size();
      for (const Value& value : boundary_values(attribute, elements)) {
        if (set != base.end() && set->second.values[0] == value) continue;
        Chosen chosen = base;
        chosen[attribute.name] = {{value}, {}};
        // Another value may want other types: no configuration says that these work.
        add(base_name_ + " with " + attribute.name + " = " + to_string(value), chosen, base_types_,
            false);
      }
    }
  }

  void add_combinations() {
    std::vector<PortTypes> done{base_types_};
    for (const Config& config : version_.configs) done.push_back(config.input_types);
    for (const auto& [name, types] : version_.type_combinations) {
      if (std::find(done.begin(), done.end(), types) != done.end()) continue;
      add(base_name_ + " with the input types of " + name, base_, types, version_.configs.empty());
    }
  }

  void leave_out(const std::string& name, const std::string& why) {
    result_.left_out.push_back(name + ": " + why);
  }

  void add(const std::string& name, const Chosen& chosen, const PortTypes& types, bool claimed) {
    if (base_name_.empty()) {
      base_name_ = name;
      base_ = chosen;
      base_types_ = types;
    }
    if (result_.cases.size() >= kMostCases) {
      return leave_out(name, "there are " + std::to_string(kMostCases) + " cases already");
    }
    Case one;
    one.name = name;
    one.types_claimed = claimed;
    Settled settled = settle(chosen);
    auto values = solve(version_, settled, Size::kUsual);
    if (!values.is_ok()) return leave_out(name, values.status().message());
    if (!add_attributes(chosen, *values, settled, one)) return;
    add_inputs(types, *values, one);
    if (one.has_dims()) vary_dims(settled, *values, one);
    if (one.has_dims()) one.output_shapes = output_texts(version_, *values, positions_of(one));
    for (const Case& other : result_.cases) {
      if (same(other, one)) return;
    }
    result_.cases.push_back(std::move(one));
  }

  // Left out are attributes that nobody needs; the solver settles what is not settled here.
  Settled settle(const Chosen& chosen) const {
    std::set<std::size_t> used;
    const auto use = [&](const std::vector<Symbol>& symbols) {
      for (const Symbol& symbol : symbols) {
        if (symbol.kind == Symbol::Kind::kElement || symbol.kind == Symbol::Kind::kAttributeDim) {
          used.insert(symbol.owner);
        }
      }
    };
    for (const auto& constraint : version_.constraints) use(constraint.symbols());
    for (const auto& dims : version_.output_dims) {
      for (const auto& dim : dims.value_or(std::vector<Expression>())) use(dim.symbols());
    }
    Settled settled;
    for (std::size_t i = 0; i < version_.attributes.size(); ++i) {
      const Attribute& attribute = version_.attributes[i];
      const auto found = chosen.find(attribute.name);
      const bool wanted = found != chosen.end() || attribute.required || used.count(i) != 0 ||
                          version_.configs.empty();
      settled.left_out.push_back(!wanted || attribute.type == FieldType::kUnknown);
      if (found == chosen.end()) continue;
      if (!found->second.shape.empty()) settled.shapes[i] = found->second.shape;
      if (found->second.values.empty() || !attribute.is_integer()) continue;
      for (const Number number : found->second.values[0].numbers) {
        settled.elements[i].push_back(static_cast<std::int64_t>(number));
      }
    }
    return settled;
  }

  bool add_attributes(const Chosen& chosen, const Values& values, Settled& settled, Case& one) {
    for (std::size_t i = 0; i < version_.attributes.size(); ++i) {
      const Attribute& attribute = version_.attributes[i];
      if (settled.left_out[i]) continue;
      const auto found = chosen.find(attribute.name);
      Value value;
      if (found != chosen.end() && !found->second.values.empty()) {
        value = found->second.values[0];
      } else if (attribute.is_integer()) {
        for (const std::int64_t element : dims_of(values, Symbol::Kind::kElement, i)) {
          value.numbers.push_back(static_cast<Number>(element));
        }
        settled.elements[i] = dims_of(values, Symbol::Kind::kElement, i);
      } else {
        const Dims shape = dims_of(values, Symbol::Kind::kAttributeDim, i);
        std::int64_t count = elements_of(shape);
        if (shape.empty()) count = std::max<std::int64_t>(attribute.length, 1);
        if (count > kMostElements) {
          leave_out(one.name, "attribute " + attribute.name + " would have " +
                                  std::to_string(count) + " elements");
          return false;
        }
        settled.shapes[i] = shape;
        value = usual_value(attribute, static_cast<std::size_t>(count), seed_ + i);
      }
      one.attributes.push_back(to_field(attribute, value));
    }
    return true;
  }

  // Those that the types name, in the version's order; all where no types are given.
  void add_inputs(const PortTypes& types, const Values& values, Case& one) const {
    const auto type_of = [&](const std::string& name) -> std::optional<DataType> {
      for (const auto& [input, type] : types) {
        if (input == name) return type;
      }
      return std::nullopt;
    };
    for (std::size_t i = 0; i < version_.inputs.size(); ++i) {
      const Port& port = version_.inputs[i];
      CaseInput input{port.name, type_of(port.name), port.rank >= 0, {}, {}, {}};
      if (!types.empty() && !input.type) continue;
      input.opt = dims_of(values, Symbol::Kind::kInputDim, i);
      one.inputs.push_back(std::move(input));
    }
    for (const auto& [name, type] : types) {
      const auto known =
          std::find_if(version_.inputs.begin(), version_.inputs.end(),
                       [&name = name](const auto& port) { return port.name == name; });
      if (known == version_.inputs.end()) one.inputs.push_back({name, type, false, {}, {}, {}});
    }
  }

  // Smaller and larger dims where the constraints leave room, else the usual ones alone.
  void vary_dims(const Settled& settled, const Values& usual, Case& one) const {
    auto small = solve(version_, settled, Size::kSmall);
    auto large = solve(version_, settled, Size::kLarge);
    const Values& low = small.is_ok() ? *small : usual;
    const Values& high = large.is_ok() ? *large : usual;
    bool ordered = true;
    for (const auto& [symbol, value] : usual) {
      if (symbol.kind != Symbol::Kind::kInputDim) continue;
      ordered = ordered && low.at(symbol) <= value && value <= high.at(symbol);
    }
    for (CaseInput& input : one.inputs) {
      const auto index = static_cast<std::size_t>(
          std::find_if(version_.inputs.begin(), version_.inputs.end(),
                       [&](const auto& port) { return port.name == input.name; }) -
          version_.inputs.begin());
      input.min = dims_of(ordered ? low : usual, Symbol::Kind::kInputDim, index);
      input.max = dims_of(ordered ? high : usual, Symbol::Kind::kInputDim, index);
    }
    one.outputs_min = output_dims(version_, ordered ? low : usual);
    one.outputs_opt = output_dims(version_, usual);
    one.outputs_max = output_dims(version_, ordered ? high : usual);
  }

  // The version's inputs among those of the case.
  std::vector<std::size_t> positions_of(const Case& one) const {
    std::vector<std::size_t> positions;
    for (const Port& port : version_.inputs) {
      const auto found = std::find_if(one.inputs.begin(), one.inputs.end(),
                                      [&](const auto& input) { return input.name == port.name; });
      positions.push_back(static_cast<std::size_t>(found - one.inputs.begin()));
    }
    return positions;
  }

  void add_forbidden(Case& one) const {
    const auto with = [&](const Attribute& attribute, const Value* value) {
      std::vector<host::FieldValue> fields;
      bool replaced = false;
      for (const auto& field : one.attributes) {
        if (field.name != attribute.name) fields.push_back(field);
        if (field.name != attribute.name || value == nullptr) continue;
        fields.push_back(to_field(attribute, *value));
        replaced = true;
      }
      if (!replaced && value != nullptr) fields.push_back(to_field(attribute, *value));
      return fields;
    };
    for (const Attribute& attribute : version_.attributes) {
      if (attribute.type == FieldType::kUnknown) continue;
      if (attribute.required) {
        one.forbidden.push_back(
            {attribute.name + " is missing, which is required", with(attribute, nullptr)});
      }
      if (attribute.rank > 1) continue;
      const auto elements = static_cast<std::size_t>(std::max<std::int64_t>(attribute.length, 1));
      for (const auto& forbidden : forbidden_values(attribute, elements)) {
        one.forbidden.push_back(
            {attribute.name + " = " + to_string(forbidden.value) + ", which " + forbidden.why,
             with(attribute, &forbidden.value)});
      }
    }
  }

  const Version& version_;
  std::uint64_t seed_;
  Cases result_;
  std::string base_name_;
  Chosen base_;
  PortTypes base_types_;
};

}  // namespace

bool Case::has_dims() const {
  return !inputs.empty() && std::all_of(inputs.begin(), inputs.end(),
                                        [](const auto& input) { return input.has_dims; });
}

Cases make_cases(const Version& version, std::uint64_t seed) { return Maker(version, seed).run(); }

}  // namespace plugsmith::spec
