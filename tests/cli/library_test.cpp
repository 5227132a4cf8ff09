// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <elf.h>
#include <gmock/gmock.h>

#include <cstring>
#include <filesystem>

#include "tests/cli/command_line.hpp"
#include "tests/support/temporary_folder.hpp"

namespace plugsmith::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

// The first bytes of a shared object for a machine.
std::string elf_header(Elf64_Half machine) {
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_type = ET_DYN;
  header.e_machine = machine;
  header.e_version = EV_CURRENT;
  header.e_ehsize = sizeof header;
  return {reinterpret_cast<const char*>(&header), sizeof header};
}

TEST(List, ShowsNameVersionNamespaceInterfaceAndFields) {
  const Ran ran = plugsmith({"list", OUR_LIBRARY});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(ran.out,
              HasSubstr("PadTo_PS  version 1  namespace \"plugsmith\"  IPluginCreatorV3One"));
  EXPECT_THAT(ran.out, HasSubstr("height kINT32, width kINT32, value kFLOAT32, crop kINT32"));
  EXPECT_THAT(ran.err, IsEmpty());
}

TEST(List, SaysTheSameInJson) {
  const RanJson ran = plugsmith_json({"list", OUR_LIBRARY});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  const auto& creators = ran.json["libraries"][0]["creators"];
  bool found = false;
  for (const auto& creator : creators) {
    if (creator["name"] != "PadTo_PS") continue;
    found = true;
    EXPECT_EQ(creator["namespace"], "plugsmith");
    EXPECT_EQ(creator["fields"][0]["name"], "height");
    EXPECT_EQ(creator["fields"][0]["type"], "kINT32");
  }
  EXPECT_TRUE(found) << creators;
}

TEST(List, GoesOnAfterALibraryThatCannotBeRead) {
  const Ran ran = plugsmith({"list", "/nowhere.so", OUR_LIBRARY});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.out, HasSubstr("PadTo_PS"));
  EXPECT_THAT(ran.err, HasSubstr("/nowhere.so"));
}

struct BadLibrary {
  const char* name;
  std::string content;
  const char* message;
};
class LibraryFile : public testing::TestWithParam<BadLibrary> {};

TEST_P(LibraryFile, IsRefusedWithExit2) {
  const TemporaryFolder folder;
  const std::string path = folder.write("bad library.so", GetParam().content);
  const Ran ran = plugsmith({"list", path});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr(path));
  EXPECT_THAT(ran.err, HasSubstr(GetParam().message));
  EXPECT_THAT(ran.out, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    All, LibraryFile,
    testing::Values(BadLibrary{"Text", "int main() {}\n", "is a text file"},
                    BadLibrary{"Empty", "", "is empty"},
                    BadLibrary{"OtherMachine", elf_header(EM_AARCH64), "AArch64"},
                    BadLibrary{"Truncated", elf_header(EM_X86_64).substr(0, 20), "shared object"}),
    [](const auto& bad) { return std::string(bad.param.name); });

TEST(Library, ThatIsAFolderIsRefused) {
  const TemporaryFolder folder;
  const Ran ran = plugsmith({"list", folder.path().string()});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("directory"));
}

TEST(Library, WithoutCreatorsIsRefused) {
  const Ran ran = plugsmith({"list", NO_CREATORS});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("creator"));
}

TEST(Library, WithAnUnresolvedSymbolNamesItAndExits3) {
  const Ran ran = plugsmith({"list", UNRESOLVED});
  EXPECT_EQ(ran.exit, 3);
  EXPECT_THAT(ran.err, HasSubstr("plugsmith_test_missing_symbol"));
}

TEST(Library, WithAMissingDependencyNamesItAndExits3) {
  const Ran ran = plugsmith({"run", MISSING_DEPENDENCY, "--op", "Any", "--input", "2:float32"});
  EXPECT_EQ(ran.exit, 3);
  EXPECT_THAT(ran.err, HasSubstr("libplugsmith_test_absent.so"));
}

TEST(Library, WithANullInItsCreatorListIsWarnedOf) {
  const Ran ran = plugsmith({"list", FAULTY}, "getCreators:fail");
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("Faulty  version 1"));
  EXPECT_THAT(ran.err, HasSubstr("null"));
  EXPECT_THAT(ran.err, HasSubstr("warning"));
}

TEST(Library, WorksInAPathWithASpaceAndThroughASymbolicLink) {
  const TemporaryFolder folder;
  std::filesystem::copy_file(OUR_LIBRARY, folder / "our plugins.so");
  std::filesystem::create_symlink(PLUGSMITH, folder / "a link");
  const Ran ran =
      plugsmith({"list", (folder / "our plugins.so").string()}, "", (folder / "a link").string());
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("PadTo_PS"));
}

TEST(Program, WorksWhenItIsInstalledInAPathWithASpace) {
  const TemporaryFolder folder;
  const std::filesystem::path bin = std::filesystem::path(PLUGSMITH).parent_path();
  std::filesystem::create_directories(folder / "lib");
  std::filesystem::create_directories(folder / "bin");
  std::filesystem::copy(bin.parent_path() / "lib" / "stand_in", folder / "lib/stand_in",
                        std::filesystem::copy_options::recursive);
  for (const char* name : {"plugsmith", "plugsmith-worker-10"}) {
    std::filesystem::copy_file(bin / name, folder / (std::string("bin/") + name));
  }
  const std::string program = (folder / "bin/plugsmith").string();
  EXPECT_EQ(plugsmith({"list", OUR_LIBRARY}, "", program).exit, 0);

  std::filesystem::remove(folder / "bin/plugsmith-worker-10");
  const Ran without = plugsmith({"list", OUR_LIBRARY}, "", program);
  EXPECT_EQ(without.exit, 3);
  EXPECT_THAT(without.err, HasSubstr("plugsmith-worker-10"));
}

#ifdef OUR_LIBRARY_11
TEST(Library, OfGeneration11IsServedByItsOwnWorker) {
  const RanJson ran =
      plugsmith_json({"run", OUR_LIBRARY_11, "--op", "PadTo_PS", "--input", "1x1x2x2:float32"});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_EQ(ran.json["outputs"][0]["shape"], (std::vector<int>{1, 1, 32, 32}));
}

TEST(Library, OfAnotherGenerationCannotBeMixedIn) {
  const TemporaryFolder folder;
  const std::string model = (folder / "m.onnx").string();
  write_model(model, pad_model());
  const Ran ran = plugsmith({"run", model, "--plugins", OUR_LIBRARY, "--plugins", OUR_LIBRARY_11,
                             "--input", "random", "--shape", "x=1x3x8x8"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("one run takes libraries of one generation"));
}
#endif

}  // namespace
}  // namespace plugsmith::test
