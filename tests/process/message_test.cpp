// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/process/message.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

namespace plugsmith::process {
namespace {

Descriptor file() { return std::move(make_memory_file("test")).value(); }

std::size_t size_of(const Descriptor& fd) {
  struct stat info {};
  EXPECT_EQ(::fstat(fd.get(), &info), 0);
  return static_cast<std::size_t>(info.st_size);
}

void expect_damaged(const Descriptor& fd) {
  const auto message = Message::read(fd.get());
  ASSERT_FALSE(message.is_ok());
  EXPECT_EQ(message.status().code(), StatusCode::kInternal);
  EXPECT_THAT(message.status().message(), testing::HasSubstr("missing or damaged"));
}

TEST(Message, CarriesTextAndBlocks) {
  const Descriptor fd = file();
  const std::string text = "the text";
  const std::string block(1000, 'b');
  const std::vector<Bytes> blocks{
      std::as_bytes(std::span(block)), {}, std::as_bytes(std::span(text))};
  ASSERT_TRUE(write_message(fd.get(), text, blocks).is_ok());
  const auto message = Message::read(fd.get());
  ASSERT_TRUE(message.is_ok()) << message.status().message();
  EXPECT_EQ(message->text(), text);
  ASSERT_EQ(message->blocks().size(), 3U);
  EXPECT_TRUE(std::equal(blocks[0].begin(), blocks[0].end(), message->blocks()[0].begin(),
                         message->blocks()[0].end()));
  EXPECT_EQ(message->blocks()[2].size(), text.size());
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(message->blocks()[0].data()) % 64, 0U);
}

TEST(Message, IsRefusedWhenEmpty) { expect_damaged(file()); }

TEST(Message, IsRefusedWhenCutAnywhere) {
  const std::string text = "the text";
  const std::vector<Bytes> blocks{std::as_bytes(std::span(text))};
  const Descriptor whole = file();
  ASSERT_TRUE(write_message(whole.get(), text, blocks).is_ok());
  for (std::size_t size = 0; size + 64 < size_of(whole); size += 8) {
    const Descriptor fd = file();
    ASSERT_TRUE(write_message(fd.get(), text, blocks).is_ok());
    ASSERT_EQ(::ftruncate(fd.get(), static_cast<off_t>(size)), 0);
    expect_damaged(fd);
  }
}

TEST(Message, IsRefusedWhenItsSizesLie) {
  for (const off_t word : {0, 1, 2, 3}) {
    const Descriptor fd = file();
    const std::vector<Bytes> blocks{{}};
    ASSERT_TRUE(write_message(fd.get(), "text", blocks).is_ok());
    const std::uint64_t lie = ~std::uint64_t{0} - 7;
    ASSERT_EQ(::pwrite(fd.get(), &lie, sizeof lie, word * 8), 8);
    expect_damaged(fd);
  }
}

}  // namespace
}  // namespace plugsmith::process
