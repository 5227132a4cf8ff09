// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/spec/solve.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

#include "src/spec/domain.hpp"

namespace plugsmith::spec {
namespace {

constexpr int kMostSteps = 200000;         // of the search
constexpr std::size_t kMostElements = 64;  // of an attribute that are looked at

struct Variable {
  Symbol symbol;
  Domain domain;
};

class Search {
 public:
  Search(const Version& version, const Settled& settled, Size size)
      : version_(version), settled_(settled), size_(size) {}

  Result<Values> run() {
    add_inputs();
    for (std::size_t i = 0; i < version_.attributes.size(); ++i) {
      if (!left_out(i)) add_attribute(i);
    }
    for (const Attribute& attribute : version_.attributes) add_source(attribute);
    for (const Constraint& constraint : version_.constraints) add_constraint(constraint);
    PLUGSMITH_RETURN_IF_ERROR(join());
    return search();
  }

 private:
  bool left_out(std::size_t attribute) const {
    return attribute < settled_.left_out.size() && settled_.left_out[attribute];
  }

  void add(const Symbol& symbol, Domain domain) {
    index_[symbol] = variables_.size();
    variables_.push_back({symbol, std::move(domain)});
  }

  void add_inputs() {
    for (std::size_t i = 0; i < version_.inputs.size(); ++i) {
      const Port& port = version_.inputs[i];
      for (int axis = 0; axis < port.rank; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        Domain domain;
        domain.interval = dim_interval(port.dim_range, at);
        domain.preferred = usual_dim(port.rank, at, size_);
        domain.rank = 1;
        add({Symbol::Kind::kInputDim, i, at}, std::move(domain));
      }
    }
  }

  void add_attribute(std::size_t index) {
    const Attribute& attribute = version_.attributes[index];
    const auto shape = settled_.shapes.find(index);
    const bool has_shape = shape != settled_.shapes.end();
    const std::size_t rank =
        has_shape ? shape->second.size() : static_cast<std::size_t>(std::max(attribute.rank, 0));
    for (std::size_t axis = 0; axis < rank && !attribute.is_integer(); ++axis) {
      Domain domain;
      domain.interval = dim_interval(attribute.dim_range, axis);
      domain.preferred = axis + 1 == rank ? 16 : 4;
      domain.rank = 2;
      if (has_shape) domain.fixed = shape->second[axis];
      add({Symbol::Kind::kAttributeDim, index, axis}, std::move(domain));
    }
    if (attribute.is_integer()) add_elements(index, attribute);
  }

  void add_elements(std::size_t index, const Attribute& attribute) {
    const auto given = settled_.elements.find(index);
    const bool is_given = given != settled_.elements.end();
    const std::size_t count =
        is_given ? given->second.size()
                 : static_cast<std::size_t>(std::max<std::int64_t>(attribute.length, 1));
    for (std::size_t i = 0; i < std::min(count, kMostElements); ++i) {
      Domain domain;
      domain.interval = {};
      if (!attribute.range.empty()) {
        domain.interval = attribute.range[std::min(i, attribute.range.size() - 1)];
      }
      if (is_given) domain.fixed = given->second[i];
      for (const Value& value : attribute.allowed) {
        if (i < value.numbers.size()) {
          domain.list.push_back(static_cast<std::int64_t>(value.numbers[i]));
        }
      }
      if (!domain.list.empty()) domain.preferred = domain.list.front();
      domain.rank = attribute.source ? 3 : 0;
      add({Symbol::Kind::kElement, index, i}, std::move(domain));
    }
    add({Symbol::Kind::kAttributeDim, index, 0}, {{}, {}, static_cast<std::int64_t>(count), 0, 0});
  }

  // An attribute that follows from a shape: equality with it.
  void add_source(const Attribute& attribute) {
    if (!attribute.source) return;
    const auto index = static_cast<std::size_t>(&attribute - version_.attributes.data());
    if (left_out(index)) return;
    const Symbol own{Symbol::Kind::kElement, index, 0};
    Constraint constraint{attribute.name + " from_shape", Expression({{'s', 0, own}}),
                          *attribute.source, "==", attribute.place};
    add_constraint(constraint);
  }

  void add_constraint(const Constraint& constraint) {
    for (const Symbol& symbol : constraint.symbols()) {
      const bool of_attribute =
          symbol.kind == Symbol::Kind::kElement || symbol.kind == Symbol::Kind::kAttributeDim;
      if (of_attribute && left_out(symbol.owner)) return;
      if (index_.count(symbol) != 0) continue;
      Domain domain;  // a free letter, or a dimension of something whose rank is not said
      domain.rank = 4;
      add(symbol, std::move(domain));
    }
    constraints_.push_back(constraint);
  }

  std::size_t root(std::size_t at) const {
    while (parent_[at] != at) at = parent_[at];
    return at;
  }

