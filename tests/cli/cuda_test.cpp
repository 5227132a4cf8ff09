// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/cli/command_line.hpp"

// plugsmith run --backend cuda: what it says without a device, and that it computes with one.

namespace plugsmith::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;

bool has_device() { return std::filesystem::exists("/dev/nvidiactl"); }

TEST(CudaBackEnd, ExitsWith3AndSaysWhatIsMissingWithoutADevice) {
  if (has_device()) GTEST_SKIP() << "there is a CUDA device";
  const Ran ran = plugsmith(
      {"run", OUR_LIBRARY, "--op", "PadTo_PS", "--input", "1x1x2x2:float32", "--backend", "cuda"});
  EXPECT_EQ(ran.exit, 3);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("the cuda back end needs an NVIDIA GPU and its driver"),
                             HasSubstr("use --backend embedded")));
}

TEST(CudaBackEnd, ChecksNoLibraryWithoutADevice) {
  if (has_device()) GTEST_SKIP() << "there is a CUDA device";
  const Ran ran = plugsmith({"check", OUR_LIBRARY, "--op", "PadTo_PS", "--tier", "gpu"});
  EXPECT_EQ(ran.exit, 3);
  EXPECT_THAT(ran.err,
              AllOf(HasSubstr("--tier gpu needs an NVIDIA GPU"), HasSubstr("use --tier host")));
}

TEST(CudaBackEnd, ChecksBothInterfacesOfAnOpOnADevice) {
  if (!has_device()) GTEST_SKIP() << "no CUDA device";
  const RanJson ran = plugsmith_json({"check", OUR_LIBRARY, "--op", "PadTo_PS", "--tier", "gpu"});
  EXPECT_EQ(ran.exit, 0) << ran.json.dump(1);
  ASSERT_EQ(ran.json["ops"].size(), 2U);  // IPluginV3 and IPluginV2DynamicExt
  for (const auto& op : ran.json["ops"]) {
    for (const char* rule :
         {"CK20", "CK60", "CK61", "CK62", "CK63", "CK64", "CK65", "CK67", "CK70", "CK72"}) {
      EXPECT_THAT(op["passed"].get<std::vector<std::string>>(), Contains(rule)) << op["interface"];
    }
  }
}

TEST(CudaBackEnd, HoldsNoRefusalAgainstAnOpThatItsReferenceMakesToo) {
  if (!has_device()) GTEST_SKIP() << "no CUDA device";
  // What is invented for boxes has 16 columns; RotatedNms wants 5.
  const RanJson ran =
      plugsmith_json({"check", OUR_LIBRARY, "--op", "RotatedNms_PS", "--tier", "gpu"});
  EXPECT_EQ(ran.exit, 0) << ran.json.dump(1);
  std::string reason;
  for (const auto& entry : ran.json["ops"][0]["not_run"]) {
    if (entry["rule"] == "CK66") reason = entry["reason"];
  }
  EXPECT_THAT(reason, AllOf(HasSubstr("enqueue returned 1; on the CPU, too: the reference refuses"),
                            HasSubstr("has 16 columns")));
}

TEST(CudaBackEnd, GivesWhatTheEmbeddedBackEndGives) {
  if (!has_device()) GTEST_SKIP() << "no CUDA device";
  for (const char* op : {"PadTo_PS", "Swish_PS"}) {
    std::vector<std::string> arguments{"run", OUR_LIBRARY, "--op",
                                       op,    "--input",   "1x3x20x20:float32"};
    const RanJson embedded = plugsmith_json(arguments);
    arguments.insert(arguments.end(), {"--backend", "cuda"});
    const RanJson cuda = plugsmith_json(arguments);
    ASSERT_EQ(cuda.exit, 0) << cuda.err;
    EXPECT_EQ(cuda.json["outputs"][0]["shape"], embedded.json["outputs"][0]["shape"]);
    for (const char* value : {"min", "max"}) {
      EXPECT_NEAR(cuda.json["outputs"][0][value].get<double>(),
                  embedded.json["outputs"][0][value].get<double>(), 1e-5);
    }
  }
}

}  // namespace
}  // namespace plugsmith::test
