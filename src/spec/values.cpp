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

}  // namespace plugsmith::spec
