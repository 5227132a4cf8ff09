// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/bench.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plugsmith::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

cli::BenchCase of(std::vector<std::string> inputs) {
  cli::BenchCase one;
  one.op = one.options.name = "A";
  one.options.inputs = std::move(inputs);
  return one;
}

std::vector<std::string> first_inputs(const Result<std::vector<cli::BenchCase>>& cases) {
  std::vector<std::string> inputs;
  for (const auto& one : *cases) inputs.push_back(one.options.inputs[0]);
  return inputs;
}

TEST(BenchSweep, MakesEveryCombination) {
  const auto cases = cli::expand_sweeps(of({"NxM:T"}), {"N=1,2", "M=8", "T=float32,float16"});
  ASSERT_TRUE(cases.is_ok()) << cases.status().message();
  EXPECT_THAT(first_inputs(cases),
              ElementsAre("1x8:float32", "1x8:float16", "2x8:float32", "2x8:float16"));
}

TEST(BenchSweep, ReplacesWholeWordsOnlyAlsoTwiceInOneText) {
  const auto cases = cli::expand_sweeps(of({"NxNxNN:float32"}), {"N=4"});
  ASSERT_TRUE(cases.is_ok());
  EXPECT_THAT(first_inputs(cases), ElementsAre("4x4xNN:float32"));
}

TEST(BenchSweep, RefusesWhatIsNoSweepAndWhatNothingUses) {
  for (const char* text : {"N", "=1", "N=", "N=1,,2", "x=1"}) {
    const auto cases = cli::expand_sweeps(of({"N:float32"}), {text});
    ASSERT_FALSE(cases.is_ok()) << text;
    EXPECT_THAT(cases.status().message(), HasSubstr("must be NAME=VALUE,VALUE,..."));
  }
  const auto unused = cli::expand_sweeps(of({"8:float32"}), {"N=1"});
  ASSERT_FALSE(unused.is_ok());
  EXPECT_THAT(unused.status().message(), HasSubstr("no --input, --shape-input or --attr holds N"));
}

TEST(BenchSpread, GivesMedianAndQuartiles) {
  const cli::Spread spread = cli::spread_of({5, 1, 3, 2, 4});
  EXPECT_EQ(spread.median, 3);
  EXPECT_EQ(spread.low, 2);
  EXPECT_EQ(spread.high, 4);
}

cli::BenchCase measured(const std::string& name, std::int64_t bytes, double us) {
  cli::BenchCase one = of({"8:float32"});
  one.op = name;
  one.op_us = {us, us, us};
  one.copy_us = {us / 2, us / 2, us / 2};
  one.enqueue_us = {1, 1, 1};
  one.bytes = bytes;
  return one;
}

TEST(BenchPicture, DrawsALineForEachOpAndTheCopies) {
  std::vector<cli::BenchCase> cases{measured("A<B", 1000, 2), measured("A<B", 100000, 20)};
  const std::string picture = cli::time_picture(cases);
  EXPECT_THAT(picture, AllOf(HasSubstr("A&lt;B float32"), HasSubstr("device copy"),
                             HasSubstr("</svg>"), Not(HasSubstr("nan"))));
  EXPECT_THAT(cli::share_picture(cases), AllOf(HasSubstr("50"), Not(HasSubstr("nan"))));
  EXPECT_THAT(cli::time_picture({}), AllOf(HasSubstr("</svg>"), Not(HasSubstr("nan"))));
  cases[0].options.tactic = "2";
  EXPECT_THAT(cli::time_picture(cases), HasSubstr("A&lt;B float32 tactic 2"));
}

}  // namespace
}  // namespace plugsmith::test
