// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <filesystem>

#include "src/spec/cases.hpp"

namespace plugsmith::spec {
namespace {

namespace fs = std::filesystem;

class NvidiaSpecs : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    folder_ = fs::path(PLUGIN_CONFIGS) / GetParam();
    if (!fs::exists(folder_))
      GTEST_SKIP() << "NVIDIA's PluginConfig files are not beside this repository";
  }
  std::vector<Spec> read_all() const {
    std::vector<Spec> specs;
    for (const auto& entry : fs::directory_iterator(folder_)) {
      auto spec = read_spec(entry.path().string());
      EXPECT_TRUE(spec.is_ok()) << spec.status().message();
      if (spec.is_ok()) specs.push_back(std::move(spec).value());
    }
    return specs;
  }
  fs::path folder_;
};

TEST_P(NvidiaSpecs, AllParse) {
  EXPECT_EQ(read_all().size(), std::string(GetParam()) == "10.15" ? 25U : 22U);
}

TEST_P(NvidiaSpecs, EveryVersionWithDimsAndTypesGeneratesCasesWithShapes) {
  int with_both = 0;
  for (const Spec& spec : read_all()) {
    for (const Version& version : spec.versions) {
      const Cases cases = make_cases(version, 0);
      EXPECT_FALSE(cases.cases.empty()) << spec.file << " version " << version.version;
      bool dims = !version.inputs.empty();
      for (const Port& port : version.inputs) dims = dims && port.rank >= 0;
      if (!dims || (version.configs.empty() && version.type_combinations.empty())) continue;
      ++with_both;
      const Case& first = cases.cases.front();
      EXPECT_TRUE(first.has_dims()) << spec.file << " version " << version.version;
      EXPECT_TRUE(first.types_claimed);
      EXPECT_EQ(first.outputs_opt.size(), version.outputs.size()) << spec.file;
      for (const CaseInput& input : first.inputs) EXPECT_TRUE(input.type.has_value());
    }
  }
  EXPECT_EQ(with_both, std::string(GetParam()) == "10.15" ? 12 : 11);
}

INSTANTIATE_TEST_SUITE_P(Of, NvidiaSpecs, testing::Values("10.15", "11.1"), [](const auto& made) {
  return std::string(made.param) == "10.15" ? "10_15" : "11_1";
});

}  // namespace
}  // namespace plugsmith::spec
