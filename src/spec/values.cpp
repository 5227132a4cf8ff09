// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <functional>

#include "src/spec/solve.hpp"

namespace plugsmith::spec {

Dims dims_of(const Values& values, Symbol::Kind kind, std::size_t owner) {
  Dims dims;
  for (std::size_t axis = 0;; ++axis) {
    const auto found = values.find({kind, owner, axis});
    if (found == values.end()) return dims;
    dims.push_back(found->second);
  }
}

std::vector<Dims> output_dims(const Version& version, const Values& values) {
  std::vector<Dims> result;
  std::map<Symbol, std::optional<std::int64_t>> known(values.begin(), values.end());
  const std::function<std::optional<std::int64_t>(const Symbol&)> lookup =
      [&](const Symbol& symbol) -> std::optional<std::int64_t> {
    if (const auto found = known.find(symbol); found != known.end()) return found->second;
    if (symbol.kind != Symbol::Kind::kOutputDim) return std::nullopt;
    const auto& dims = version.output_dims[symbol.owner];
    const bool told = dims && symbol.index < dims->size();
    return known[symbol] = told ? (*dims)[symbol.index].evaluate(lookup) : std::nullopt;
  };
  for (const auto& expressions : version.output_dims) {
    if (!expressions) return {};
    Dims dims;
    for (const Expression& expression : *expressions) {
      const auto value = expression.evaluate(lookup);
      if (!value) return {};
      dims.push_back(*value);
    }
    result.push_back(std::move(dims));
  }
  return result;
}

std::vector<std::string> output_texts(const Version& version, const Values& values,
                                      const std::vector<std::size_t>& positions) {
  std::map<Symbol, std::string> known;
  const std::function<std::string(const Symbol&)> name = [&](const Symbol& symbol) {
    if (const auto found = known.find(symbol); found != known.end()) return found->second;
    std::string text;
    if (symbol.kind == Symbol::Kind::kInputDim) {
      text =
          "i" + std::to_string(positions[symbol.owner]) + "[" + std::to_string(symbol.index) + "]";
    } else if (symbol.kind == Symbol::Kind::kOutputDim) {
      const auto& dims = version.output_dims[symbol.owner];
      if (dims && symbol.index < dims->size()) text = (*dims)[symbol.index].render(name);
    } else if (const auto value = values.find(symbol); value != values.end()) {
      text = std::to_string(value->second);
    }
    return known[symbol] = text;
  };
  std::vector<std::string> shapes;
  for (const auto& expressions : version.output_dims) {
    if (!expressions) return {};
    std::string shape;
    for (const Expression& expression : *expressions) {
      const std::string text = expression.render(name);
      if (text.empty()) return {};
      shape += (shape.empty() ? "" : ", ") + text;
    }
    shapes.push_back(std::move(shape));
  }
  return shapes;
}

}  // namespace plugsmith::spec