  Status unite(std::size_t a, std::size_t b, const Constraint& constraint) {
    a = root(a);
    b = root(b);
    if (a == b) return Status::ok();
    const auto& fixed = variables_[a].domain.fixed;
    const auto& other = variables_[b].domain.fixed;
    if (fixed && other && *fixed != *other) return unmet(constraint);
    variables_[a].domain.intersect(variables_[b].domain);
    parent_[b] = a;
    return Status::ok();
  }

  static Status unmet(const Constraint& constraint) {
    return invalid_argument("no shapes satisfy \"" + constraint.text + "\" (line " +
                            std::to_string(constraint.place.line) + ")");
  }

  // Plain equalities make classes; what is left of the constraints is searched.
  Status join() {
    parent_.resize(variables_.size());
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    for (const Constraint& constraint : constraints_) {
      const Symbol* left = constraint.left.as_symbol();
      const Symbol* right = constraint.right.as_symbol();
      if (constraint.relation != "==" || left == nullptr) {
        open_.push_back(&constraint);
      } else if (right != nullptr) {
        PLUGSMITH_RETURN_IF_ERROR(unite(index_.at(*left), index_.at(*right), constraint));
      } else if (const std::int64_t* number = constraint.right.as_number()) {
        auto& fixed = variables_[root(index_.at(*left))].domain.fixed;
        if (fixed && *fixed != *number) return unmet(constraint);
        fixed = *number;
      } else {
        open_.push_back(&constraint);
      }
    }
    return Status::ok();
  }

  // The classes of the open constraints. The constraint that needs the fewest more comes next, so
  // that each is judged early.
  std::vector<std::size_t> search_order(std::set<std::size_t>& seen) const {
    std::vector<std::size_t> order;
    std::vector<std::vector<std::size_t>> waiting;
    for (const Constraint* constraint : open_) {
      waiting.emplace_back();
      auto symbols = constraint->symbols();
      // "w_1 == 3 * x_0": what is computed comes after what it is computed from.
      if (constraint->left.as_symbol() != nullptr) std::reverse(symbols.begin(), symbols.end());
      for (const Symbol& symbol : symbols) {
        const std::size_t at = root(index_.at(symbol));
        waiting.back().push_back(at);
        if (variables_[at].domain.fixed && seen.insert(at).second) order.push_back(at);
      }
    }
    while (!waiting.empty()) {
      for (auto& classes : waiting) {
        const auto known = [&](std::size_t at) { return seen.count(at) != 0; };
        classes.erase(std::remove_if(classes.begin(), classes.end(), known), classes.end());
      }
      const auto next =
          std::min_element(waiting.begin(), waiting.end(),
                           [](const auto& a, const auto& b) { return a.size() < b.size(); });
      std::stable_sort(next->begin(), next->end(), [&](std::size_t a, std::size_t b) {
        return variables_[a].domain.rank < variables_[b].domain.rank;
      });
      for (const std::size_t at : *next) {
        if (seen.insert(at).second) order.push_back(at);
      }
      waiting.erase(next);
    }
    return order;
  }

  Result<Values> search() {
    std::set<std::size_t> seen;
    std::vector<std::size_t> order = search_order(seen);
    searched_ = order.size();
    for (std::size_t i = 0; i < variables_.size(); ++i) {
      if (root(i) == i && seen.insert(i).second) order.push_back(i);
    }
    value_.assign(variables_.size(), std::nullopt);
    if (!assign(order, 0)) {
      return failed_ != nullptr
                 ? unmet(*failed_)
                 : invalid_argument("a dimension or attribute has no legal value that was tried");
    }
    Values values;
    for (std::size_t i = 0; i < variables_.size(); ++i) {
      values[variables_[i].symbol] = *value_[root(i)];
    }
    return values;
  }

  bool assign(const std::vector<std::size_t>& order, std::size_t at) {
    if (at == order.size()) return true;
    for (const std::int64_t value : variables_[order[at]].domain.candidates()) {
      if (++steps_ > kMostSteps) return false;
      value_[order[at]] = value;
      if ((at >= searched_ || consistent(at + 1 == searched_)) && assign(order, at + 1))
        return true;
    }
    value_[order[at]].reset();
    return false;
  }

  // Whether no open constraint is broken; one with unknown symbols is not judged before all are.
  bool consistent(bool all_known) {
    const Lookup lookup = [&](const Symbol& symbol) { return value_[root(index_.at(symbol))]; };
    for (const Constraint* constraint : open_) {
      if (constraint->holds(lookup).value_or(!all_known)) continue;
      failed_ = constraint;
      return false;
    }
    return true;
  }

  const Version& version_;
  const Settled& settled_;
  Size size_;
  std::vector<Variable> variables_;
  std::map<Symbol, std::size_t> index_;
  std::vector<Constraint> constraints_;
  std::vector<const Constraint*> open_;
  std::vector<std::size_t> parent_;
  std::vector<std::optional<std::int64_t>> value_;
  std::size_t searched_ = 0;
  int steps_ = 0;
  const Constraint* failed_ = nullptr;
};

}  // namespace

Result<Values> solve(const Version& version, const Settled& settled, Size size) {
  return Search(version, settled, size).run();
}

}  // namespace plugsmith::spec
