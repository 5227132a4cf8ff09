// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/elf_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/temporary_folder.hpp"

namespace plugsmith {
namespace {

const std::string kLibraries = PLUGSMITH_TEST_LIBRARIES;

/// Status of reading a file of that content.
Status reading(const std::string& content) {
  const test::TemporaryFolder folder;
  const Result<ElfFile> elf = read_elf(folder.write("library.so", content));
  EXPECT_FALSE(elf.is_ok());
  EXPECT_EQ(elf.status().code(), StatusCode::kInvalidArgument);
  return elf.status();
}

bool contains(const Status& status, const std::string& text) {
  return status.message().find(text) != std::string::npos;
}

TEST(ElfFile, ReadsWhatALibraryExportsAndNeeds) {
  const Result<ElfFile> elf = read_elf(kLibraries + "/10/listed.so");
  ASSERT_TRUE(elf.is_ok()) << elf.status().message();
  EXPECT_TRUE(elf->is_shared_object);
  EXPECT_TRUE(elf->exports("getCreators"));
  EXPECT_TRUE(elf->exports("plugsmithAbi"));
  EXPECT_FALSE(elf->exports("getCreator"));
  EXPECT_FALSE(elf->exports("malloc"));
  EXPECT_TRUE(elf->init_functions().empty());
  EXPECT_EQ(std::count(elf->needed.begin(), elf->needed.end(), "libc.so.6"), 1);
}

TEST(ElfFile, FindsInitFunctionsByTheirName) {
  const Result<ElfFile> elf = read_elf(kLibraries + "/10/init_only.so");
  ASSERT_TRUE(elf.is_ok());
  EXPECT_EQ(elf->init_functions(), (std::vector<std::string>{"initSmallPlugins"}));
  EXPECT_TRUE(read_elf(kLibraries + "/10/odd_init.so")->init_functions().empty());
}

TEST(ElfFile, ReadsTheSonameOfTheStandIn) {
  const Result<ElfFile> elf = read_elf(PLUGSMITH_STAND_IN_10);
  ASSERT_TRUE(elf.is_ok());
  EXPECT_EQ(elf->soname, "libnvinfer.so.10");
  for (const char* symbol :
       {"getPluginRegistry", "getLogger", "getBuilderPluginRegistry", "getInferLibVersion",
        "createInferBuilder_INTERNAL", "createInferRuntime_INTERNAL", "plugsmithBindStandIn"}) {
    EXPECT_TRUE(elf->exports(symbol)) << symbol;
  }
}

TEST(ElfFile, TheGenerationIsThatOfTheNeededLibnvinfer) {
  EXPECT_EQ(tensorrt_generation(*read_elf(kLibraries + "/10/init_only.so")), 10);
#ifdef PLUGSMITH_HAS_11
  EXPECT_EQ(tensorrt_generation(*read_elf(kLibraries + "/11/init_only.so")), 11);
#endif
  ElfFile elf;
  elf.needed = {"libc.so.6", "libnvinfer.so.8"};
  elf.plugsmith_abi = 10001;
  EXPECT_EQ(tensorrt_generation(elf), 8);
}

TEST(ElfFile, TheGenerationIsElseWhatPlugsmithAbiReturns) {
  EXPECT_EQ(read_elf(kLibraries + "/10/listed.so")->plugsmith_abi, 10001);
  EXPECT_EQ(tensorrt_generation(*read_elf(kLibraries + "/10/listed.so")), 10);
#ifdef PLUGSMITH_HAS_11
  EXPECT_EQ(tensorrt_generation(*read_elf(kLibraries + "/11/listed.so")), 11);
#endif
  EXPECT_EQ(tensorrt_generation(*read_elf(kLibraries + "/10/other_generation.so")), 8);
}

TEST(ElfFile, TheGenerationOfAnyOtherLibraryIsUnknown) {
  EXPECT_EQ(tensorrt_generation(*read_elf(kLibraries + "/10/no_creators.so")), std::nullopt);
}

TEST(ElfFile, AnExecutableIsReadToo) {
  const Result<ElfFile> elf = read_elf("/proc/self/exe");
  ASSERT_TRUE(elf.is_ok()) << elf.status().message();
}

TEST(ElfFile, AFileThatDoesNotExistIsNamed) {
  const Status status = read_elf("/no/such/library.so").status();
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(status.message(), "/no/such/library.so: cannot be opened: No such file or directory");
}

TEST(ElfFile, ADirectoryIsNoLibrary) {
  const test::TemporaryFolder folder;
  EXPECT_TRUE(contains(read_elf(folder.path().string()).status(),
                       ": is a directory; a plugin library is an ELF shared object (.so)"));
}

TEST(ElfFile, AnEmptyFileIsNoLibrary) { EXPECT_TRUE(contains(reading(""), ": is empty;")); }

TEST(ElfFile, ATextFileIsNoLibrary) {
  EXPECT_TRUE(contains(reading("#!/bin/sh\necho hello\n"), ": is a text file;"));
}

TEST(ElfFile, OtherBytesAreNoLibrary) {
  EXPECT_TRUE(contains(reading(std::string("\x01\x02\0\x03", 4)), ": is not an ELF file;"));
}

TEST(ElfFile, AnElfFileCutOffAnywhereIsTruncated) {
  const std::string whole = test::read_text(kLibraries + "/10/listed.so");
  ASSERT_GT(whole.size(), 4096U);
  for (const std::size_t size : {std::size_t{4}, std::size_t{16}, std::size_t{63}, std::size_t{64},
                                 std::size_t{200}, whole.size() / 2, whole.size() - 1}) {
    EXPECT_TRUE(contains(reading(whole.substr(0, size)), ": is a truncated ELF file;")) << size;
  }
}

TEST(ElfFile, EveryDamagedHeaderByteIsSurvived) {
  const std::string whole = test::read_text(kLibraries + "/10/no_creators.so");
  const test::TemporaryFolder folder;
  for (std::size_t i = 0; i < 64; ++i) {
    for (const char value : {'\0', '\x7f', '\xff'}) {
      std::string damaged = whole;
      damaged[i] = value;
      const Result<ElfFile> elf = read_elf(folder.write("damaged.so", damaged));
      if (!elf.is_ok()) {
        EXPECT_EQ(elf.status().code(), StatusCode::kInvalidArgument);
      }
    }
  }
}

TEST(ElfFile, ALibraryForAnotherMachineSaysWhich) {
  std::string other = test::read_text(kLibraries + "/10/listed.so");
  constexpr std::size_t kMachine = 18;
  constexpr char kArm64 = static_cast<char>(183), kX86 = 62;
  const bool here_is_arm = other[kMachine] == kArm64;
  other[kMachine] = here_is_arm ? kX86 : kArm64;
  const Status status = reading(other);
  EXPECT_TRUE(contains(status, here_is_arm
                                   ? ": is built for x86-64 (ELF machine 62), but this is "
                                   : ": is built for AArch64 (ELF machine 183), but this is "))
      << status.message();
}

}  // namespace
}  // namespace plugsmith
