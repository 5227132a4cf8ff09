// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "src/check/expected_shape.hpp"
#include "src/check/families.hpp"

// CK32, CK34, CK35: shapes against what the user knows of them; shape inputs.

namespace plugsmith::check {
namespace {

using Sizes = host::DimBindings::Sizes;

// The shapes that the user expects, one for each output; nothing, with a reason, where none are.
std::vector<ExpectedShape> expected(const Subject& subject, Verdict& verdict) {
  std::vector<ExpectedShape> shapes;
  for (const std::string& text : subject.given->output_shapes) {
    auto shape = ExpectedShape::parse(text);
    if (!shape.is_ok()) {
      verdict.not_run("--output-shape: " + shape.status().message());
      return {};
    }
    shapes.push_back(std::move(shape).value());
  }
  return shapes;
}

std::string of_output(std::size_t output) { return "output " + std::to_string(output); }

void compare_at(const Subject& subject, const std::vector<ExpectedShape>& shapes,
                const std::vector<host::DimValues>& inputs, Verdict& verdict) {
  const auto got =
      subject.use.shapes.shapes.evaluate({&inputs, nullptr, Sizes::kUpper, nullptr}, "the op");
  if (!got.is_ok()) return;  // CK31
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const auto wanted = shapes[i].evaluate(inputs);
    if (!wanted.is_ok()) return verdict.not_run("--output-shape: " + wanted.status().message());
    auto dims = got.value()[i];
    for (std::size_t axis = 0; axis < std::min(dims.size(), wanted->size()); ++axis) {
      if (shapes[i].is_open(axis)) dims[axis] = -1;
    }
    if (dims == *wanted) continue;
    return verdict.broken("for inputs " + describe(inputs) + " the shape of " + of_output(i) +
                              " is " + describe({got.value()[i]}) + ", but --output-shape says " +
                              describe({*wanted}),
                          "getOutputShapes");
  }
}

void ck32(const Subject& subject, Verdict& verdict) {
  const Case& use = subject.use;
  if (subject.given->output_shapes.empty()) {
    return verdict.not_run("no reference for the shapes is known; give --output-shape");
  }
  if (!use.shapes.fault.is_ok()) {
    return verdict.not_run("getOutputShapes is broken (CK28, CK29, CK33)");
  }
  if (!use.shape_elements.empty()) {
    return verdict.not_run("the op has shape inputs, whose values are not known");
  }
  const auto shapes = expected(subject, verdict);
  if (verdict.decided()) return;
  if (shapes.size() != use.output_types.size()) {
    return verdict.broken("the op has " + std::to_string(use.output_types.size()) +
                              " outputs, but --output-shape is given for " +
                              std::to_string(shapes.size()),
                          "getNbOutputs");
  }
  for (const auto* inputs : {&use.min, &use.opt, &use.max}) {
    compare_at(subject, shapes, *inputs, verdict);
  }
}

// Dims at opt; every element of a shape input is 1.
Result<std::vector<host::DimValues>> dims_with(const Case& use, Sizes sizes,
                                               const host::DimValues* given) {
  std::vector<host::DimValues> elements;
  for (const std::int32_t count : use.shape_elements) {
    elements.emplace_back(static_cast<std::size_t>(count), 1);
  }
  return use.shapes.shapes.evaluate({&use.opt, &elements, sizes, given}, "the op");
}

// Whether a dimension changes with that size tensor.
bool is_used(const Case& use, std::size_t size_output) {
  host::DimValues sizes(use.output_types.size(), 1);
  const auto first = dims_with(use, Sizes::kGiven, &sizes);
  for (const std::int64_t size : {std::int64_t{0}, std::int64_t{3}, std::int64_t{1} << 40U}) {
    sizes[size_output] = size;
    const auto other = dims_with(use, Sizes::kGiven, &sizes);
    if (!first.is_ok() || !other.is_ok() || first.value() != other.value()) return true;
  }
  return false;
}

// Open dimensions that the user knows of, and that come from no size tensor.
void check_open_dims(const Subject& subject, const std::vector<ExpectedShape>& wanted,
                     Verdict& verdict) {
  const auto dims = dims_with(subject.use, Sizes::kUnknown, nullptr);  // -1: of a size tensor
  if (!dims.is_ok()) return;                                           // CK31
  for (std::size_t i = 0; i < std::min(wanted.size(), dims->size()); ++i) {
    for (std::size_t axis = 0; axis < std::min(wanted[i].rank(), dims.value()[i].size()); ++axis) {
      if (!wanted[i].is_open(axis) || dims.value()[i][axis] == -1) continue;
      verdict.broken("dimension " + std::to_string(axis) + " of " + of_output(i) +
                         ", which the data decide (--output-shape), comes from no size tensor",
                     "getOutputShapes");
    }
  }
}

void ck34(const Subject& subject, Verdict& verdict) {
  const auto& shapes = subject.use.shapes.shapes;
  if (!subject.use.shapes.fault.is_ok()) {
    return verdict.not_run("getOutputShapes is broken (CK28, CK29, CK33)");
  }
  const auto wanted = expected(subject, verdict);
  if (verdict.decided()) return;
  check_open_dims(subject, wanted, verdict);
  bool any = !wanted.empty();
  for (std::size_t i = 0; i < subject.use.output_types.size(); ++i) {
    if (!shapes.is_size_tensor(i)) continue;
    any = true;
    if (is_used(subject.use, i)) continue;
    verdict.broken(of_output(i) +
                       " is declared as a size tensor, but no output has a dimension that comes "
                       "from it: the size that it tells describes nothing",
                   "declareSizeTensor(" + std::to_string(i) + ")");
  }
  if (any) return;
  verdict.not_run(
      "the op declares no size tensor; say with ? in --output-shape which dimensions the data "
      "decide");
}

void ck35(const Subject& subject, Verdict& verdict) {
  const Case& use = subject.use;
  if (use.shape_elements.empty()) {
    return verdict.not_run("the op has no shape input here; give --shape-input");
  }
  const auto plugin = subject.create();
  for (const std::int32_t elements : {use.shape_elements[0] - 1, use.shape_elements[0] + 1, 0, 8}) {
    if (elements < 0 || elements > nvinfer1::Dims::MAX_DIMS) continue;
    auto changed = use.shape_elements;
    changed[0] = elements;
    const auto answer = plugin->shapes(use.network, changed, use.output_types);
    if (answer.code != 0 || (answer.fault.is_ok() && !answer.read_beyond)) continue;
    verdict.broken(
        "with a shape input of " + std::to_string(elements) + " elements instead of " +
            std::to_string(use.shape_elements[0]) + " getOutputShapes returns success, but " +
            (answer.fault.is_ok() ? "uses elements that do not exist" : answer.fault.message()),
        "getOutputShapes with " + std::to_string(elements) + " elements");
  }
}

}  // namespace

std::span<const Check> given_shape_checks() {
  static constexpr Check kChecks[] = {{"CK32", ck32, Reach::kShaped},
                                      {"CK34", ck34, Reach::kShaped},
                                      {"CK35", ck35, Reach::kShaped}};
  return kChecks;
}

}  // namespace plugsmith::check
