// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "src/check/rule.hpp"
#include "tests/cli/command_line.hpp"

// The rules on CUDA calls, which the recording CUDA runtime sees.

namespace plugsmith::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::vector<std::string> kRules{"CK20", "CK22", "CK50", "CK58", "CK59",
                                      "CK65", "CK68", "CK69", "CK75"};

// A fault that the fixture is asked for, and the part of the message that must name it.
struct Seed {
  const char* fault;
  const char* message;
  std::string rule() const { return std::string(fault).substr(0, 4); }
  bool is_v2() const {
    return rule() > "CK79" || std::string(fault).find("v2") != std::string::npos;
  }
};

void PrintTo(const Seed& seed, std::ostream* stream) { *stream << seed.fault; }

std::string name_of(std::string text) {
  for (char& c : text) {
    if (c == ' ') c = '_';
  }
  return text.empty() ? "none" : text;
}

RanJson check(const std::string& library, const std::string& op, const std::string& fault = "") {
  return plugsmith_json({"check", library, "--op", op}, fault);
}

json find(const json& entries, const std::string& rule) {
  for (const json& entry : entries) {
    if (entry.at("rule") == rule) return entry;
  }
  return json();
}

class SeededCudaFault : public testing::TestWithParam<Seed> {};

TEST_P(SeededCudaFault, GivesThatFindingAndNoOther) {
  const RanJson ran = GetParam().is_v2() ? check(SEEDED_CUDA_V2, "SeededCudaV2", GetParam().fault)
                                         : check(SEEDED_CUDA, "SeededCuda", GetParam().fault);
  ASSERT_EQ(ran.json.value("ops", json::array()).size(), 1U) << ran.err;
  const json& findings = ran.json.at("ops")[0].at("findings");
  ASSERT_EQ(findings.size(), 1U) << ran.json.dump(1);
  const json& finding = findings[0];
  EXPECT_EQ(finding.at("rule"), GetParam().rule());
  EXPECT_THAT(finding.at("message").get<std::string>(), HasSubstr(GetParam().message));
  EXPECT_THAT(finding.at("fix").get<std::string>(), Not(IsEmpty()));
  EXPECT_THAT(finding.at("evidence").get<std::string>(), Not(IsEmpty()));
  const bool error = finding.at("severity") == "error";
  EXPECT_EQ(ran.exit, error ? 1 : 0);
  EXPECT_STREQ(finding.at("severity").get<std::string>().c_str(),
               check::to_string(check::find_rule(GetParam().rule())->severity));
}

constexpr Seed kSeeds[] = {
    {"CK20", "never configured"},
    {"CK22 constructor", "createPlugin calls cudaMalloc (1024 bytes)"},
    {"CK22 clone", "clone calls cudaMalloc"},
    {"CK22 attach", "attachToContext calls cudaMalloc"},
    {"CK50", "after setTactic(2) does not keep it"},
    {"CK58",
     "launch of first_kernel with grid (16, 1, 1) and block (256, 1, 1) goes to the default "
     "stream"},
    {"CK58 legacy", "goes to cudaStreamLegacy"},
    {"CK58 memset", "cudaMemsetAsync (1024 bytes) goes to the default stream"},
    {"CK58 memset without stream", "cudaMemset (1024 bytes) goes to the default stream"},
    {"CK58 copy", "goes to cudaStreamPerThread"},
    {"CK58 other", "goes to another stream; must be the stream that enqueue gets"},
    {"CK58 fork", "the stream of enqueue does not wait for it"},
    {"CK59 synchronize", "cudaStreamSynchronize, which waits for the device"},
    {"CK59 device", "cudaDeviceSynchronize, which waits for the device"},
    {"CK59 malloc", "cudaMalloc (16 bytes), which allocates memory"},
    {"CK59 free", "cudaFree, which frees memory"},
    {"CK59 pinned", "cudaMallocHost (16 bytes), which allocates memory"},
    {"CK59 create", "cudaEventCreate, which creates a handle"},
    {"CK59 event", "cudaEventSynchronize, which waits for the device"},
    {"CK59 memcpy", "cudaMemcpy (4 bytes), which waits for the copy"},
    {"CK59 pageable", "cudaMemcpyAsync (4 bytes), a copy from or to pageable host memory"},
    {"CK59 later", "cudaStreamSynchronize"},
    {"CK65", "with grid (0, 1, 1) and block (256, 1, 1) fails for inputs"},
    {"CK65 code", "enqueue returned 3 for inputs"},
    {"CK68", "failed with cudaErrorLaunchOutOfResources"},
    {"CK68 last", "launch of second_kernel"},
    {"CK68 sticky", "left CUDA error 101 behind"},
    {"CK69", "enqueue leaves device 1 current"},
    {"CK69 shapes", "onShapeChange leaves device 1 current"},
    {"CK69 attach", "attachToContext leaves device 1 current"},
    {"CK75", "loading the library (static initialisation) calls cudaGetDeviceCount"},
    {"CK75 fields", "getFieldNames calls cudaGetDevice"},
    {"CK75 shapes", "getOutputShapes calls cudaFree"},
    {"CK75 formats", "supportsFormatCombination calls cudaGetDevice"},
    {"CK58 v2", "goes to the default stream"},
    {"CK59 v2", "cudaStreamSynchronize, which waits for the device"},
    {"CK68 v2", "failed with cudaErrorLaunchOutOfResources"},
    {"CK84 memory", "2 more pairs of initialize and terminate leave 2 allocations and 0 streams"},
    {"CK84 handles", "leave 0 allocations and 2 streams or events behind"},
    {"CK84 refuses", "initialize returned 1 after terminate"},
    {"CK84 destroy", "destroy leaves 1 allocations and 1 streams or events"},
    {"CK86", "configurePlugin with unchanged shapes calls cudaMalloc (64 bytes) each time"},
    {"CK86 changes", "after another configurePlugin with the same shapes enqueue"},
};

