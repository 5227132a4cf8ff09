// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/process/control_block.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <thread>

#include "src/process/message.hpp"
#include "src/process/worker_side.hpp"

namespace plugsmith::process {
namespace {

TEST(SharedText, CutsWhatIsTooLong) {
  SharedText<8> text;
  text.write("123456789");
  EXPECT_EQ(text.read(), "1234567");
  text.write("");
  EXPECT_EQ(text.read(), "");
}

TEST(SharedText, NeverMixesTwoTexts) {
  SharedText<64> text;
  const std::string a(40, 'a');
  const std::string b(63, 'b');
  text.write(a);
  std::atomic<bool> stop{false};
  std::thread writer([&] {
    while (!stop) {
      text.write(a);
      std::this_thread::sleep_for(
          std::chrono::microseconds(1));  // as a worker does other things too
      text.write(b);
      std::this_thread::sleep_for(std::chrono::microseconds(1));
    }
  });
  int mixed = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::string seen = text.read();
    if (seen != a && seen != b) ++mixed;
  }
  stop = true;
  writer.join();
  EXPECT_EQ(mixed, 0);
}

TEST(ControlBlock, IsSharedThroughItsFile) {
  const Descriptor fd = std::move(make_memory_file("test")).value();
  auto made = create_control_block(fd.get());
  ASSERT_TRUE(made.is_ok());
  auto opened = open_control_block(fd.get());
  ASSERT_TRUE(opened.is_ok()) << opened.status().message();
  CallReporter reporter(*opened);
  reporter.begin("#3", "clone");
  bool shown = false;
  for (const auto& slot : (*made)->slots) {
    shown = shown || (slot.call.load() != 0 && slot.method.read() == "clone");
  }
  EXPECT_TRUE(shown);
  reporter.end();
  for (const auto& slot : (*made)->slots) EXPECT_EQ(slot.call.load(), 0U);
}

TEST(ControlBlock, RefusesAFileThatHoldsNone) {
  const Descriptor fd = std::move(make_memory_file("test")).value();
  const auto empty = open_control_block(fd.get());
  ASSERT_FALSE(empty.is_ok());
  EXPECT_THAT(empty.status().message(), testing::HasSubstr("holds no control block"));
  auto made = create_control_block(fd.get());
  ASSERT_TRUE(made.is_ok());
  (*made)->magic = 1;
  const auto other = open_control_block(fd.get());
  ASSERT_FALSE(other.is_ok());
  EXPECT_THAT(other.status().message(), testing::HasSubstr("another version of plugsmith"));
}

}  // namespace
}  // namespace plugsmith::process
