// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <set>

#include "src/check/families.hpp"
#include "src/check/field_memory.hpp"
#include "src/check/fresh_memory.hpp"
#include "src/check/v2_plugin.hpp"
#include "src/host/fields.hpp"

// CK13 to CK19: fields, creation, serialization.

namespace plugsmith::check {
namespace {

using Phase = nvinfer1::TensorRTPhase;
using Fields = std::vector<host::FieldValue>;

bool same(const Fields& a, const Fields& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.name == y.name && x.type == y.type && x.length == y.length && x.data == y.data;
  });
}

// What the plugin serializes once it is configured, as TensorRT does first.
Result<Fields> state_of(const Subject& subject, const AnyPlugin& plugin) {
  if (subject.use.reach != Reach::kNegotiated) {
    return invalid_argument("it cannot be configured before it serializes: " + subject.problem);
  }
  if (plugin.unbuildable().empty()) {
    plugin.configure(subject.ports(subject.use.matching().front()));
  }
  return plugin.state();
}

// The same; nothing, with a reason, where it cannot be asked.
std::optional<Fields> serialized(const Subject& subject, const AnyPlugin& plugin,
                                 Verdict& verdict) {
  auto fields = state_of(subject, plugin);
  if (fields.is_ok()) return std::move(fields).value();
  verdict.not_run(fields.status().message());
  return std::nullopt;
}

// Whether a plugin that was made from these fields serializes other values once their memory is
// overwritten and freed: it kept a pointer into it.
bool keeps_memory(const Subject& subject, const Fields& fields, Phase phase) {
  // The memory of the third is gone when they serialize. Members that nobody sets make the second
  // and the fourth differ, too. The first one warms up.
  constexpr std::size_t kObjects = 4, kOrphan = 2;
  std::array<std::unique_ptr<host::FieldCollection>, kObjects> collections;
  std::array<std::unique_ptr<AnyPlugin>, kObjects> made;
  for (std::size_t i = 0; i < kObjects; ++i) {
    fill_fresh_memory(i == 1 ? 0x3C : 0xC3);
    collections[i] = std::make_unique<host::FieldCollection>(fields);
    made[i] = subject.make(collections[i]->get(), phase);
    if (made[i] == nullptr) return false;
  }
  collections[kOrphan].reset();
  std::array<Fields, kObjects> got;
  for (std::size_t i : {kOrphan, std::size_t{1}, std::size_t{3}}) {
    auto state = state_of(subject, *made[i]);
    if (!state.is_ok()) return i == kOrphan && state_of(subject, *made[1]).is_ok();
    got[i] = std::move(state).value();
  }
  return same(got[1], got[3]) && !same(got[1], got[kOrphan]);
}

// getFieldNames of either kind of creator.
const nvinfer1::PluginFieldCollection* field_names(const Subject& subject) {
  return subject.is_v2() ? v2_field_names(subject) : subject.creator->getFieldNames();
}

void ck13(const Subject& subject, Verdict& verdict) {
  const host::CallMark mark(subject.state->observer(), subject.info.name.c_str(), "getFieldNames");
  const auto* fields = field_names(subject);
  if (fields == nullptr) {
    return verdict.broken("getFieldNames returned null; must be a collection (it may be empty)",
                          "getFieldNames");
  }
  if (fields->nbFields < 0 || (fields->nbFields > 0 && fields->fields == nullptr)) {
    return verdict.broken(
        "getFieldNames claims " + std::to_string(fields->nbFields) + " fields without an array",
        "getFieldNames");
  }
  std::set<std::string> names;
  for (std::int32_t i = 0; i < fields->nbFields; ++i) {
    const auto& field = fields->fields[i];
    const std::string place = "field " + std::to_string(i);
    if (field.name == nullptr) return verdict.broken(place + " has no name", "getFieldNames");
    const auto type = static_cast<std::int32_t>(field.type);
    if (!names.insert(field.name).second) {
      verdict.broken(place + " has the name \"" + field.name + "\" of an earlier one",
                     "getFieldNames");
    }
    if (type < 0 || type > static_cast<std::int32_t>(FieldType::kFp4)) {
      verdict.broken(place + " (" + field.name + ") has type " + std::to_string(type) +
                         "; must be a PluginFieldType, 0 to 13",
                     "getFieldNames");
    }
    if (field.data != nullptr) {
      verdict.broken(place + " (" + field.name + ") has data; must be null: nobody reads it",
                     "getFieldNames");
    }
  }
}

// Null or an object are both right; a crash is the finding, whatever unset memory holds.
void ck14(const Subject& subject, Verdict& /*verdict*/) {
  for (const int fill : {0x00, 0x01, 0x3C, 0xC3}) {
    fill_fresh_memory(fill);
    subject.make(Fields{});
  }
}

