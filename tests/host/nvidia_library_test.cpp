// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

// NVIDIA's own plugin library, an unmodified binary, in a child process with the stand-in.

namespace {

std::string nvidia_library() {
  const char* from_environment = std::getenv("PLUGSMITH_NVIDIA_LIBRARY");
  return from_environment != nullptr ? from_environment : PLUGSMITH_NVIDIA_LIBRARY;
}

std::string quoted(const std::string& text) { return "'" + text + "'"; }

/// Lines that list_creators prints, and its exit status.
struct Listing {
  std::vector<std::string> lines;
  int status = -1;

  int count(const std::string& prefix) const {
    int found = 0;
    for (const std::string& line : lines) found += line.compare(0, prefix.size(), prefix) == 0;
    return found;
  }
};

Listing list_creators(const std::string& library) {
  const std::string command = quoted(PLUGSMITH_LIST_CREATORS) + " " + quoted(PLUGSMITH_STAND_IN) +
                              " " + quoted(library) + " 2>&1";
  Listing listing;
  FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return listing;
  std::string line;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) {
    if (c != '\n') {
      line += static_cast<char>(c);
      continue;
    }
    listing.lines.push_back(line);
    line.clear();
  }
  const int ended = ::pclose(pipe);
  listing.status = WIFEXITED(ended) ? WEXITSTATUS(ended) : -1;
  return listing;
}

class NvidiaLibrary : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(nvidia_library())) {
      GTEST_SKIP() << nvidia_library()
                   << " is not there: fetch TensorRT 10.6 (see CONTRIBUTING.md) "
                   << "or name the library in PLUGSMITH_NVIDIA_LIBRARY";
    }
  }
};

TEST_F(NvidiaLibrary, Of106ListsEightyCreatorsWithoutTensorRt) {
  const Listing listing = list_creators(nvidia_library());
  EXPECT_EQ(listing.status, 0) << ::testing::PrintToString(listing.lines);
  EXPECT_EQ(listing.count("creator "), 80);
  EXPECT_EQ(listing.count("route registered while loading"), 1);
  EXPECT_EQ(listing.count("route init function"), 1);
  EXPECT_EQ(listing.count("init initLibNvInferPlugins"), 1);
  // Three of them return null instead of a field list.
  EXPECT_EQ(listing.count("warning "), 3) << ::testing::PrintToString(listing.lines);
  EXPECT_EQ(listing.count("warning creator Split: getFieldNames returned null"), 1);
}

TEST_F(NvidiaLibrary, Of106HasBothKindsOfCreatorsWithTheirFields) {
  const Listing listing = list_creators(nvidia_library());
  EXPECT_EQ(listing.count("creator EfficientNMS_TRT 1  IPluginCreator "), 1);
  EXPECT_EQ(listing.count("creator ROIAlign_TRT 2  IPluginCreatorV3One "), 1);
  int v3 = 0;
  for (const std::string& line : listing.lines) {
    v3 += line.find(" IPluginCreatorV3One") != std::string::npos ? 1 : 0;
  }
  EXPECT_GT(v3, 0);
  EXPECT_LT(v3, 80);
}

}  // namespace
