// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>

#include "src/check/invent.hpp"
#include "src/check/subject.hpp"
#include "src/check/v2_plugin.hpp"

namespace plugsmith::check {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kPatience = std::chrono::seconds(3);  ///< for inventing one op's inputs
constexpr std::int32_t kMostOutputs = 4096;
constexpr int kMostInputs = 6;

class Search {
 public:
  Search(Subject& subject, const GivenCase& given) : subject_(subject), given_(given) {}

  void run() {
    subject_.use.reach = Reach::kNothing;
    refused_ = invalid_argument(
        "createPlugin refused every set of attributes that was tried; give --attr");
    if (given_.has_attributes) {
      try_attributes(given_.attributes, "");
      return;
    }
    if (!given_.never_without_attributes && try_attributes({}, "no attributes: the op's defaults"))
      return;
    for (const int value : {1, 2, 0, 4}) {
      if (subject_.info.fields.empty()) break;
      if (try_attributes(invent_fields(subject_.info, value),
                         "every attribute is " + std::to_string(value))) {
        return;
      }
    }
  }

 private:
  bool try_attributes(const std::vector<host::FieldValue>& fields, const std::string& said) {
    const host::LogScope log;
    const auto plugin = subject_.make(fields);
    if (plugin == nullptr) {
      if (subject_.use.reach == Reach::kNothing) subject_.problem = log.attach(refused_).message();
      return false;
    }
    plugin_ = plugin.get();
    fields_ = &fields;
    said_ = said;
    if (subject_.use.reach == Reach::kNothing) keep(Case{}, "");
    if (const std::string reason = plugin->unbuildable(); !reason.empty()) {
      subject_.problem = reason;
      return true;
    }
    const std::int32_t outputs = plugin->output_count();
    if (outputs < 1 || outputs > kMostOutputs) {
      subject_.problem = "getNbOutputs is " + std::to_string(outputs);
      return true;
    }
    outputs_ = outputs;
    return given_.inputs.empty() ? invent_inputs() : take_given();
  }

  void keep(Case use, const std::string& said_inputs) {
    subject_.use = std::move(use);
    subject_.attributes = *fields_;
    subject_.assumed.clear();
    if (!said_.empty() && !subject_.info.fields.empty()) subject_.assumed.push_back(said_);
    if (!said_inputs.empty()) subject_.assumed.push_back(said_inputs);
  }

  bool take_given() {
    Case use;
    for (const auto& input : given_.inputs) {
      use.network.push_back(input.spec.dims);
      use.min.push_back(input.profile.min);
      use.opt.push_back(input.profile.opt);
      use.max.push_back(input.profile.max);
      use.input_types.push_back(static_cast<nvinfer1::DataType>(input.spec.type));
    }
    use.shape_elements = given_.shape_elements;
    subject_.inputs_given = true;
    return attempt(std::move(use), "");
  }

  bool invent_inputs() {
    if (!subject_.info.ports.empty()) return try_told_ports();
    const auto started = Clock::now();
    for (int count = 1; count <= kMostInputs; ++count) {
      for (const int rank : {4, 3, 2, 1, 5}) {
        if (Clock::now() - started > kPatience) return false;
        if (try_ranks(std::vector<int>(static_cast<std::size_t>(count), rank), 0)) return true;
      }
      if (count == 2 || count == 3) {
        if (try_mixed_ranks(count, started)) return true;
      }
    }
    return try_ranks({}, 0);
  }

  bool try_mixed_ranks(int count, Clock::time_point started) {
    constexpr int kRanks = 4;
    int all = kRanks;
    for (int i = 1; i < count; ++i) all *= kRanks;
    for (int code = 0; code < all; ++code) {
      std::vector<int> ranks;
      for (int i = 0, rest = code; i < count; ++i, rest /= kRanks) {
        ranks.insert(ranks.begin(), kRanks - rest % kRanks);
      }
      if (Clock::now() - started > kPatience) return false;
      if (try_ranks(ranks, 0)) return true;
    }
    return false;
  }

  // A library built with Plugsmith tells its ports.
  bool try_told_ports() {
    std::vector<int> ranks;
    bool shape_input = false;
    for (const auto& port : subject_.info.ports) {
      if (port.is_device_input())
        ranks.push_back(std::max(port.min_rank, std::min(port.max_rank, 4)));
      shape_input = shape_input || port.kind == "host_input";
    }
    if (!shape_input) return try_ranks(ranks, 0);
    for (const int elements : {4, 3, 2, 1, 5, 6}) {
      if (try_ranks(ranks, elements)) return true;
    }
    return false;
  }

  bool try_ranks(const std::vector<int>& ranks, std::int32_t shape_elements) {
    for (const bool open : {true, false}) {
      if (open && fixed_dims()) continue;
      Case use;
      for (const int rank : ranks) {
        const host::DimValues dims = usual_dims(rank);
        use.network.push_back(open ? host::DimValues(dims.size(), -1) : dims);
        use.min.push_back(dims);
        use.opt.push_back(dims);
        use.max.push_back(dims);
      }
      if (shape_elements > 0) use.shape_elements = {shape_elements};
      const std::string said =
          ranks.empty()
              ? "no inputs"
              : "inputs " + describe(use.opt) + (open ? ", dynamic" : ", static") +
                    (shape_elements > 0
                         ? ", a shape input of " + std::to_string(shape_elements) + " elements"
                         : "");
      if (attempt(std::move(use), said)) return true;
    }
    return false;
  }

