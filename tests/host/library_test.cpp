// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstring>
#include <map>

#include "src/host/host_access.hpp"
#include "src/host/plugin_host.hpp"
#include "tests/support/temporary_folder.hpp"

// Loading plugin libraries through the stand-in libnvinfer. One host serves all tests of the
// process.

namespace plugsmith::host {
namespace {

std::string library(const std::string& name) {
  return std::string(PLUGSMITH_TEST_LIBRARIES) + "/" + std::to_string(PLUGSMITH_GENERATION) + "/" +
         name + ".so";
}

PluginHost& the_host() {
  static const std::unique_ptr<PluginHost> host = [] {
    HostOptions options;
    options.stand_in_path = PLUGSMITH_STAND_IN;
    auto made = PluginHost::create(std::move(options));
    EXPECT_TRUE(made.is_ok()) << made.status().message();
    return std::move(made).value();
  }();
  return *host;
}

/// What loading gave: a library can be loaded once in a process, whichever test comes first.
LibraryInfo load(const std::string& name, const std::string& init = {}) {
  static std::map<std::string, LibraryInfo> loaded;
  const auto found = loaded.find(name);
  if (found != loaded.end()) return found->second;
  auto info = the_host().load_library(library(name), init);
  EXPECT_TRUE(info.is_ok()) << info.status().message();
  return loaded[name] = info.is_ok() ? info.value() : LibraryInfo{};
}

Status refused(const std::string& path, const std::string& init = {}) {
  const auto info = the_host().load_library(path, init);
  EXPECT_FALSE(info.is_ok());
  return info.status();
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

using Routes = std::vector<CreatorRoute>;

TEST(Library, WithGetCreatorsIsListedWithItsReference) {
  const LibraryInfo info = load("listed");
  EXPECT_EQ(info.routes, Routes{CreatorRoute::kGetCreators});
  ASSERT_EQ(info.creators.size(), 1U);
  const CreatorInfo& creator = info.creators[0];
  EXPECT_EQ(creator.name, "Listed");
  EXPECT_EQ(creator.kind, InterfaceKind::kV3One);
  EXPECT_TRUE(creator.has_reference);
  EXPECT_EQ(creator.patterns, "pattern of Listed");
  ASSERT_EQ(creator.ports.size(), 3U);
  EXPECT_EQ(creator.ports[1].name, "rows");
  EXPECT_EQ(creator.ports[1].domain->high_port, "x");
  EXPECT_EQ(creator.library, library("listed"));
  ASSERT_EQ(creator.fields.size(), 1U);
  EXPECT_EQ(creator.fields[0].name, "factor");
  EXPECT_EQ(creator.fields[0].type, FieldType::kFloat32);
  EXPECT_TRUE(info.warnings.empty());
}

LayerSpec layer_of(const std::string& op, const DimValues& dims) {
  LayerSpec spec;
  spec.creator_name = op;
  spec.layer_name = "here";
  spec.inputs = {{"x", DataType::kFloat, dims}};
  return spec;
}

FieldValue factor(float value) {
  FieldValue field{"factor", FieldType::kFloat32, 1, std::vector<std::byte>(sizeof value)};
  std::memcpy(field.data.data(), &value, sizeof value);
  return field;
}

Result<std::unique_ptr<PluginContext>> context_of(const LayerSpec& spec) {
  auto layer = the_host().add_layer(spec);
  if (!layer.is_ok()) return layer.status();
  auto engine = layer.value()->build({});
  if (!engine.is_ok()) return engine.status();
  EXPECT_TRUE(engine.value()->has_reference());
  return engine.value()->create_context();
}

TEST(Library, BuiltWithPlugsmithComputesThroughItsReference) {
  (void)load("listed");
  LayerSpec spec = layer_of("Listed", {2, 3});
  spec.fields = {factor(1.5F)};
  auto context = context_of(spec);
  ASSERT_TRUE(context.is_ok()) << context.status().message();
  const std::vector<float> x{0, 1, 2, 3, 4, 5};
  std::vector<float> y(6);
  std::vector<MutableTensor> outputs{{y.data(), {2, 3}}};
  const Status status =
      context.value()->run({{x.data(), {2, 3}}}, {}, outputs, Execution::kReference);
  ASSERT_TRUE(status.is_ok()) << status.message();
  EXPECT_EQ(y, (std::vector<float>{0, 1.5F, 3, 4.5F, 6, 7.5F}));
}

TEST(Library, AFailingReferenceGivesItsCodeAndItsSentence) {
  (void)load("listed");
  auto context = context_of(layer_of("Listed", {2}));
  ASSERT_TRUE(context.is_ok());
  const std::vector<float> x{1, -1};
  std::vector<float> y(2);
  std::vector<MutableTensor> outputs{{y.data(), {2}}};
  const Status status = context.value()->run({{x.data(), {2}}}, {}, outputs, Execution::kReference);
  EXPECT_EQ(status.code(), StatusCode::kOutOfRange);
  EXPECT_EQ(status.message(), "Listed \"here\": element 1 is negative");
}

TEST(Library, WhatAPluginLogsIsQuotedWhenItRefusesItsAttributes) {
  (void)load("listed");
  LayerSpec spec = layer_of("Listed", {2});
  spec.fields = {{"factor", FieldType::kInt32, 1, std::vector<std::byte>(4)}};
  const auto layer = the_host().add_layer(spec);
  ASSERT_FALSE(layer.is_ok());
  EXPECT_EQ(layer.status().message(),
            "Listed \"here\": createPlugin of creator Listed version 1 refused the attributes (it "
            "returned null). The plugin logged: \"factor must be one float32\"");
}

TEST(Library, LoadedTwiceIsRefusedAsTensorRtDoes) {
  (void)load("listed");
  EXPECT_EQ(refused(library("listed")).message(),
            library("listed") +
                ": creator Listed version 1 is registered already; TensorRT then "
                "loads none of the library");
}

TEST(Library, ThatRegistersItselfIsFound) {
  const LibraryInfo info = load("self_registered");
  EXPECT_EQ(info.routes, Routes{CreatorRoute::kSelfRegistered});
  ASSERT_EQ(info.creators.size(), 1U);
  EXPECT_EQ(info.creators[0].name, "SelfRegistered");
  EXPECT_FALSE(info.creators[0].has_reference);
}

TEST(Library, WithOnlyAnInitFunctionIsFound) {
  const LibraryInfo info = load("init_only");
  EXPECT_EQ(info.routes, Routes{CreatorRoute::kInitFunction});
  EXPECT_EQ(info.init_symbol, "initSmallPlugins");
  ASSERT_EQ(info.creators.size(), 1U);
  EXPECT_EQ(info.creators[0].name, "InitOnly");
}

TEST(Library, WithAnInitFunctionOfAnotherNameNeedsThatName) {
  const Status status = refused(library("odd_init"));
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_TRUE(contains(status.message(),
                       "no init*Plugins function is exported. Name the function "
                       "that registers them with --init"))
      << status.message();
  EXPECT_EQ(load("odd_init", "register_all_of_it").init_symbol, "register_all_of_it");
}

TEST(Library, WithoutTheNamedInitFunctionIsRefused) {
  EXPECT_EQ(refused(library("no_creators"), "no_such_function").message(),
            library("no_creators") + ": does not export \"no_such_function\"");
}

TEST(Library, WithNullEntriesIsListedWithWarnings) {
  const LibraryInfo info = load("null_entries");
  ASSERT_EQ(info.creators.size(), 2U);
  ASSERT_EQ(info.warnings.size(), 4U);
  EXPECT_TRUE(contains(info.warnings[0], "exports getCreators but not setLoggerFinder"));
  EXPECT_EQ(info.warnings[1],
            "entry 0 of getCreators is null: TensorRT's loadLibrary refuses the library");
  EXPECT_EQ(info.warnings[2],
            "entry 2 of getCreators is null: TensorRT's loadLibrary refuses the library");
  EXPECT_TRUE(contains(info.warnings[3],
                       "entry 3 of getCreators has the name, version and "
                       "namespace of an earlier one (Holed version 1)"));
}

TEST(Library, WithNothingButNullEntriesIsRefused) {
  const Status status = refused(library("only_null_entries"));
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_TRUE(contains(status.message(), "no creator was found by any route")) << status.message();
  EXPECT_TRUE(contains(status.message(), "entry 0 of getCreators is null"));
}

TEST(Library, WithAnEmptyListIsRefused) {
  EXPECT_EQ(refused(library("empty_list")).message(),
            library("empty_list") + ": getCreators lists 0 creators; must be at least 1");
}

TEST(Library, WithOldCreatorsIsListedAndTheirRefusalIsTold) {
  const LibraryInfo info = load("old_entry");
  EXPECT_EQ(info.routes, Routes{CreatorRoute::kGetPluginCreators});
  ASSERT_EQ(info.creators.size(), 1U);
  EXPECT_EQ(info.creators[0].kind, InterfaceKind::kV1);
  EXPECT_EQ(info.creators[0].version, "3");
  LayerSpec spec = layer_of("OldEntry", {2});
  spec.creator_version = "3";
  const auto layer = the_host().add_layer(spec);
  ASSERT_FALSE(layer.is_ok());
  EXPECT_EQ(layer.status().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(layer.status().message(),
            "OldEntry \"here\": createPlugin of creator OldEntry version 3 refused the attributes "
            "(it returned null)");
}

TEST(Library, WithQuickCreatorsIsListedAndRefusedAsALayer) {
  const LibraryInfo info = load("quick");
  ASSERT_EQ(info.creators.size(), 1U);
  EXPECT_EQ(info.creators[0].name, "Quick");
  EXPECT_EQ(info.creators[0].kind, InterfaceKind::kV3Quick);
  const auto layer = the_host().add_layer(layer_of("Quick", {2}));
  ASSERT_FALSE(layer.is_ok());
  EXPECT_TRUE(
      contains(layer.status().message(),
               "creator Quick version 1 is an IPluginCreatorV3Quick: such plugins are made by "
               "TensorRT's Python API only"));
}

TEST(Library, ThatThrowsIsAStatusThatNamesTheFunction) {
  const Status status = refused(library("throwing"));
  EXPECT_EQ(status.code(), StatusCode::kInternal);
  EXPECT_TRUE(contains(status.message(), "getCreators of library " + library("throwing") +
                                             " threw an exception (no license)"))
      << status.message();
}

TEST(Library, OfAnotherGenerationIsRefusedWithTheOneItWants) {
  const Status status = refused(library("other_generation"));
  EXPECT_EQ(status.code(), StatusCode::kUnsupported);
  EXPECT_TRUE(contains(status.message(), "was built for TensorRT 8, but this host plays TensorRT " +
                                             std::to_string(PLUGSMITH_GENERATION)));
}

TEST(Library, ThatIsNoneForTensorRtIsRefused) {
  const Status status = refused(library("no_creators"));
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(status.message(),
            library("no_creators") +
                ": no creator was found by any route: none registered itself while the library "
                "loaded, none came from getCreators or getPluginCreators (not exported), and no "
                "init*Plugins function is exported. Name the function that registers them with "
                "--init");
}

TEST(Library, WithAnUnresolvedSymbolNamesTheSymbol) {
  const Status status = refused(library("unresolved"));
  EXPECT_EQ(status.code(), StatusCode::kUnsupported);
  EXPECT_TRUE(contains(status.message(),
                       "symbol \"plugsmith_test_function_that_nobody_has\" is not defined by the "
                       "library or any library it needs"))
      << status.message();
}

TEST(Library, WithAMissingDependencyNamesTheDependency) {
  const Status status = refused(std::string(PLUGSMITH_TEST_LIBRARIES) + "/missing_dependency.so");
  EXPECT_EQ(status.code(), StatusCode::kUnsupported);
  EXPECT_TRUE(contains(status.message(),
                       "cannot be loaded because a library it needs is not found: "
                       "libplugsmith_gone.so.1;"))
      << status.message();
}

TEST(Library, ThatIsATextFileSaysSo) {
  const test::TemporaryFolder folder;
  const Status status = refused(folder.write("plugin.so", "hello\n"));
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_TRUE(contains(status.message(), ": is a text file;"));
}

TEST(Library, RegistrysOwnLoadingTakesAllOrNothing) {
  HostLogger logger(nullptr);
  Registry registry(nullptr, logger, nullptr);
  void* handle = registry.loadLibrary(library("listed").c_str());
  ASSERT_NE(handle, nullptr);
  EXPECT_NE(registry.getCreator("Listed", "1", ""), nullptr);
  EXPECT_EQ(registry.loadLibrary(library("listed").c_str()), nullptr);
  registry.deregisterLibrary(handle);
  EXPECT_EQ(registry.getCreator("Listed", "1", ""), nullptr);
  handle = registry.loadLibrary(library("listed").c_str());
  EXPECT_NE(handle, nullptr);
  registry.deregisterLibrary(handle);
  for (const char* name : {"null_entries", "no_creators", "old_entry", "empty_list"}) {
    EXPECT_EQ(registry.loadLibrary(library(name).c_str()), nullptr) << name;
  }
  std::int32_t count = -1;
  (void)registry.getAllCreators(&count);
  EXPECT_EQ(count, 0);
}

TEST(Library, AProcessWhoseStandInIsBoundGetsNoSecondHost) {
  (void)the_host();
  EXPECT_FALSE(PluginHost::create({}).is_ok());
}

}  // namespace
}  // namespace plugsmith::host
