// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "src/check/families.hpp"

// CK21, CK25 to CK27: clones, number and types of outputs.

namespace plugsmith::check {
namespace {

bool same_core(const Plugin& a, const Plugin& b) {
  const auto equal = [](const char* x, const char* y) {
    return x != nullptr && y != nullptr && std::strcmp(x, y) == 0;
  };
  return equal(a.core()->getPluginName(), b.core()->getPluginName()) &&
         equal(a.core()->getPluginVersion(), b.core()->getPluginVersion()) &&
         equal(a.core()->getPluginNamespace(), b.core()->getPluginNamespace());
}

bool same_fields(const Plugin& a, const Plugin& b) {
  const auto x = a.fields();
  const auto y = b.fields();
  if (!x.is_ok() || !y.is_ok()) return true;  // CK19
  return std::equal(x->begin(), x->end(), y->begin(), y->end(), [](const auto& p, const auto& q) {
    return p.name == q.name && p.type == q.type && p.length == q.length && p.data == q.data;
  });
}

void ck21(const Subject& subject, Verdict& verdict) {
  auto original = subject.create();
  const bool configured = subject.use.reach == Reach::kNegotiated &&
                          original->configure(subject.ports(subject.use.matching().front())) == 0;
  auto copy = original->clone();
  if (copy == nullptr) {
    return verdict.broken("clone returned null or the object itself; TensorRT crashes on that",
                          "clone");
  }
  if ((original->core() != nullptr && copy->core() == nullptr) ||
      (original->build() != nullptr && copy->build() == nullptr) ||
      (original->runtime() != nullptr && copy->runtime() == nullptr)) {
    return verdict.broken("the clone lacks a capability that the original has",
                          "getCapabilityInterface of a clone");
  }
  if (original->core() == nullptr || original->runtime() == nullptr) {
    return verdict.not_run("a capability is missing (CK02)");
  }
  if (!same_core(*original, *copy)) {
    verdict.broken("the clone has another name, version or namespace", "getPluginName of a clone");
  }
  if (configured && !same_fields(*original, *copy)) {
    verdict.broken("the clone serializes other fields than the original",
                   "getFieldsToSerialize of a clone");
  }
  original.reset();  // a clone of a clone must outlive both orders of deletion
  auto second = copy->clone();
  second.reset();
}

void ck25(const Subject& subject, Verdict& verdict) {
  const auto plugin = subject.make();
  if (!plugin->unbuildable().empty()) return verdict.not_run(plugin->unbuildable());
  const std::int32_t count = plugin->output_count();
  if (count < 1) {
    return verdict.broken("getNbOutputs returned " + std::to_string(count) +
                              "; must be at least 1: TensorRT crashes on 0",
                          "getNbOutputs");
  }
  const auto copy = plugin->copy();
  const std::int32_t of_copy =
      copy == nullptr || !copy->unbuildable().empty() ? count : copy->output_count();
  const std::int32_t again = plugin->output_count();
  if (of_copy != count || again != count) {
    verdict.broken("getNbOutputs returned " + std::to_string(count) + ", then " +
                       std::to_string(again) + ", and " + std::to_string(of_copy) + " in a clone",
                   of_copy != count ? "getNbOutputs of a clone" : "getNbOutputs, third call");
  }
}

std::string problem_of(nvinfer1::DataType type) {
  const auto value = static_cast<std::int32_t>(type);
  if (value == -1) return "was not written";
  if (value < 0 || value >= host::kKnownDataTypes)
    return "is " + std::to_string(value) + ", which is no type";
  const auto known = static_cast<DataType>(type);
  if (known == DataType::kBool || known == DataType::kUint8 || known == DataType::kE8m0) {
    return std::string("is ") + to_string(known) + ", which no plugin may have";
  }
  return "";
}

void ck26(const Subject& subject, Verdict& verdict) {
  const auto plugin = subject.make();
  if (!plugin->unbuildable().empty()) return verdict.not_run(plugin->unbuildable());
  const std::int32_t count = plugin->output_count();
  if (count < 1) return verdict.not_run("there is no output (CK25)");
  const std::string method = plugin->methods().types;
  const auto first = plugin->types(subject.use.input_types, count);
  if (first.code != 0) {
    return verdict.not_run(method + " refuses the inputs that were tried; give --input");
  }
  if (first.wrote_beyond) {
    verdict.broken(method + " wrote behind the " + std::to_string(count) +
                       " entries that getNbOutputs announces",
                   method);
  }
  for (std::size_t i = 0; i < first.types.size(); ++i) {
    const std::string problem = problem_of(first.types[i]);
    if (problem.empty()) continue;
    verdict.broken("the type of output " + std::to_string(i) + " " + problem, method);
  }
  if (plugin->types(subject.use.input_types, count).types != first.types) {
    verdict.broken(method + " gave other types for the same inputs the second time",
                   method + ", second call");
  }
}

void ck27(const Subject& subject, Verdict& verdict) {
  if (subject.use.inputs() != 0) return verdict.not_run("the op has inputs");
  for (const auto type : subject.use.output_types) {
    if (type == nvinfer1::DataType::kFLOAT) continue;
    verdict.broken(std::string("an op without inputs has an output of type ") +
                       to_string(static_cast<DataType>(type)) + "; TensorRT expects float32",
                   "getOutputDataTypes");
  }
}

}  // namespace

std::span<const Check> object_checks() {
  static constexpr Check kChecks[] = {
      {"CK21", ck21}, {"CK25", ck25}, {"CK26", ck26}, {"CK27", ck27, Reach::kShaped}};
  return kChecks;
}

}  // namespace plugsmith::check