INSTANTIATE_TEST_SUITE_P(Every, SeededCudaFault, testing::ValuesIn(kSeeds),
                         [](const auto& made) { return name_of(made.param.fault); });

class CudaTwin : public testing::TestWithParam<const char*> {};

TEST_P(CudaTwin, PassesEveryRuleOnCudaCalls) {
  const RanJson ran = check(SEEDED_CUDA, "SeededCuda", GetParam());
  EXPECT_EQ(ran.exit, 0) << ran.err;
  ASSERT_EQ(ran.json.value("ops", json::array()).size(), 1U) << ran.err;
  EXPECT_EQ(ran.json.at("cuda_runtime"), "recorded");
  const json& op = ran.json.at("ops")[0];
  EXPECT_THAT(op.at("findings"), IsEmpty()) << op.dump(1);
  for (const std::string& rule : kRules) {
    EXPECT_THAT(op.at("passed"), Contains(rule)) << op.at("not_run").dump(1);
  }
}

INSTANTIATE_TEST_SUITE_P(Of, CudaTwin, testing::Values("", "fork and join", "restores the device"),
                         [](const auto& made) { return name_of(made.param); });

TEST(CudaTwinOfIPluginV2, PassesEveryRuleOnCudaCalls) {
  const RanJson ran = check(SEEDED_CUDA_V2, "SeededCudaV2");
  EXPECT_EQ(ran.exit, 0) << ran.err;
  const json& op = ran.json.at("ops")[0];
  EXPECT_THAT(op.at("findings"), IsEmpty()) << op.dump(1);
  for (const char* rule : {"CK58", "CK59", "CK65", "CK68", "CK69", "CK75", "CK84", "CK86"}) {
    EXPECT_THAT(op.at("passed"), Contains(rule)) << op.at("not_run").dump(1);
  }
}

TEST(RulesOnCudaCalls, AreNotRunForALibraryWithItsOwnRuntimeLinkedIn) {
  const RanJson ran = check(OUR_LIBRARY, "PadTo_PS");
  EXPECT_EQ(ran.exit, 0);
  EXPECT_EQ(ran.json.at("cuda_runtime"), "own");
  for (const std::string& rule : kRules) {
    const json left_out = find(ran.json.at("ops")[0].at("not_run"), rule);
    ASSERT_FALSE(left_out.is_null()) << rule;
    EXPECT_EQ(left_out.at("reason"),
              "needs an interposed CUDA runtime and the library links it statically");
  }
}

TEST(RulesOnCudaCalls, AreNotRunForALibraryWithoutCuda) {
  const RanJson ran = check(SEEDED, "Seeded");
  const json left_out = find(ran.json.at("ops")[0].at("not_run"), "CK58");
  ASSERT_FALSE(left_out.is_null());
  EXPECT_EQ(left_out.at("reason"), "the library uses no CUDA runtime");
}

std::vector<std::string> passed_rules(const json& op) {
  std::vector<std::string> rules;
  for (const std::string& rule : kRules) {
    for (const json& passed : op.at("passed")) {
      if (passed == rule) rules.push_back(rule);
    }
  }
  return rules;
}

// GroupNorm_PS, PagedKvUpdate_PS and Linear_PS take no input that is invented (the last needs
// cuBLASLt besides), and an expansion by nothing launches nothing.
TEST(OurOps, KeepTheRulesOnCudaCalls) {
  const RanJson ran = plugsmith_json({"check", OUR_LIBRARY_SHARED_CUDA});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_EQ(ran.json.at("cuda_runtime"), "recorded");
  int complete = 0;
  for (const json& op : ran.json.at("ops")) {
    EXPECT_THAT(op.at("findings"), IsEmpty()) << op.dump(1);
    if (op.at("interface") == "IPluginCreatorV3One" && passed_rules(op) == kRules) ++complete;
  }
  EXPECT_GE(complete, 9);
}

TEST(OurOps, KeepTheRulesOnCudaCallsWithGivenInputs) {
  const std::string cache = "4x2x8x16:float16", tokens = "1x2x16..3x2x16..5x2x16:float16";
  const std::vector<std::vector<std::string>> cases{
      {"GroupNorm_PS", "--attr", "groups=4", "--input", "1x8x4x4..2x8x8x8..4x8x16x16:float32",
       "--input", "8:float32", "--input", "8:float32"},
      {"PagedKvUpdate_PS", "--input", cache, "--input", cache, "--input", tokens, "--input", tokens,
       "--input", "1..3..5:int32"}};
  for (const auto& one : cases) {
    std::vector<std::string> arguments{"check", OUR_LIBRARY_SHARED_CUDA, "--op"};
    arguments.insert(arguments.end(), one.begin(), one.end());
    const RanJson ran = plugsmith_json(arguments);
    EXPECT_EQ(ran.exit, 0) << ran.err;
    EXPECT_EQ(passed_rules(ran.json.at("ops")[0]), kRules) << ran.json.dump(1);
  }
}

}  // namespace
}  // namespace plugsmith::test
