// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/case_trial.hpp"

namespace plugsmith::check {
namespace {

using nvinfer1::DataType;
using KnownType = plugsmith::DataType;

/// The last type to be tried as an input's, where the plugin knows none before it.
#if NV_TENSORRT_MAJOR >= 10
constexpr auto kLastType = DataType::kINT64;
#else
constexpr auto kLastType = DataType::kINT8;
#endif

class Trial {
 public:
  Trial(const AnyPlugin& plugin, Origin origin)
      : plugin_(plugin), origin_(origin), outputs_(plugin.output_count()) {}

  void run(Case& use, std::string& problem) {
    const std::string types = plugin_.methods().types;
    if (!choose_types(use)) {
      problem = types + " refused every input that was tried; give --input";
      return;
    }
    use.shapes = plugin_.shapes(use.network, use.shape_elements, use.output_types);
    if (use.shapes.code != 0 || use.shapes.read_beyond) {
      const std::string method = plugin_.methods().shapes;
      problem = use.shapes.read_beyond
                    ? method + " reads more inputs than were given; give --input"
                    : method + " refused every input that was tried (the last time it returned " +
                          std::to_string(use.shapes.code) + "); give --input";
      return;
    }
    if (!evaluate(use, problem) && origin_ != Origin::kGiven) return;
    if (!use.shapes.fault.is_ok()) problem = "the shapes are broken (CK28, CK29, CK33)";
    // With invented inputs it may be that they lack a dimension which the plugin looks at.
    if (!use.shapes.fault.is_ok() && origin_ == Origin::kInvented) {
      problem = use.shapes.fault.message() + "; give --input";
      return;
    }
    use.reach = Reach::kShaped;
    if (!problem.empty()) return;
    enumerate_combinations(plugin_, use);
    if (origin_ == Origin::kInvented) prefer_accepted_types(use);
    if (!use.matching().empty()) {
      use.reach = Reach::kNegotiated;
    } else {
      problem = "supportsFormatCombination accepts no complete combination";
    }
  }

 private:
  bool choose_types(Case& use) const {
    const bool known = origin_ != Origin::kInvented;
    TypesAnswer answer = plugin_.types(use.input_types, outputs_);
    for (const auto type : {DataType::kHALF, DataType::kINT32, DataType::kINT8, kLastType}) {
      if (answer.code == 0 || known) break;
      use.input_types.assign(use.inputs(), type);
      answer = plugin_.types(use.input_types, outputs_);
    }
    if (answer.code != 0 && !known) answer = search_types(use);
    use.output_types = answer.types;
    return answer.code == 0;
  }

  // Types that supportsFormatCombination takes for the inputs and getOutputDataTypes, too.
  TypesAnswer search_types(Case& use) const {
    Case probe = use;
    probe.output_types.assign(static_cast<std::size_t>(outputs_), DataType::kFLOAT);
    enumerate_combinations(plugin_, probe);
    TypesAnswer answer;
    answer.code = -1;
    for (const auto& types : probe.input_tuples) {
      set_types(types, use);
      answer = plugin_.types(use.input_types, outputs_);
      if (answer.code == 0) break;
    }
    return answer;
  }

  static void set_types(const std::vector<KnownType>& types, Case& use) {
    for (std::size_t i = 0; i < types.size(); ++i) {
      use.input_types[i] = static_cast<DataType>(types[i]);
    }
  }

  bool evaluate(Case& use, std::string& problem) const {
    if (!use.shapes.fault.is_ok()) return true;
    const std::vector<host::DimValues> shape_values(
        use.shape_elements.size(),
        host::DimValues(
            use.shape_elements.empty() ? 0 : static_cast<std::size_t>(use.shape_elements[0]), 16));
    const auto at = [&](const auto& dims, auto sizes, auto& result) {
      auto values = use.shapes.shapes.evaluate({&dims, &shape_values, sizes, nullptr}, "the op");
      if (values.is_ok()) result = std::move(values).value();
      if (!values.is_ok()) problem = values.status().message() + "; give --input";
      return values.is_ok();
    };
    using Sizes = host::DimBindings::Sizes;
    return at(use.min, Sizes::kZero, use.output_min) &&
           at(use.opt, Sizes::kOptimum, use.output_opt) &&
           at(use.max, Sizes::kUpper, use.output_max);
  }

  // The types of the first accepted combination whose output types the plugin confirms.
  void prefer_accepted_types(Case& use) const {
    for (const auto& types : use.input_tuples) {
      Case other = use;
      set_types(types, other);
      const TypesAnswer answer = plugin_.types(other.input_types, outputs_);
      if (answer.code != 0) continue;
      other.output_types = answer.types;
      other.loosely_typed = false;
      if (other.matching().empty()) continue;
      other.loosely_typed = use.loosely_typed;
      use = std::move(other);
      return;
    }
  }

  const AnyPlugin& plugin_;
  const Origin origin_;
  const std::int32_t outputs_;
};

}  // namespace

void advance(const AnyPlugin& plugin, Origin origin, Case& use, std::string& problem) {
  Trial(plugin, origin).run(use, problem);
}

}  // namespace plugsmith::check
