// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/cli/command_line.hpp"
#include "tests/support/temporary_folder.hpp"

namespace plugsmith::test {
namespace {

using testing::HasSubstr;

const std::vector<std::string> kTrace = {
    "trace", OUR_LIBRARY, "--op", "PadTo_PS", "--input", "1x8x1x1..2x8x16x16..4x8x32x32:float32"};

TEST(Trace, ShowsBothPhases) {
  const Ran ran = plugsmith(kTrace);
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("createPlugin 'PadTo_PS' phase 0"));
  EXPECT_THAT(ran.out, HasSubstr("min [1,8,1,1] opt [2,8,16,16] max [4,8,32,32]"));
  EXPECT_THAT(ran.out, HasSubstr("phase 1"));
  EXPECT_THAT(ran.out, HasSubstr("onShapeChange in0 [2,8,16,16]:t0:f0:s1"));
}

TEST(Trace, OfALibraryWithoutReferenceEndsWithTheContext) {
  const Ran ran =
      plugsmith({"trace", WITHOUT_REFERENCE, "--op", "Faulty", "--input", "2x3:float32"});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("attachToContext -> "));
  EXPECT_THAT(ran.out, testing::Not(HasSubstr("reference in0")));
}

TEST(Trace, ShowsTheCallsBeforeAFailure) {
  const Ran ran = plugsmith({"trace", FAULTY, "--op", "Faulty", "--input", "2x3:float32"},
                            "configurePlugin:fail");
  EXPECT_EQ(ran.exit, 1);
  EXPECT_THAT(ran.out, HasSubstr("supportsFormat pos 0"));
  EXPECT_THAT(ran.err, HasSubstr("configurePlugin"));
}

TEST(Trace, DiffFindsWhatDiffers) {
  const TemporaryFolder folder;
  const std::string trace = plugsmith(kTrace).out;
  const std::string one = folder.write("one.txt", trace);
  EXPECT_EQ(plugsmith({"trace", "--diff", one, one}).exit, 0);

  std::string changed = trace;
  changed.replace(changed.find("attachToContext"), 6, "DETACH");
  const std::string two = folder.write("two.txt", changed);
  const RanJson ran = plugsmith_json({"trace", "--diff", one, two});
  EXPECT_EQ(ran.exit, 1);
  EXPECT_EQ(ran.json["same"], false);
  ASSERT_EQ(ran.json["differences"].size(), 2U);
  EXPECT_EQ(ran.json["differences"][0]["side"], "-");
  EXPECT_THAT(ran.json["differences"][1]["line"].get<std::string>(), HasSubstr("DETACH"));
}

TEST(Trace, DiffNamesAFileThatIsMissing) {
  const Ran ran = plugsmith({"trace", "--diff", "/nowhere.txt", "/nowhere.txt"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("/nowhere.txt"));
}

}  // namespace
}  // namespace plugsmith::test
