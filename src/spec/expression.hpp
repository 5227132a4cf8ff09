// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plugsmith/status.hpp"

// Integer expressions over dimensions and attributes: "input_0, W_1 * 2", "a_0 MULTIPLE_OF b_1".

namespace plugsmith::spec {

/// Where something stands in its file, counted from 1.
struct Place {
  int line = 0, column = 0;
  bool operator==(const Place&) const = default;
};

/// What a symbol stands for.
struct Symbol {
  enum class Kind {
    kInputDim,      ///< dimension `index` of input `owner`
    kOutputDim,     ///< dimension `index` of output `owner`
    kElement,       ///< element `index` of attribute `owner`
    kAttributeDim,  ///< dimension `index` of the shape of attribute `owner`
    kFree,          ///< some positive integer, a single letter (`owner`: its code)
  };
  Kind kind = Kind::kInputDim;
  std::size_t owner = 0, index = 0;
  bool operator==(const Symbol&) const = default;
  auto operator<=>(const Symbol&) const = default;
};

/// Resolves a name; the error's message has no place.
using Resolve = std::function<Result<Symbol>(const std::string& name)>;
/// A symbol's value; nothing where it is not known.
using Lookup = std::function<std::optional<std::int64_t>(const Symbol& symbol)>;

/// A sum, product, ... in postfix order.
class Expression {
 public:
  struct Step {
    char operation = 'n';  ///< 'n' number, 's' symbol, else + - * /
    std::int64_t number = 0;
    Symbol symbol;
  };

  explicit Expression(std::vector<Step> steps) : steps_(std::move(steps)) {}
  const std::vector<Step>& steps() const { return steps_; }
  /// The value; nothing where a symbol is unknown, a divisor 0 or int64 too small.
  std::optional<std::int64_t> evaluate(const Lookup& lookup) const;
  std::vector<Symbol> symbols() const;
  /// With a text for each symbol and parentheses where needed; empty where a symbol has none.
  std::string render(const std::function<std::string(const Symbol&)>& name) const;
  /// The symbol that the expression is, if it is nothing else; likewise the number.
  const Symbol* as_symbol() const;
  const std::int64_t* as_number() const;

 private:
  std::vector<Step> steps_;
};

struct Constraint {
  std::string text;
  Expression left, right;
  std::string relation;  ///< == != < <= > >= MULTIPLE_OF
  Place place;

  /// Nothing where a side has no value.
  std::optional<bool> holds(const Lookup& lookup) const;
  std::vector<Symbol> symbols() const;
};

/// What is wrong with a text and at which of its characters.
struct TextError {
  std::string message;
  std::size_t position = 0;
};

/// "input_0, W_1 * 2": a list of expressions. Nothing, and `error` filled, where the text is none.
std::optional<std::vector<Expression>> parse_list(std::string_view text, const Resolve& resolve,
                                                  TextError& error);
/// "a_0 == b_1".
std::optional<Constraint> parse_constraint(std::string_view text, const Resolve& resolve,
                                           TextError& error);

}  // namespace plugsmith::spec