  // The older classes of IPluginV2 know no open dimensions.
  bool fixed_dims() const {
    return subject_.is_v2() && !static_cast<const V2Plugin*>(plugin_)->is_dynamic();
  }

  // Goes as far as the plugin lets it; true if all the way. The farthest case is kept.
  bool attempt(Case use, const std::string& said) {
    if (!subject_.inputs_given) use.input_types.assign(use.inputs(), nvinfer1::DataType::kFLOAT);
    use.loosely_typed = subject_.is_v2();
    std::string problem;
    advance(use, problem);
    const bool done = use.reach == Reach::kNegotiated;
    if (use.reach > subject_.use.reach || subject_.inputs_given) {
      keep(std::move(use), said);
      subject_.problem = problem;
    } else if (subject_.use.reach == Reach::kCreated) {
      subject_.problem = problem;
    }
    return done;
  }

  void advance(Case& use, std::string& problem) {
    if (!choose_types(use)) {
      problem = std::string(plugin_->methods().types) +
                " refused every input that was tried; give --input";
      return;
    }
    use.shapes = plugin_->shapes(use.network, use.shape_elements, use.output_types);
    if (use.shapes.code != 0 || use.shapes.read_beyond) {
      const std::string method = plugin_->methods().shapes;
      problem = use.shapes.read_beyond
                    ? method + " reads more inputs than were given; give --input"
                    : method +
                          " refused every input that was tried (the last time it "
                          "returned " +
                          std::to_string(use.shapes.code) + "); give --input";
      return;
    }
    if (!evaluate(use, problem) && !subject_.inputs_given) return;
    use.reach = Reach::kShaped;
    if (!use.shapes.fault.is_ok()) problem = "the shapes are broken (CK28, CK29, CK33)";
    if (!problem.empty()) return;
    enumerate_combinations(*plugin_, use);
    if (!subject_.inputs_given) prefer_accepted_types(use);
    if (!use.matching().empty()) use.reach = Reach::kNegotiated;
    problem = use.reach == Reach::kNegotiated
                  ? ""
                  : "supportsFormatCombination accepts no complete combination";
  }

  bool choose_types(Case& use) const {
    TypesAnswer answer = plugin_->types(use.input_types, outputs_);
    for (const auto type : {nvinfer1::DataType::kHALF, nvinfer1::DataType::kINT32,
                            nvinfer1::DataType::kINT8, nvinfer1::DataType::kINT64}) {
      if (answer.code == 0 || subject_.inputs_given) break;
      use.input_types.assign(use.inputs(), type);
      answer = plugin_->types(use.input_types, outputs_);
    }
    if (answer.code != 0 && !subject_.inputs_given) answer = search_types(use);
    use.output_types = answer.types;
    return answer.code == 0;
  }

  // Types that supportsFormatCombination takes for the inputs and getOutputDataTypes, too.
  TypesAnswer search_types(Case& use) const {
    Case probe = use;
    probe.output_types.assign(static_cast<std::size_t>(outputs_), nvinfer1::DataType::kFLOAT);
    enumerate_combinations(*plugin_, probe);
    TypesAnswer answer;
    answer.code = -1;
    for (const auto& types : probe.input_tuples) {
      for (std::size_t i = 0; i < types.size(); ++i) {
        use.input_types[i] = static_cast<nvinfer1::DataType>(types[i]);
      }
      answer = plugin_->types(use.input_types, outputs_);
      if (answer.code == 0) break;
    }
    return answer;
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
      for (std::size_t i = 0; i < types.size(); ++i) {
        other.input_types[i] = static_cast<nvinfer1::DataType>(types[i]);
      }
      const TypesAnswer answer = plugin_->types(other.input_types, outputs_);
      if (answer.code != 0) continue;
      other.output_types = answer.types;
      if (other.matching().empty()) continue;
      use = std::move(other);
      return;
    }
  }

  Subject& subject_;
  const GivenCase& given_;
  const AnyPlugin* plugin_ = nullptr;
  Status refused_ = Status::ok();
  const std::vector<host::FieldValue>* fields_ = nullptr;
  std::string said_;
  std::int32_t outputs_ = 0;
};

}  // namespace

void find_case(Subject& subject, const GivenCase& given) {
  Search(subject, given).run();
  subject.all_fields = subject.attributes;
  for (const int value : {2, 1, 4, 0}) {  // 1 is a likely default
    if (!subject.all_fields.empty()) break;
    auto fields = invent_fields(subject.info, value);
    if (subject.make(fields) != nullptr) {
      subject.all_fields = std::move(fields);
    }
  }
}

}  // namespace plugsmith::check
