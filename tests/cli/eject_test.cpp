// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>

#include "tests/cli/command_line.hpp"
#include "tests/support/temporary_folder.hpp"

// What ejected sources say; tests/eject builds and runs them.

namespace plugsmith::test {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Eject, WritesTheOpAsPlainTensorRtSource) {
  const TemporaryFolder folder;
  const std::string output = (folder / "a new folder").string();
  const RanJson ran = plugsmith_json({"eject", "PadTo_PS", "-o", output});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  for (const auto& file : ran.json["files"]) {
    const std::string text = read_text(output + "/" + file.get<std::string>());
    EXPECT_THAT(text, Not(HasSubstr("#include \"plugsmith/"))) << file;
    EXPECT_THAT(text, Not(HasSubstr("PLUGSMITH_"))) << file;
    EXPECT_THAT(text, Not(HasSubstr("namespace plugsmith"))) << file;
    EXPECT_THAT(text, Not(HasSubstr("@"))) << file;
  }
  const std::string source = read_text(output + "/pad_to_plugin.cpp");
  EXPECT_THAT(source, HasSubstr("c[y] = {c[x][0], c[x][1], height, width};"));
  EXPECT_THAT(source, HasSubstr("if (name == \"height\") return read(field, op.height);"));
  EXPECT_THAT(source, HasSubstr("if (op.height < 1) {"));
  const std::string header = read_text(output + "/pad_to_plugin.hpp");
  EXPECT_THAT(header, HasSubstr("struct PadTo {\n  std::int32_t height = 32, width = 32;"));
  EXPECT_THAT(header, Not(HasSubstr("reference")));
  for (const char* support : {"/kernel_support.hpp", "/plugin_support.hpp", "/plugin_fields.hpp"}) {
    const std::string text = read_text(output + support);
    EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 250) << support;
    EXPECT_THAT(text, Not(HasSubstr("SizeOut"))) << "PadTo has none";
  }
}

std::string refusal(const std::vector<std::string>& more, int exit) {
  const TemporaryFolder folder;
  std::vector<std::string> arguments{"eject", "-o", (folder / "out").string()};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Ran ran = plugsmith(arguments);
  EXPECT_EQ(ran.exit, exit);
  EXPECT_FALSE(std::filesystem::exists(folder / "out"));
  return ran.err;
}

TEST(Eject, RefusesWhatItCannotWriteAndLeavesNothing) {
  EXPECT_THAT(refusal({"PadTo_SP"}, 2), HasSubstr("no creator is called \"PadTo_SP\"; did you mean "
                                                  "\"PadTo_PS\"?"));
  EXPECT_THAT(refusal({"PadTo_PS", "--source", "/nowhere"}, 2),
              HasSubstr("eject PadTo_PS: its sources are needed: cannot read /nowhere"));
  EXPECT_THAT(refusal({"Swish_PS"}, 3),
              HasSubstr("eject Swish_PS: it is an element-wise op, whose kernel is derived, which "
                        "ejected sources do not carry"));
  EXPECT_THAT(refusal({"Faulty", "--plugins", FAULTY}, 2), HasSubstr("has no plugsmithPorts"));
}

TEST(Eject, RefusesSourcesOfAnotherOp) {
  const std::filesystem::path ops =
      std::filesystem::path(__FILE__).parent_path().parent_path().parent_path() / "plugins";
  EXPECT_THAT(refusal({"PadTo_PS", "--source", (ops / "non_zero").string()}, 2),
              HasSubstr("the folder declares NonZero_PS"));
}

TEST(Eject, RefusesAHeaderThatIsNotTheLibrarys) {
  const TemporaryFolder folder;
  const std::filesystem::path ops =
      std::filesystem::path(__FILE__).parent_path().parent_path().parent_path() / "plugins";
  std::filesystem::copy(ops / "pad_to", folder / "pad_to");
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string header = read_text(ops / "pad_to/pad_to.hpp");
    header.replace(header.find(from), from.size(), to);
    folder.write("pad_to/pad_to.hpp", header);
    return std::vector<std::string>{"PadTo_PS", "--source", (folder / "pad_to").string()};
  };
  EXPECT_THAT(refusal(with("visit(\"crop\", crop);", ""), 2),
              HasSubstr("the header and the library have other attributes"));
  EXPECT_THAT(refusal(with("Out y{\"y\"}", "Out y{\"z\"}"), 2),
              HasSubstr("the header does not declare port \"y\" of the library"));
  EXPECT_THAT(refusal(with("at_least(1)", "at_least(lowest())"), 3),
              HasSubstr("attribute \"height\" has a bound that is no plain number"));
}

TEST(Eject, NamesTheFeatureThatStandsInTheWay) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "accumulate");
  folder.write("accumulate/accumulate.hpp", "struct Accumulate { struct State {}; };");
  EXPECT_THAT(refusal({"Accumulate", "--plugins", FIXTURE_OPS, "--source",
                       (folder / "accumulate").string()},
                      3),
              HasSubstr("eject Accumulate: it keeps a State, which ejected sources do not carry"));
}

}  // namespace
}  // namespace plugsmith::test
