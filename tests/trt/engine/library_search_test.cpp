// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/engine/library_search.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/support/temporary_folder.hpp"

namespace plugsmith::trt {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr char kFile[] = "libplugsmith_test_absent.so.10";

TEST(LibrarySearch, SaysWhereItLookedForWhatIsNowhere) {
  const test::TemporaryFolder root;
  const auto found = open_library(kFile, "", root.path().string());
  ASSERT_FALSE(found.is_ok());
  EXPECT_EQ(found.status().code(), StatusCode::kUnsupported);
  EXPECT_THAT(found.status().message(),
              AllOf(HasSubstr("there is no libplugsmith_test_absent.so.10"),
                    HasSubstr(root.path().string() + " and its lib folders"),
                    HasSubstr("LD_LIBRARY_PATH"), HasSubstr("the system's library folders")));
}

TEST(LibrarySearch, LooksNowhereElseThanInTheFolderThatTheUserNames) {
  const test::TemporaryFolder folder;
  const auto found = open_library("libc.so.6", folder.path().string(), "/usr");
  ASSERT_FALSE(found.is_ok());
  EXPECT_THAT(found.status().message(),
              AllOf(HasSubstr(folder.path().string()), Not(HasSubstr("LD_LIBRARY_PATH"))));
}

TEST(LibrarySearch, SaysWhyAFileCannotBeLoaded) {
  const test::TemporaryFolder folder;
  std::filesystem::create_directory(folder.path().string() + "/lib");
  std::ofstream(folder.path().string() + "/lib/" + kFile) << "no library";
  const auto found = open_library(kFile, folder.path().string(), "");
  ASSERT_FALSE(found.is_ok());
  EXPECT_THAT(found.status().message(),
              AllOf(HasSubstr(folder.path().string() + "/lib/" + kFile + " cannot be loaded: "),
                    HasSubstr("file too short")));
}

TEST(LibrarySearch, FallsBackToTheLoader) {
  const auto found = open_library("libm.so.6", "", "");
  ASSERT_TRUE(found.is_ok()) << found.status().message();
  EXPECT_TRUE(found->found_by_loader);
  EXPECT_THAT(found->path, AllOf(HasSubstr("/"), HasSubstr("libm.so.6")));
}

TEST(LibrarySearch, TellsHowToGetTensorRt) {
  EXPECT_THAT(how_to_get_tensorrt(10),
              AllOf(HasSubstr("install TensorRT 10"), HasSubstr("--tensorrt DIR"),
                    HasSubstr("TENSORRT_ROOT")));
}

}  // namespace
}  // namespace plugsmith::trt
