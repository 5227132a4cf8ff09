// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/spec/expression.hpp"

#include <array>
#include <cctype>
#include <charconv>

namespace plugsmith::spec {
namespace {

constexpr std::array<std::string_view, 7> kRelations{
    "==", "!=", "<=", ">=", "<", ">", "MULTIPLE_OF"};
constexpr std::size_t kLongest = 4096;  ///< characters of a rendered operand
constexpr int kDeepest = 64;            ///< parentheses; a hostile text must not exhaust the stack

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Recursive descent; the first fault stays.
class Parser {
 public:
  Parser(std::string_view text, const Resolve& resolve) : text_(text), resolve_(resolve) {}

  bool failed() const { return !error_.message.empty(); }
  TextError error() const { return error_; }
  bool at_end() {
    skip_space();
    return at_ == text_.size();
  }

  bool take(std::string_view wanted) {
    skip_space();
    if (text_.substr(at_, wanted.size()) != wanted) return false;
    at_ += wanted.size();
    return true;
  }

  void fail(std::string message) {
    if (!failed()) error_ = {std::move(message), at_};
  }

  Expression expression() {
    steps_.clear();
    sum();
    return Expression(std::move(steps_));
  }

  /// What stands at the cursor, for messages.
  std::string rest() {
    skip_space();
    if (at_ == text_.size()) return "the end";
    std::size_t end = at_ + 1;
    while (end < text_.size() && is_word(text_[at_]) && is_word(text_[end])) ++end;
    return "\"" + std::string(text_.substr(at_, end - at_)) + "\"";
  }

 private:
  void skip_space() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }

  void sum() {
    product();
    while (!failed()) {
      const char operation = take("+") ? '+' : take("-") ? '-' : '\0';
      if (operation == '\0') return;
      product();
      steps_.push_back({operation, 0, {}});
    }
  }

  void product() {
    operand();
    while (!failed()) {
      const char operation = take("*") ? '*' : take("/") ? '/' : '\0';
      if (operation == '\0') return;
      operand();
      steps_.push_back({operation, 0, {}});
    }
  }

  void operand() {
    skip_space();
    if (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0) {
      return number();
    }
    if (at_ < text_.size() && is_word(text_[at_])) return symbol();
    if (!take("(")) return fail("a number or the name of a dimension must stand before " + rest());
    if (++depth_ > kDeepest) return fail("too many parentheses");
    sum();
    --depth_;
    if (!failed() && !take(")")) fail("a ) is missing before " + rest());
  }

  void number() {
    std::int64_t value = 0;
    const char* begin = text_.data() + at_;
    const auto [stop, code] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (code != std::errc()) return fail("the number leaves the range of 64 bits");
    at_ += static_cast<std::size_t>(stop - begin);
    steps_.push_back({'n', value, {}});
  }

  void symbol() {
    std::size_t end = at_;
    while (end < text_.size() && is_word(text_[end])) ++end;
    auto symbol = resolve_(std::string(text_.substr(at_, end - at_)));
    if (!symbol.is_ok()) return fail(symbol.status().message());
    at_ = end;
    steps_.push_back({'s', 0, *symbol});
  }

  std::string_view text_;
  const Resolve& resolve_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::vector<Expression::Step> steps_;
  TextError error_;
};

std::optional<std::int64_t> apply(char operation, std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  switch (operation) {
    case '+':
      if (__builtin_add_overflow(a, b, &result)) return std::nullopt;
      return result;
    case '-':
      if (__builtin_sub_overflow(a, b, &result)) return std::nullopt;
      return result;
    case '*':
      if (__builtin_mul_overflow(a, b, &result)) return std::nullopt;
      return result;
    default:
      if (b == 0 || (b == -1 && a == INT64_MIN)) return std::nullopt;
      return a / b;
  }
}

}  // namespace

