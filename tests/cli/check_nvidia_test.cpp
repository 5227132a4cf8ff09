// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "tests/cli/command_line.hpp"
#include "tests/cli/nvidia_findings.hpp"

namespace plugsmith::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// NVIDIA's own plugin libraries, unmodified. Without libnvinfer, and once with it.
class NvidiaBinary : public testing::TestWithParam<const char*> {
 protected:
  std::string path(const std::string& name) const {
    const std::string generation = std::string(GetParam()).substr(0, 2);
    return std::string(TENSORRT) + "/" + GetParam() + "/" + name + ".so." + generation;
  }
  void SetUp() override {
    if (!std::filesystem::exists(path("libnvinfer_plugin"))) {
      GTEST_SKIP() << "not here: " << path("libnvinfer_plugin") << "; tools/fetch-tensorrt "
                   << GetParam() << " fetches it";
    }
  }
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  std::sort(lines.begin(), lines.end());
  return lines;
}

TEST_P(NvidiaBinary, OffersTheCreatorsThatRealTensorRtSees) {
  if (std::string(GetParam()) == "11.2") {
    GTEST_SKIP() << "the program that asks real TensorRT is built for generation 10";
  }
  const RanJson listed = plugsmith_json({"list", path("libnvinfer_plugin")});
  ASSERT_EQ(listed.exit, 0) << listed.err;
  std::vector<std::string> ours;
  for (const json& creator : listed.json.at("libraries").at(0).at("creators")) {
    ours.push_back(creator.at("name").get<std::string>() + " " +
                   creator.at("version").get<std::string>() + " [" +
                   creator.at("namespace").get<std::string>() + "]");
  }
  std::sort(ours.begin(), ours.end());
  const Ran real = plugsmith({path("libnvinfer"), path("libnvinfer_plugin")}, "", REAL_CREATORS);
  ASSERT_EQ(real.exit, 0) << real.err;
  EXPECT_EQ(ours, lines_of(real.out));
  EXPECT_GE(ours.size(), 60U);
}

// Each creator is driven to an end, in time; what was not run says why.
TEST_P(NvidiaBinary, IsCheckedToTheEnd) {
  const RanJson ran = plugsmith_json({"check", path("libnvinfer_plugin"), "-j", "2"});
  EXPECT_THAT(ran.exit, testing::AnyOf(0, 1)) << ran.err;
  ASSERT_GE(ran.json.value("ops", json::array()).size(), 50U);
  expect_known_errors_only(ran.json);
  for (const json& op : ran.json.value("ops", json::array())) {
    EXPECT_THAT(op.at("verdict"), testing::AnyOf("pass", "fail", "not_run")) << op.at("name");
    for (const json& entry : op.at("not_run")) {
      EXPECT_THAT(entry.at("reason").get<std::string>(), Not(IsEmpty())) << entry.dump();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Of, NvidiaBinary, testing::Values("10.6", "10.15", "11.2"),
                         [](const auto& made) {
                           std::string name = made.param;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

// NVIDIA's own files against NVIDIA's own library: whatever the verdicts, each case has one, and no
// case takes the tool down.
class NvidiaSpec : public testing::TestWithParam<const char*> {};

TEST_P(NvidiaSpec, RunsAgainstItsLibrary) {
  const std::filesystem::path configs(PLUGIN_CONFIGS);
  const std::string library = std::string(TENSORRT) + "/" + GetParam() + "/libnvinfer_plugin.so.10";
  if (!std::filesystem::exists(library)) GTEST_SKIP() << "not here: " << library;
  if (!std::filesystem::exists(configs)) GTEST_SKIP() << "NVIDIA's PluginConfig files are absent";
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(configs / "10.15")) {
    const RanJson one = plugsmith_json(
        {"check", library, "--only", "CK95", "--spec", entry.path().string(), "-j", "2"});
    if (one.exit == 2) {
      // Of this file's op the library has no creator, or another version.
      EXPECT_THAT(one.err, HasSubstr("has no creator")) << entry.path();
      continue;
    }
    ++files;
    EXPECT_THAT(one.exit, testing::AnyOf(0, 1)) << entry.path() << one.err;
    for (const json& op : one.json.at("ops")) {
      EXPECT_THAT(op.at("cases"), Not(IsEmpty()));
      for (const json& of : op.at("cases")) {
        EXPECT_THAT(of.at("verdict"), testing::AnyOf("pass", "fail", "not_run"));
        if (of.at("verdict") == "not_run") {
          EXPECT_THAT(of.at("problem").get<std::string>(), Not(IsEmpty())) << of.dump(1);
        }
      }
    }
  }
  EXPECT_GE(files, 15) << "files whose op the library has";
}

INSTANTIATE_TEST_SUITE_P(Of, NvidiaSpec, testing::Values("10.6", "10.15"), [](const auto& made) {
  return std::string(made.param) == "10.6" ? "10_6" : "10_15";
});

}  // namespace
}  // namespace plugsmith::test
