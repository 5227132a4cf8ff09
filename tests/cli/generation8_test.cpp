// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/cli/command_line.hpp"
#include "tests/support/temporary_folder.hpp"

// Libraries for TensorRT 8, whose plugins are of the IPluginV2 family, and the same family in 10.

namespace plugsmith::test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  EXPECT_TRUE(stream) << file;
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// The only output of `run`, as an .npy file holds it.
std::string output_of(std::vector<std::string> arguments) {
  const TemporaryFolder folder;
  arguments.insert(arguments.end(), {"--output", folder.path().string()});
  const Ran ran = plugsmith(arguments);
  EXPECT_EQ(ran.exit, 0) << ran.err;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    if (entry.path().extension() == ".npy") return bytes_of(entry.path());
  }
  ADD_FAILURE() << "no output was written: " << ran.out;
  return {};
}

std::vector<std::string> shuffle(const std::string& library, const std::string& version) {
  return {"run",   library,  "--op",     "ChannelShuffle_PS", "--op-version",
          version, "--attr", "groups=2", "--input",           "2x6x3x5:float32"};
}

TEST(Generation8, ListsTheCreatorsOfALibraryByItsOwnEntryPoint) {
  const Ran ran = plugsmith({"list", LIBRARY_8});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("1 creator, found by: getPluginCreators"));
  EXPECT_THAT(ran.out,
              HasSubstr("V2Listed  version 1  namespace \"\"  IPluginCreator  with CPU reference"));
}

TEST(Generation8, ComputesWhatTheSameOpComputesIn10InBothInterfaces) {
  const std::string in_8 = output_of(shuffle(OUR_LIBRARY_8, "1"));
  EXPECT_GT(in_8.size(), std::size_t{2} * 6 * 3 * 5 * 4);
  EXPECT_EQ(in_8, output_of(shuffle(OUR_LIBRARY, "1.v2")));
  EXPECT_EQ(in_8, output_of(shuffle(OUR_LIBRARY, "1")));
}

TEST(Generation8, RunsAModel) {
  const TemporaryFolder folder;
  const std::string model = (folder.path() / "pad.onnx").string();
  write_model(model, pad_model());
  const auto arguments = [&](const std::string& library) {
    return std::vector<std::string>{"run",     model,      "--plugins", library,
                                    "--input", "x=random", "--shape",   "x=1x3x16x16"};
  };
  EXPECT_EQ(output_of(arguments(OUR_LIBRARY_8)), output_of(arguments(OUR_LIBRARY)));
}

TEST(Generation8, TracesTheLifeOfAnIPluginV2) {
  const Ran ran = plugsmith({"trace", LIBRARY_8, "--op", "V2Listed", "--input", "2x3:float32"});
  EXPECT_THAT(ran.out, HasSubstr("   createPlugin 'V2Listed' fields 0 -> #0\n"));
  EXPECT_THAT(ran.out, HasSubstr("   deserializePlugin '(Unnamed Layer* 0) [PluginV2DynamicExt]' "
                                 "length 4 -> #5\n   #5 initialize\n   #5 clone -> #6\n   #6 "
                                 "attachToContext cudnn null cublas null allocator set\n"));
  EXPECT_THAT(ran.out, HasSubstr("   #6 detachFromContext\n   #6 destroy\n   #5 terminate\n"));
}

TEST(Generation8, ChecksALibraryWithTheTypesThatItKnows) {
  const Ran ran = plugsmith({"check", OUR_LIBRARY_8, "--op", "ChannelShuffle_PS"});
  EXPECT_EQ(ran.exit, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("ChannelShuffle_PS  version 1  namespace \"plugsmith\"  "
                                 "IPluginCreator: pass"));
  EXPECT_THAT(ran.out, HasSubstr("float16 kHWC8"));
  EXPECT_THAT(ran.out, Not(HasSubstr("bfloat16")));
  EXPECT_THAT(ran.out, HasSubstr("TensorRT has no plugin resources before 10: CK56"));
}

TEST(Generation8, IsNotMixedWithAnother) {
  const Ran ran = plugsmith({"list", LIBRARY_8, OUR_LIBRARY});
  EXPECT_EQ(ran.exit, 0) << ran.err;  // one after the other
  const TemporaryFolder folder;
  const std::string model = (folder.path() / "pad.onnx").string();
  write_model(model, pad_model());
  const Ran mixed = plugsmith({"run", model, "--plugins", LIBRARY_8, OUR_LIBRARY, "--input",
                               "x=random", "--shape", "x=1x3x16x16"});
  EXPECT_EQ(mixed.exit, 2);
  EXPECT_THAT(mixed.err, HasSubstr("is for TensorRT 8, but "));
  EXPECT_THAT(mixed.err, HasSubstr("one run takes libraries of one generation"));
}

class Nvidia86 : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(NVIDIA_LIBRARY_8)) {
      GTEST_SKIP() << NVIDIA_LIBRARY_8 << " is not there; tools/fetch-tensorrt 8.6 fetches it";
    }
  }
};

TEST_F(Nvidia86, LibraryIsListedOverStandInsForWhatItNeeds) {
  const RanJson ran = plugsmith_json({"list", NVIDIA_LIBRARY_8});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  const auto& creators = ran.json["libraries"][0]["creators"];
  EXPECT_EQ(creators.size(), 65U);
  for (const auto& creator : creators) EXPECT_EQ(creator["interface"], "IPluginCreator");
}

TEST(ForeignV2, OpPassesTheBuildAndSaysThatItCannotCompute) {
  if (!std::filesystem::exists(NVIDIA_LIBRARY_10)) {
    GTEST_SKIP() << NVIDIA_LIBRARY_10 << " is not there; tools/fetch-tensorrt 10.6 fetches it";
  }
  const std::vector<std::string> op{NVIDIA_LIBRARY_10, "--op",    "LReLU_TRT",      "--attr",
                                    "negSlope=0.1",    "--input", "2x4x2x2:float32"};
  std::vector<std::string> run{"run"}, trace{"trace"};
  run.insert(run.end(), op.begin(), op.end());
  trace.insert(trace.end(), op.begin(), op.end());
  const Ran ran = plugsmith(run);
  EXPECT_EQ(ran.exit, 3);
  EXPECT_THAT(ran.err, HasSubstr("LReLU_TRT: its library brings no CPU reference"));
  const Ran traced = plugsmith(trace);
  EXPECT_EQ(traced.exit, 0) << traced.err;
  EXPECT_THAT(traced.out, HasSubstr("#4 configureWithFormat ni 1 no 1 in0 [4,2,2] out0 [4,2,2] "
                                    "type 0 format 0 batch 2\n"));
  EXPECT_THAT(traced.out, HasSubstr("deserializePlugin '(Unnamed Layer* 0) [PluginV2]' length 8"));
}

}  // namespace
}  // namespace plugsmith::test