std::optional<std::int64_t> Expression::evaluate(const Lookup& lookup) const {
  std::vector<std::int64_t> stack;
  for (const Step& step : steps_) {
    if (step.operation == 'n') {
      stack.push_back(step.number);
    } else if (step.operation == 's') {
      const auto value = lookup(step.symbol);
      if (!value) return std::nullopt;
      stack.push_back(*value);
    } else {
      const std::int64_t right = stack.back();
      stack.pop_back();
      const auto value = apply(step.operation, stack.back(), right);
      if (!value) return std::nullopt;
      stack.back() = *value;
    }
  }
  if (stack.empty()) return std::nullopt;
  return stack.back();
}

std::vector<Symbol> Expression::symbols() const {
  std::vector<Symbol> result;
  for (const Step& step : steps_) {
    if (step.operation == 's') result.push_back(step.symbol);
  }
  return result;
}

std::string Expression::render(const std::function<std::string(const Symbol&)>& name) const {
  std::vector<std::string> stack;
  for (const Step& step : steps_) {
    if (step.operation == 'n') {
      stack.push_back(std::to_string(step.number));
    } else if (step.operation == 's') {
      stack.push_back(name(step.symbol));
      if (stack.back().empty()) return "";
    } else {
      if (stack.back().size() > kLongest) return "";
      const std::string right = std::move(stack.back());
      stack.pop_back();
      stack.back() = "(" + stack.back() + step.operation + right + ")";
    }
  }
  return stack.empty() ? "" : stack.back();
}

const Symbol* Expression::as_symbol() const {
  return steps_.size() == 1 && steps_[0].operation == 's' ? &steps_[0].symbol : nullptr;
}

const std::int64_t* Expression::as_number() const {
  return steps_.size() == 1 && steps_[0].operation == 'n' ? &steps_[0].number : nullptr;
}

std::optional<bool> Constraint::holds(const Lookup& lookup) const {
  const auto a = left.evaluate(lookup);
  const auto b = right.evaluate(lookup);
  if (!a || !b) return std::nullopt;
  if (relation == "==") return *a == *b;
  if (relation == "!=") return *a != *b;
  if (relation == "<=") return *a <= *b;
  if (relation == ">=") return *a >= *b;
  if (relation == "<") return *a < *b;
  if (relation == ">") return *a > *b;
  return *b != 0 && (*b == -1 || *a % *b == 0);
}

std::vector<Symbol> Constraint::symbols() const {
  auto result = left.symbols();
  const auto more = right.symbols();
  result.insert(result.end(), more.begin(), more.end());
  return result;
}

std::optional<std::vector<Expression>> parse_list(std::string_view text, const Resolve& resolve,
                                                  TextError& error) {
  Parser parser(text, resolve);
  std::vector<Expression> result;
  while (!parser.at_end() || !result.empty()) {
    result.push_back(parser.expression());
    if (parser.failed() || parser.at_end()) break;
    if (!parser.take(",")) parser.fail("a comma or an operator must stand before " + parser.rest());
  }
  error = parser.error();
  if (parser.failed()) return std::nullopt;
  return result;
}

std::optional<Constraint> parse_constraint(std::string_view text, const Resolve& resolve,
                                           TextError& error) {
  Parser parser(text, resolve);
  Constraint constraint{std::string(text), parser.expression(), Expression({}), "", {}};
  for (const std::string_view relation : kRelations) {
    if (parser.failed() || !parser.take(relation)) continue;
    constraint.relation = relation;
    break;
  }
  if (constraint.relation.empty()) {
    parser.fail("unknown constraint: " + parser.rest() +
                " is no relation; known are ==, !=, <, <=, >, >= and MULTIPLE_OF");
  } else {
    constraint.right = parser.expression();
    if (!parser.failed() && !parser.at_end()) {
      parser.fail("nothing may follow a constraint, but there is " + parser.rest());
    }
  }
  error = parser.error();
  if (parser.failed()) return std::nullopt;
  return constraint;
}

}  // namespace plugsmith::spec
