// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <zip.h>

#include "src/io/npy.hpp"
#include "tests/support/temporary_folder.hpp"

namespace plugsmith::io {
namespace {

using testing::HasSubstr;

void make_archive(const std::string& path,
                  const std::vector<std::pair<std::string, std::string>>& files) {
  zip_t* archive = zip_open(path.c_str(), ZIP_CREATE, nullptr);
  ASSERT_NE(archive, nullptr);
  for (const auto& [name, content] : files) {
    zip_source_t* source = zip_source_buffer(archive, content.data(), content.size(), 0);
    ASSERT_GE(zip_file_add(archive, name.c_str(), source, 0), 0);
  }
  ASSERT_EQ(zip_close(archive), 0);
}

std::string array(std::int8_t value) {
  return *npy_header(DataType::kInt8, {1}) + std::string(1, static_cast<char>(value));
}

TEST(Npz, TakesTheNamedArray) {
  const test::TemporaryFolder folder;
  const std::string path = (folder / "two.npz").string();
  make_archive(path, {{"x.npy", array(1)}, {"y.npy", array(2)}});
  auto y = read_npz(path, "y");
  ASSERT_TRUE(y.is_ok()) << y.status().message();
  EXPECT_EQ(y->bytes[0], std::byte{2});
}

TEST(Npz, TakesTheOnlyArrayWithoutAName) {
  const test::TemporaryFolder folder;
  const std::string path = (folder / "one.npz").string();
  make_archive(path, {{"arr_0.npy", array(9)}});
  auto only = read_npz(path, "");
  ASSERT_TRUE(only.is_ok()) << only.status().message();
  EXPECT_EQ(only->bytes[0], std::byte{9});
}

TEST(Npz, NamesTheArraysThatExist) {
  const test::TemporaryFolder folder;
  const std::string path = (folder / "two.npz").string();
  make_archive(path, {{"x.npy", array(1)}, {"y.npy", array(2)}});
  auto missing = read_npz(path, "z");
  ASSERT_FALSE(missing.is_ok());
  EXPECT_EQ(missing.status().code(), StatusCode::kInvalidArgument);
  EXPECT_THAT(missing.status().message(), HasSubstr("no array \"z\"; it holds: x, y"));
  auto unnamed = read_npz(path, "");
  ASSERT_FALSE(unnamed.is_ok());
  EXPECT_THAT(unnamed.status().message(), HasSubstr("name the array"));
}

TEST(Npz, RefusesWhatIsNoArchive) {
  const test::TemporaryFolder folder;
  auto text = read_npz(folder.write("text.npz", "no archive at all"), "x");
  ASSERT_FALSE(text.is_ok());
  EXPECT_THAT(text.status().message(), HasSubstr("as a .npz file"));
  auto missing = read_npz(folder / "absent.npz", "x");
  ASSERT_FALSE(missing.is_ok());
  EXPECT_THAT(missing.status().message(), HasSubstr("absent.npz"));
}

TEST(Npz, RefusesADamagedMember) {
  const test::TemporaryFolder folder;
  const std::string path = (folder / "bad.npz").string();
  make_archive(path, {{"x.npy", *npy_header(DataType::kInt8, {5000}) + std::string(5000, 'a')}});
  std::string bytes = test::read_text(path);
  bytes[60] = static_cast<char>(bytes[60] ^ 0x55);
  folder.write("bad.npz", bytes);
  auto damaged = read_npz(path, "x");
  ASSERT_FALSE(damaged.is_ok());
  EXPECT_EQ(damaged.status().code(), StatusCode::kInvalidArgument);
  EXPECT_THAT(damaged.status().message(), HasSubstr("x.npy"));
}

}  // namespace
}  // namespace plugsmith::io
