// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/expected_shape.hpp"

#include <algorithm>
#include <charconv>

namespace plugsmith::check {
namespace {

using Value = std::int64_t;
using Inputs = std::vector<std::vector<Value>>;

/// Reads one dimension and computes it. Without inputs only the form is judged.
class Reader {
 public:
  Reader(const std::string& text, const Inputs* inputs) : text_(text), inputs_(inputs) {}

  Result<Value> run() {
    const Value value = sum();
    if (problem_.empty() && at_ < text_.size()) fail("what follows is not understood");
    if (problem_.empty()) return value;
    return invalid_argument("\"" + text_ + "\", at character " + std::to_string(at_ + 1) + ": " +
                            problem_ +
                            "; dimensions are like 7, i0[1], 2*i0[1]+1 or "
                            "ceil_div(i0[1],4), or ? where the data decide");
  }

 private:
  Value sum() {
    Value value = product();
    while (problem_.empty() && (peek() == '+' || peek() == '-')) {
      const char sign = text_[at_++];
      const Value other = product();
      const bool over = sign == '+' ? __builtin_add_overflow(value, other, &value)
                                    : __builtin_sub_overflow(value, other, &value);
      if (over) fail("the number is beyond 64 bits");
    }
    return value;
  }

  Value product() {
    Value value = factor();
    while (problem_.empty() && (peek() == '*' || peek() == '/')) {
      const char sign = text_[at_++];
      const Value other = factor();
      if (sign == '/') {
        value = divide(value, other);
      } else if (__builtin_mul_overflow(value, other, &value)) {
        fail("the number is beyond 64 bits");
      }
    }
    return value;
  }

  Value divide(Value value, Value by) {
    if (inputs_ == nullptr) return 1;
    if (by <= 0 || value < 0) {
      fail("only numbers from 0 are divided, by positive ones");
      return 0;
    }
    return value / by;
  }

  Value factor() {
    if (++depth_ > kDeepest) fail("too many parentheses");
    Value value = 0;
    if (!problem_.empty()) return value;
    if (take('(')) {
      value = sum();
      if (!take(')')) fail("a ) is missing");
    } else if (peek() >= '0' && peek() <= '9') {
      value = number();
    } else if (peek() == 'i' && at_ + 1 < text_.size() && text_[at_ + 1] >= '0' &&
               text_[at_ + 1] <= '9') {
      value = dimension();
    } else {
      value = function();
    }
    --depth_;
    return value;
  }

  Value number() {
    Value value = 0;
    const auto [end, error] =
        std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error != std::errc()) fail("a number is missing, or beyond 64 bits");
    at_ = static_cast<std::size_t>(end - text_.data());
    return value;
  }

  Value dimension() {
    ++at_;
    const Value input = number();
    if (!take('[')) fail("a [ is missing");
    const Value axis = number();
    if (!take(']')) fail("a ] is missing");
    if (inputs_ == nullptr || !problem_.empty()) return 1;
    if (input >= static_cast<Value>(inputs_->size()) ||
        axis >= static_cast<Value>((*inputs_)[static_cast<std::size_t>(input)].size())) {
      fail("the op's inputs have no dimension i" + std::to_string(input) + "[" +
           std::to_string(axis) + "]");
      return 0;
    }
    return (*inputs_)[static_cast<std::size_t>(input)][static_cast<std::size_t>(axis)];
  }

  Value function() {
    for (const char* name : {"min", "max", "ceil_div"}) {
      const std::string start = std::string(name) + "(";
      if (text_.compare(at_, start.size(), start) != 0) continue;
      at_ += start.size();
      const Value first = sum();
      if (!take('|')) fail("a second argument is missing");
      const Value second = sum();
      if (!take(')')) fail("a ) is missing");
      if (!problem_.empty()) return 0;
      if (start[0] == 'c') return divide(first, second) + (remainder(first, second) ? 1 : 0);
      return start[1] == 'i' ? std::min(first, second) : std::max(first, second);
    }
    fail("a number, a dimension or a function is missing");
    return 0;
  }

  bool remainder(Value value, Value by) const {
    return inputs_ != nullptr && problem_.empty() && value % by != 0;
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(char wanted) {
    if (peek() != wanted) return false;
    ++at_;
    return true;
  }
  void fail(const std::string& problem) {
    if (problem_.empty()) problem_ = problem;
  }

  static constexpr int kDeepest = 64;
  const std::string& text_;
  const Inputs* inputs_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::string problem_;
};

// Splits at the commas outside of parentheses; those inside become |.
std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    if (c == ' ') continue;
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth <= 0) {
      parts.emplace_back();
    } else {
      parts.back() += c == ',' ? '|' : c;
    }
  }
  if (parts.size() == 1 && parts.front().empty()) parts.clear();
  return parts;
}

}  // namespace

Result<ExpectedShape> ExpectedShape::parse(const std::string& text) {
  ExpectedShape shape;
  shape.dims_ = split(text);
  for (std::size_t axis = 0; axis < shape.rank(); ++axis) {
    if (shape.is_open(axis)) continue;
    const auto value = Reader(shape.dims_[axis], nullptr).run();
    if (!value.is_ok()) return value.status();
  }
  return shape;
}

Result<std::vector<std::int64_t>> ExpectedShape::evaluate(const Inputs& inputs) const {
  std::vector<std::int64_t> dims;
  for (std::size_t axis = 0; axis < rank(); ++axis) {
    if (is_open(axis)) {
      dims.push_back(-1);
      continue;
    }
    const auto value = Reader(dims_[axis], &inputs).run();
    if (!value.is_ok()) return value.status();
    dims.push_back(*value);
  }
  return dims;
}

}  // namespace plugsmith::check
