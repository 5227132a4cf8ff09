// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "src/check/families.hpp"

// CK38 to CK43: what a plugin accepts.

namespace plugsmith::check {
namespace {

constexpr std::size_t kAllPairs = std::size_t{host::kKnownDataTypes} * kTensorFormatCount;

std::vector<DataType> types_of(const std::vector<PortFormat>& combination, std::size_t from,
                               std::size_t to) {
  std::vector<DataType> types;
  for (std::size_t i = from; i < to; ++i) types.push_back(combination[i].type);
  return types;
}

std::string names_of(const std::vector<DataType>& types) {
  std::string text;
  for (const DataType type : types)
    text += (text.empty() ? "" : ", ") + std::string(to_string(type));
  return text.empty() ? "none" : text;
}

// Whether a verdict can rest on the inputs: invented ones may be wrong.
bool inputs_are_certain(const Subject& subject) {
  return subject.inputs_given || !subject.info.ports.empty();
}

// Legal pairs by the header of TensorRT 10.12 to 11.4 (contract H1), loosened by what any version
// from 10.0 on allowed.
bool legal(const PortFormat& pair) {
  using D = DataType;
  using F = TensorFormat;
  const D t = pair.type;
  const auto any = [t](std::initializer_list<D> types) {
    return std::find(types.begin(), types.end(), t) != types.end();
  };
  if (t < D::kFloat || t > D::kE8m0) return false;
  if (any({D::kBool, D::kUint8, D::kE8m0})) return false;
  switch (pair.format) {
    case F::kLinear: return true;
    case F::kChw2:
    case F::kHwc8:
    case F::kDhwc8: return any({D::kHalf, D::kBf16});
    case F::kChw4:
    case F::kChw16: return any({D::kInt8, D::kHalf, D::kBf16});
    case F::kChw32:
    case F::kCdhw32: return any({D::kInt8, D::kHalf, D::kFloat});
    case F::kHwc: return any({D::kFloat, D::kHalf, D::kInt64, D::kBf16});
    case F::kDlaLinear:
    case F::kDlaHwc4: return any({D::kHalf, D::kInt8});
    case F::kHwc16: return any({D::kHalf, D::kInt8, D::kFp8});
    case F::kDhwc: return any({D::kFloat});
  }
  return false;
}

void ck38(const Subject& subject, Verdict& verdict) {
  const auto& all = subject.use.combinations;
  if (all.size() < kAllPairs) return;
  std::vector<PortFormat> prefix = all.front();
  prefix.pop_back();
  const auto answers = std::count_if(all.begin(), all.end(), [&](const auto& combination) {
    return std::equal(prefix.begin(), prefix.end(), combination.begin());
  });
  if (static_cast<std::size_t>(answers) < kAllPairs) return;
  verdict.broken("the last position (" + std::to_string(subject.use.ports() - 1) +
                     ") accepts all " + std::to_string(kAllPairs) +
                     " pairs of type and format, even bool and DLA formats: it is not looked at",
                 "supportsFormatCombination at the last position");
}

// CK26 tells of the others.
bool is_plugin_type(DataType type) { return legal({type, TensorFormat::kLinear}); }

// The types that the plugin confirms for inputs of these types; empty if it refuses them.
std::vector<DataType> confirmed(const AnyPlugin& plugin, const std::vector<DataType>& inputs,
                                std::size_t outputs) {
  std::vector<nvinfer1::DataType> in;
  for (const DataType type : inputs) in.push_back(static_cast<nvinfer1::DataType>(type));
  const auto answer = plugin.types(in, static_cast<std::int32_t>(outputs));
  std::vector<DataType> types;
  if (answer.code != 0) return types;
  for (const auto type : answer.types) types.push_back(static_cast<DataType>(type));
  return types;
}

// For each tuple of input types that is accepted up to the last input: is there a combination at
// all (CK39), and one with the output types that the plugin itself names (CK40)?
void match_outputs(const Subject& subject, bool at_all, Verdict& verdict) {
  const Case& use = subject.use;
  if (!use.enumerated) return verdict.not_run(subject.problem);
  if (!use.all_combinations) return verdict.not_run("too many combinations to enumerate");
  if (!inputs_are_certain(subject) && use.reach != Reach::kNegotiated) {
    return verdict.not_run("could not invent a valid input: " + subject.problem);
  }
  if (use.input_tuples.empty()) {
    if (at_all)
      verdict.broken("no type in any format is accepted for the inputs",
                     "supportsFormatCombination");
    return;
  }
  const auto plugin = subject.make();
  for (const auto& inputs : use.input_tuples) {
    const auto outputs = confirmed(*plugin, inputs, use.output_types.size());
    if (outputs.empty() || !std::all_of(outputs.begin(), outputs.end(), is_plugin_type)) continue;
    bool some = false, right = false;
    std::string example;
    for (const auto& combination : use.combinations) {
      if (types_of(combination, 0, use.inputs()) != inputs) continue;
      some = true;
      const auto got = types_of(combination, use.inputs(), combination.size());
      right = right || got == outputs;
      example = names_of(got);
    }
    if (at_all && !some) {
      verdict.broken("inputs of types " + names_of(inputs) +
                         " are accepted, but no format of any output then is; the build ends with "
                         "\"could not find any supported formats\"",
                     "supportsFormatCombination");
    }
    if (!at_all && some && !right) {
      verdict.broken("for inputs of types " + names_of(inputs) + " " + plugin->methods().types +
                         " says " + names_of(outputs) +
                         ", but supportsFormatCombination only accepts outputs " +
                         "of other types, such as " + example,
                     std::string("supportsFormatCombination against ") + plugin->methods().types);
    }
  }
}

void ck39(const Subject& subject, Verdict& verdict) { match_outputs(subject, true, verdict); }
void ck40(const Subject& subject, Verdict& verdict) { match_outputs(subject, false, verdict); }

void ck41(const Subject& subject, Verdict& verdict) {
  for (const auto& combination : subject.use.combinations) {
    for (std::size_t i = 0; i < combination.size(); ++i) {
      if (legal(combination[i])) continue;
      verdict.broken(std::string(to_string(combination[i].type)) + " " +
                         to_string(combination[i].format) + " is accepted at position " +
                         std::to_string(i) + ", a pair that TensorRT does not have",
                     "supportsFormatCombination at position " + std::to_string(i));
    }
  }
}

void ck42(const Subject& subject, Verdict& verdict) {
  const Case& use = subject.use;
  std::map<std::vector<DataType>, bool> linear;
  for (const auto& combination : use.combinations) {
    bool& found = linear[types_of(combination, 0, combination.size())];
    found = found || std::all_of(combination.begin(), combination.end(), [](const auto& pair) {
              return pair.format == TensorFormat::kLinear;
            });
  }
  for (const auto& [types, found] : linear) {
    if (found) continue;
    verdict.broken("types " + names_of(types) +
                       " are accepted in no combination that is linear "
                       "throughout: TensorRT has to reformat around the op",
                   "supportsFormatCombination");
  }
}

void ck43(const Subject& subject, Verdict& verdict) {
  const auto plugin = subject.make();
  const std::int32_t limit = plugin->combination_limit();
  if (limit < 1) {
    return verdict.broken(
        "getFormatCombinationLimit returned " + std::to_string(limit) + "; must be at least 1",
        "getFormatCombinationLimit");
  }
  std::map<std::vector<DataType>, std::int32_t> count;
  for (const auto& combination : subject.use.combinations) {
    if (std::all_of(combination.begin(), combination.end(), legal)) {
      ++count[types_of(combination, 0, combination.size())];
    }
  }
  for (const auto& [types, found] : count) {
    if (found <= limit) continue;
    verdict.broken("for types " + names_of(types) + " " + std::to_string(found) +
                       " combinations are accepted, but TensorRT drops those behind the limit of " +
                       std::to_string(limit) + " (getFormatCombinationLimit)",
                   "supportsFormatCombination");
  }
}

}  // namespace

std::span<const Check> format_checks() {
  static constexpr Check kChecks[] = {
      {"CK38", ck38, Reach::kNegotiated}, {"CK39", ck39, Reach::kShaped},
      {"CK40", ck40, Reach::kShaped},     {"CK41", ck41, Reach::kNegotiated},
      {"CK42", ck42, Reach::kNegotiated}, {"CK43", ck43, Reach::kNegotiated}};
  return kChecks;
}

}  // namespace plugsmith::check
