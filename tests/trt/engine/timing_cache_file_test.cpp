// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/tensorrt_worker/timing_cache_file.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <future>
#include <thread>

#include "tests/support/temporary_folder.hpp"

namespace plugsmith::tensorrt_worker {
namespace {

TEST(TimingCacheFileTest, IsEmptyWhereThereIsNoneYet) {
  const test::TemporaryFolder folder;
  const TimingCacheFile file(folder.path().string() + "/cache");
  const auto content = file.read();
  ASSERT_TRUE(content.is_ok());
  EXPECT_TRUE(content->empty());
}

TEST(TimingCacheFileTest, KeepsWhatWasSaved) {
  const test::TemporaryFolder folder;
  TimingCacheFile file(folder.path().string() + "/cache");
  ASSERT_TRUE(file.lock_and_read().is_ok());
  ASSERT_TRUE(file.save({1, 2, 3}).is_ok());
  const auto content = TimingCacheFile(folder.path().string() + "/cache").read();
  ASSERT_TRUE(content.is_ok());
  EXPECT_EQ(*content, (trt::Blob{1, 2, 3}));
  EXPECT_EQ(file.bytes_after(), 3U);
}

TEST(TimingCacheFileTest, AnotherBuildWaitsAndSeesWhatTheFirstSaved) {
  const test::TemporaryFolder folder;
  TimingCacheFile first(folder.path().string() + "/cache");
  ASSERT_TRUE(first.lock_and_read().is_ok());
  auto waiting = std::async(std::launch::async, [&] {
    TimingCacheFile second(folder.path().string() + "/cache");
    return second.lock_and_read();
  });
  EXPECT_EQ(waiting.wait_for(std::chrono::milliseconds(100)), std::future_status::timeout);
  ASSERT_TRUE(first.save({7}).is_ok());
  const auto seen = waiting.get();
  ASSERT_TRUE(seen.is_ok());
  EXPECT_EQ(*seen, trt::Blob{7});
}

TEST(TimingCacheFileTest, AFolderThatIsNotThereIsNamed) {
  TimingCacheFile file("/nonexistent/cache");
  const auto content = file.lock_and_read();
  ASSERT_FALSE(content.is_ok());
  EXPECT_EQ(content.status().code(), StatusCode::kInvalidArgument);
  EXPECT_THAT(content.status().message(),
              testing::HasSubstr("--timing-cache: cannot write /nonexistent/cache.lock"));
}

}  // namespace
}  // namespace plugsmith::tensorrt_worker
