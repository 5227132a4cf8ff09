// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/io/file.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include "tests/support/temporary_folder.hpp"

namespace plugsmith::io {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

std::span<const std::byte> bytes(const std::string& text) { return std::as_bytes(std::span(text)); }

std::vector<std::string> names_in(const test::TemporaryFolder& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    names.push_back(entry.path().filename().string());
  }
  return names;
}

TEST(AtomicFiles, KeepsOldFilesUntilCommit) {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("a", "old");
  const std::string text = "new";
  const auto part = bytes(text);
  AtomicFiles files;
  ASSERT_TRUE(files.add(path, {&part, 1}).is_ok());
  EXPECT_EQ(test::read_text(path), "old");
  ASSERT_TRUE(files.commit().is_ok());
  EXPECT_EQ(test::read_text(path), "new");
  EXPECT_THAT(names_in(folder), testing::ElementsAre("a"));
}

TEST(AtomicFiles, LeavesNothingWithoutCommit) {
  const test::TemporaryFolder folder;
  {
    const std::string text = "new";
    const auto part = bytes(text);
    AtomicFiles files;
    ASSERT_TRUE(files.add(folder / "a", {&part, 1}).is_ok());
  }
  EXPECT_THAT(names_in(folder), IsEmpty());
}

TEST(AtomicFiles, MakesTheFolderAndKeepsTheMode) {
  const test::TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "deep/er/a", bytes("x")).is_ok());
  EXPECT_EQ(test::read_text(folder / "deep/er/a"), "x");
  const std::string path = folder.write("private", "x");
  ASSERT_EQ(::chmod(path.c_str(), 0600), 0);
  ASSERT_TRUE(write_file(path, bytes("y")).is_ok());
  struct stat info {};
  ASSERT_EQ(::stat(path.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777U, 0600U);
}

TEST(AtomicFiles, RefusesAFolderAndAPathThroughAFile) {
  const test::TemporaryFolder folder;
  const Status onto_folder = write_file(folder.path(), bytes("x"));
  EXPECT_EQ(onto_folder.code(), StatusCode::kInvalidArgument);
  EXPECT_THAT(onto_folder.message(), HasSubstr("a folder has that name"));
  const std::string file = folder.write("file", "x");
  const Status through_file = write_file(file + "/a", bytes("x"));
  EXPECT_EQ(through_file.code(), StatusCode::kInvalidArgument);
  EXPECT_THAT(through_file.message(), HasSubstr("cannot make the folder"));
}

TEST(ReadFile, SaysWhyItCannot) {
  const test::TemporaryFolder folder;
  EXPECT_THAT(read_file(folder / "absent").status().message(), HasSubstr("absent: No such file"));
  EXPECT_THAT(read_file(folder.path()).status().message(), HasSubstr("not a regular file"));
  EXPECT_THAT(read_file("/dev/zero").status().message(), HasSubstr("not a regular file"));
  const std::string path = folder.write("big", "12345");
  EXPECT_THAT(read_file(path, 4).status().message(), HasSubstr("more than the limit of 4"));
}

TEST(SafeFileName, TurnsWhatIsNotPlainIntoUnderscores) {
  EXPECT_EQ(safe_file_name("sigmoid_0.tmp_0"), "sigmoid_0.tmp_0");
  EXPECT_EQ(safe_file_name("../../etc/passwd"), "_._.._etc_passwd");
  EXPECT_EQ(safe_file_name("a b/c:d"), "a_b_c_d");
  EXPECT_EQ(safe_file_name(""), "unnamed");
  EXPECT_EQ(safe_file_name(std::string(500, 'x')).size(), 200U);
}

}  // namespace
}  // namespace plugsmith::io
