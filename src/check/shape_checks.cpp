// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <random>

#include "src/check/families.hpp"

// CK28 to CK31, CK33: output shapes.

namespace plugsmith::check {
namespace {

using Sizes = host::DimBindings::Sizes;

enum class Fault { kShape, kForeignExpression, kSizeTensor };

Fault kind_of(const Status& fault) {
  const auto has = [&](const char* text) {
    return fault.message().find(text) != std::string::npos;
  };
  if (has("of another call") || has("does not belong to this call"))
    return Fault::kForeignExpression;
  if (has("size tensor") || has("declareSizeTensor()")) return Fault::kSizeTensor;
  return Fault::kShape;
}

// Two calls on one object: an expression that was kept shows in the second. Reports a fault of the
// wanted kind; whether there was none at all.
bool faultless(const Subject& subject, Fault wanted, Verdict& verdict) {
  const auto plugin = subject.make();
  const Case& use = subject.use;
  const std::string method = plugin->methods().shapes;
  for (const std::string& call : {method, method + ", second call"}) {
    const auto answer = plugin->shapes(use.network, use.shape_elements, use.output_types);
    if (answer.code == 0 && answer.fault.is_ok()) continue;
    if (answer.code != 0) {
      if (wanted == Fault::kShape) {
        verdict.broken(method + " returned " + std::to_string(answer.code) +
                           " for inputs that it took before; 0 means success",
                       call);
      }
      return false;
    }
    if (kind_of(answer.fault) == wanted) verdict.broken(answer.fault.message(), call);
    return false;
  }
  return true;
}

void ck28(const Subject& subject, Verdict& verdict) { faultless(subject, Fault::kShape, verdict); }

void ck29(const Subject& subject, Verdict& verdict) {
  faultless(subject, Fault::kForeignExpression, verdict);
}

// Dims for constant inputs against the symbolic answer at the same dims.
void ck30(const Subject& subject, Verdict& verdict) {
  const Case& use = subject.use;
  if (!use.shapes.fault.is_ok()) return verdict.not_run("the shapes are broken (CK28, CK29, CK33)");
  if (!use.shape_elements.empty()) {
    return verdict.not_run("the op has shape inputs, whose values are not constants here");
  }
  if (use.fixed_dims) return verdict.not_run("the op's class knows no open dimensions");
  const auto wanted =
      use.shapes.shapes.evaluate({&use.opt, nullptr, Sizes::kOptimum, nullptr}, "the op");
  if (!wanted.is_ok()) return verdict.not_run("the shape has no value at opt (CK31)");
  std::vector<std::vector<host::DimValues>> variants{use.opt, std::vector<host::DimValues>(use.opt),
                                                     std::vector<host::DimValues>(use.opt)};
  for (std::size_t i = 0; i < use.inputs(); ++i) {
    for (std::size_t axis = 0; axis < use.opt[i].size(); ++axis) {
      variants[1][i][axis] = -1;
      if (axis % 2 == 0) variants[2][i][axis] = -1;
    }
  }
  const char* names[] = {"constant", "symbolic", "mixed"};
  const auto plugin = subject.make();
  for (std::size_t v = 0; v < variants.size(); ++v) {
    const auto answer = plugin->shapes(variants[v], use.shape_elements, use.output_types);
    // A plugin may insist on constants; faults are CK28, CK29 or CK33.
    if (answer.code != 0 || !answer.fault.is_ok()) continue;
    const auto got =
        answer.shapes.evaluate({&use.opt, nullptr, Sizes::kOptimum, nullptr}, "the op");
    if (got.is_ok() && got.value() == wanted.value()) continue;
    verdict.broken(std::string("with ") + names[v] + " dimensions the outputs for inputs " +
                       describe(use.opt) + " are " +
                       (got.is_ok() ? describe(got.value()) : got.status().message()) +
                       ", else they are " + describe(wanted.value()),
                   std::string(plugin->methods().shapes) + " with " + names[v] + " dimensions");
  }
}

void ck31(const Subject& subject, Verdict& verdict) {
  constexpr int kRandom = 16;
  const Case& use = subject.use;
  if (!use.shapes.fault.is_ok()) return verdict.not_run("the shapes are broken (CK28, CK29, CK33)");
  if (!use.shape_elements.empty()) {
    return verdict.not_run("the op has shape inputs, whose values are not known");
  }
  std::mt19937_64 random(subject.given->seed);
  std::vector<std::vector<host::DimValues>> points{use.min, use.opt, use.max};
  for (int i = 0; i < kRandom; ++i) {
    auto dims = use.min;
    for (std::size_t t = 0; t < dims.size(); ++t) {
      for (std::size_t axis = 0; axis < dims[t].size(); ++axis) {
        dims[t][axis] =
            std::uniform_int_distribution<std::int64_t>(use.min[t][axis], use.max[t][axis])(random);
      }
    }
    points.push_back(std::move(dims));
  }
  for (const auto& dims : points) {
    const auto got =
        use.shapes.shapes.evaluate({&dims, nullptr, Sizes::kOptimum, nullptr}, "the op");
    if (got.is_ok()) continue;
    verdict.broken("for inputs " + describe(dims) + ": " + got.status().message(),
                   "evaluation of the output shapes");
  }
}

void ck33(const Subject& subject, Verdict& verdict) {
  if (!faultless(subject, Fault::kSizeTensor, verdict)) return;
  bool any = false;
  for (std::size_t i = 0; i < subject.use.output_types.size(); ++i) {
    any = any || subject.use.shapes.shapes.is_size_tensor(i);
  }
  if (!any) verdict.not_run("the op declares no size tensor");
}

}  // namespace

std::span<const Check> shape_checks() {
  static constexpr Check kChecks[] = {{"CK28", ck28, Reach::kShaped},
                                      {"CK29", ck29, Reach::kShaped},
                                      {"CK30", ck30, Reach::kShaped},
                                      {"CK31", ck31, Reach::kShaped},
                                      {"CK33", ck33, Reach::kShaped}};
  return kChecks;
}

}  // namespace plugsmith::check