void ck15(const Subject& subject, Verdict& verdict) {
  const Fields& all = subject.all_fields;
  if (all.empty())
    return verdict.not_run("no values for its fields could be invented; give --attr");
  for (std::size_t i = 0; i < all.size(); ++i) {
    Fields fewer = all;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (!fewer.empty()) subject.make(fewer);  // without any: CK14
  }
  if (keeps_memory(subject, all, Phase::kBUILD)) {
    return verdict.not_run("it keeps pointers into its fields (CK17)");
  }
  const auto plugin = subject.make(all);
  const auto wanted = serialized(subject, *plugin, verdict);
  if (!wanted) return;
  fill_fresh_memory(0x3C);
  const auto twin = state_of(subject, *subject.make(all));
  if (!twin.is_ok() || !same(twin.value(), *wanted)) {
    return verdict.not_run("equal plugins serialize different bytes");
  }
  Fields reversed(all.rbegin(), all.rend());
  const auto turned = subject.make(reversed);
  const auto got = turned == nullptr ? std::nullopt : serialized(subject, *turned, verdict);
  if (!got || !same(*got, *wanted)) {
    verdict.broken(
        got ? "the same fields in reversed order give a plugin that serializes other values"
            : "createPlugin refuses the fields in reversed order, which it takes in order",
        "createPlugin with reversed fields");
  }
  const host::FieldValue unknown{"plugsmith_unknown_field", FieldType::kInt32, 1,
                                 std::vector<std::byte>(sizeof(std::int32_t), std::byte{7})};
  Fields extra = all;
  extra.insert(extra.begin(), unknown);
  extra.push_back(unknown);
  const auto more = subject.make(extra);
  if (more == nullptr) return;
  const auto with_extra = serialized(subject, *more, verdict);
  if (with_extra && !same(*with_extra, *wanted)) {
    verdict.broken("a field of unknown name changed what the plugin serializes",
                   "createPlugin with an unknown field");
  }
}

void ck16(const Subject& subject, Verdict& verdict) {
  check_forbidden(subject, verdict);
  for (const auto& known : subject.info.fields) {
    Fields fields = subject.all_fields;
    const auto place = std::find_if(fields.begin(), fields.end(),
                                    [&](const auto& field) { return field.name == known.name; });
    // A text where numbers are wanted, a number where a text is.
    host::FieldValue wrong{known.name, FieldType::kChar, 2, {std::byte{'x'}, std::byte{0}}};
    if (known.type == FieldType::kChar) wrong = {known.name, FieldType::kDims, 0, {}};
    if (known.type == FieldType::kUnknown) continue;
    if (place == fields.end()) {
      fields.push_back(wrong);
    } else {
      *place = wrong;
    }
    if (subject.make(fields) != nullptr) {
      verdict.broken("createPlugin took field \"" + known.name + "\" of type " +
                         to_string(wrong.type) + ", though it advertises " + to_string(known.type) +
                         "; must return null for what it cannot read",
                     "createPlugin with field \"" + known.name + "\" of a wrong type");
    }
  }
}

void ck17(const Subject& subject, Verdict& verdict) {
  if (subject.all_fields.empty()) {
    return verdict.not_run("no values for its fields could be invented; give --attr");
  }
  if (!keeps_memory(subject, subject.all_fields, Phase::kBUILD)) return;
  verdict.broken(
      "the plugin serializes other values once the fields' memory is gone: it kept a "
      "pointer into it",
      "serialization after createPlugin returned");
}

void ck18(const Subject& subject, Verdict& verdict) {
  const auto plugin = subject.create();
  const auto wanted = serialized(subject, *plugin, verdict);
  if (!wanted) return;
  if (keeps_memory(subject, *wanted, Phase::kRUNTIME)) {
    return verdict.not_run("it keeps pointers into its fields (CK17)");
  }
  const auto loaded = subject.create(*wanted, Phase::kRUNTIME);
  if (loaded == nullptr) {
    return verdict.broken("createPlugin(kRUNTIME) refuses the " + std::to_string(wanted->size()) +
                              " fields that getFieldsToSerialize gave; TensorRT crashes on that",
                          "createPlugin(kRUNTIME)");
  }
  auto again = loaded->state();
  if (!again.is_ok()) return verdict.not_run(again.status().message());
  if (!same(again.value(), *wanted)) {
    verdict.broken("a plugin that was made from its serialized fields serializes other ones",
                   "getFieldsToSerialize after createPlugin(kRUNTIME)");
  }
}

void ck19(const Subject& subject, Verdict& verdict) {
  auto original = subject.create();
  if (original->runtime() == nullptr)
    return verdict.not_run("there is no runtime capability (CK02)");
  if (subject.use.reach != Reach::kNegotiated) {
    return verdict.not_run("it cannot be configured before it serializes: " + subject.problem);
  }
  original->configure(subject.ports(subject.use.matching().front()));
  const auto first = original->fields();
  if (!first.is_ok()) {
    return verdict.broken("getFieldsToSerialize " + first.status().message(),
                          "getFieldsToSerialize");
  }
  const auto second = original->fields();
  if (!second.is_ok() || !same(first.value(), second.value())) {
    return verdict.broken("getFieldsToSerialize gave other fields the second time",
                          "getFieldsToSerialize, second call");
  }
  const auto copy = original->clone();
  if (copy == nullptr || copy->runtime() == nullptr) return;  // CK21
  const auto before = copy->fields();
  original.reset();
  const auto after = copy->fields();
  if (!before.is_ok() || !after.is_ok() || !same(before.value(), after.value())) {
    verdict.broken("a clone's fields changed when the original was deleted: they point into it",
                   "getFieldsToSerialize of a clone whose original is gone");
  }
}

}  // namespace

bool keeps_field_memory(const Subject& subject) {
  return !subject.attributes.empty() && keeps_memory(subject, subject.attributes, Phase::kBUILD);
}

std::span<const Check> field_checks() {
  static constexpr Check kChecks[] = {{"CK13", ck13, Reach::kNothing},
                                      {"CK14", ck14, Reach::kNothing},
                                      {"CK15", ck15},
                                      {"CK16", ck16},
                                      {"CK17", ck17},
                                      {"CK18", ck18},
                                      {"CK19", ck19}};
  return kChecks;
}

}  // namespace plugsmith::check
