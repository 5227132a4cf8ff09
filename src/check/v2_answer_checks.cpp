// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/families.hpp"
#include "src/check/forked.hpp"
#include "src/check/v2_plugin.hpp"

// CK87: what an IPluginV2 answers for outputs that it does not have.

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace plugsmith::check {
namespace {

struct Answer {
  std::int32_t index;
  nvinfer1::DataType type;
  std::int32_t rank;
};

// Both methods, at an output that does not exist. The older classes only have dims without
// expressions, and the oldest no types.
void ask(const Subject& subject, const V2Plugin& plugin, Answer& answer) {
  answer.type = nvinfer1::DataType::kFLOAT;
  answer.rank = -1;
  if (plugin.level() != V2Class::kV2) {
    auto types = subject.use.input_types;
    types.resize(types.size() + kPadding);
    answer.type = plugin.call("getOutputDataType", [&] {
      return static_cast<PluginV2Ext*>(plugin.raw())
          ->getOutputDataType(answer.index, types.data(),
                              static_cast<std::int32_t>(subject.use.inputs()));
    });
  }
  if (plugin.is_dynamic()) return;
  std::vector<nvinfer1::Dims> dims;
  for (const auto& port : blank_ports(subject.use).descs) dims.push_back(opt_of(port));
  dims.resize(dims.size() + kPadding);
  answer.rank = plugin.call("getOutputDimensions", [&] {
    return plugin.raw()
        ->getOutputDimensions(answer.index, dims.data(),
                              static_cast<std::int32_t>(subject.use.inputs()))
        .nbDims;
  });
}

void ck87(const Subject& subject, Verdict& verdict) {
  constexpr auto kPatience = std::chrono::seconds(5);
  const std::int32_t outputs = make_v2(subject)->output_count();
  SharedValue<Answer> answer;
  for (const std::int32_t index : {outputs, -1}) {
    answer->index = index;
    const ForkedEnd end =
        run_forked(*subject.state, kPatience, [&] { ask(subject, *make_v2(subject), *answer); });
    const std::string at = " of output " + std::to_string(index) + ", which does not exist, ";
    if (end.kind == ForkedEnd::Kind::kNotForked) return verdict.not_run(end.text());
    if (!end.returned()) {
      return verdict.broken("asked" + at + "the plugin " + end.text(), end.method);
    }
    if (answer->type != nvinfer1::DataType::kFLOAT) {
      return verdict.broken("getOutputDataType" + at + "is " +
                                to_string(static_cast<DataType>(answer->type)) +
                                "; must be float32",
                            "getOutputDataType(" + std::to_string(index) + ")");
    }
    if (answer->rank != -1) {
      return verdict.broken("getOutputDimensions" + at + "has " + std::to_string(answer->rank) +
                                " dimensions; must be -1",
                            "getOutputDimensions(" + std::to_string(index) + ")");
    }
  }
}

}  // namespace

std::span<const Check> v2_answer_checks() {
  static constexpr Check kChecks[] = {{"CK87", ck87, Reach::kShaped}};
  return kChecks;
}

}  // namespace plugsmith::check
