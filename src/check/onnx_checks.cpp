// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "src/check/families.hpp"
#include "src/host/registry.hpp"

// CK78, CK79: what the ONNX parser of TensorRT 10 and 11 makes of a node.

namespace plugsmith::check {
namespace {

using Fields = std::vector<host::FieldValue>;

template <class From, class To>
host::FieldValue converted(const host::FieldValue& field, FieldType type) {
  host::FieldValue result{field.name, type, field.length, {}};
  for (std::size_t at = 0; at + sizeof(From) <= field.data.size(); at += sizeof(From)) {
    From from{};
    std::memcpy(&from, field.data.data() + at, sizeof(From));
    const auto to = static_cast<To>(from);
    const auto* bytes = reinterpret_cast<const std::byte*>(&to);
    result.data.insert(result.data.end(), bytes, bytes + sizeof(To));
  }
  return result;
}

// The field as the parser delivers it: int64 attributes are narrowed, double becomes float.
host::FieldValue delivered(const host::FieldValue& field) {
  if (field.type == FieldType::kInt64) {
    return converted<std::int64_t, std::int32_t>(field, FieldType::kInt32);
  }
  if (field.type == FieldType::kFloat64) {
    return converted<double, float>(field, FieldType::kFloat32);
  }
  return field;
}

void ck78(const Subject& subject, Verdict& verdict) {
  const auto& info = subject.info;
  const auto* found =
      subject.state->registry.look_up({info.name, info.version, info.name_space, info.kind});
  if (found != subject.any_creator) {
    return verdict.not_run("the registry finds another creator under its name (CK05, CK94)");
  }
  const Fields& all = subject.all_fields;
  for (std::size_t i = 0; i < all.size(); ++i) {
    Fields fields = all;
    fields[i] = delivered(all[i]);
    if (fields[i].type == all[i].type) continue;
    if (subject.create(fields, nvinfer1::TensorRTPhase::kBUILD) != nullptr) continue;
    verdict.broken(
        "createPlugin refuses field \"" + all[i].name + "\" as " + to_string(fields[i].type) +
            ", the one form in which the ONNX parser " +
            "delivers a number that is advertised as " + to_string(all[i].type),
        "createPlugin with field \"" + all[i].name + "\" as " + to_string(fields[i].type));
  }
  if (all.empty() && !info.fields.empty()) {
    verdict.not_run("no values for its fields could be invented; give --attr");
  }
}

void ck79(const Subject& subject, Verdict& verdict) {
  const auto& wanted = subject.given->outputs;
  if (!wanted) return verdict.not_run("the node is not known; give --outputs or --model");
  const auto plugin = subject.create();
  if (plugin->build() == nullptr) return verdict.not_run("there is no build capability (CK02)");
  const std::int32_t count = plugin->output_count();
  if (count == *wanted) return;
  verdict.broken("the op has " + std::to_string(count) +
                     " outputs, size tensors included, but the node has " +
                     std::to_string(*wanted) + ": the ONNX parser then refuses it",
                 "getNbOutputs");
}

}  // namespace

std::span<const Check> onnx_checks() {
  static constexpr Check kChecks[] = {{"CK78", ck78}, {"CK79", ck79}};
  return kChecks;
}

}  // namespace plugsmith::check
