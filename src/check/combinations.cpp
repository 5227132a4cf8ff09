// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/subject.hpp"

namespace plugsmith::check {
namespace {

constexpr std::int64_t kMostQueries = 60'000;
constexpr std::size_t kMostCombinations = 2'000;

class Enumeration {
 public:
  Enumeration(const AnyPlugin& plugin, Case& use)
      : plugin_(plugin), use_(use), ports_(blank_ports(use)), chosen_(use.ports()) {}

  void run() {
    use_.combinations.clear();
    use_.input_tuples.clear();
    use_.enumerated = true;
    use_.all_combinations = true;
    visit(0);
  }

 private:
  // Linear first: what is found before the search is cut is what matters most.
  void visit(std::size_t position) {
    if (position == use_.inputs()) take_inputs();
    if (position == chosen_.size()) {
      use_.combinations.push_back(chosen_);
      return;
    }
    for (int format = 0; format < kTensorFormatCount; ++format) {
      for (int type = 0; type < host::kKnownDataTypes; ++type) {
        if (++queries_ > kMostQueries || use_.combinations.size() >= kMostCombinations) {
          use_.all_combinations = false;
          return;
        }
        auto& desc = ports_.descs[position].desc;
        desc.type = static_cast<nvinfer1::DataType>(type);
        desc.format = static_cast<nvinfer1::TensorFormat>(format);
        chosen_[position] = {static_cast<DataType>(type), static_cast<TensorFormat>(format)};
        if (plugin_.supports(static_cast<std::int32_t>(position), ports_)) visit(position + 1);
      }
    }
  }

  void take_inputs() {
    std::vector<DataType> types;
    for (std::size_t i = 0; i < use_.inputs(); ++i) types.push_back(chosen_[i].type);
    for (const auto& known : use_.input_tuples) {
      if (known == types) return;
    }
    use_.input_tuples.push_back(std::move(types));
  }

  const AnyPlugin& plugin_;
  Case& use_;
  host::Ports ports_;
  std::vector<PortFormat> chosen_;
  std::int64_t queries_ = 0;
};

}  // namespace

void enumerate_combinations(const AnyPlugin& plugin, Case& use) { Enumeration(plugin, use).run(); }

}  // namespace plugsmith::check
