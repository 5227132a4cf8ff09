// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstring>

#include "src/host/plugin_host.hpp"

// A library with an op of the IPluginV2 family, through the stand-in libnvinfer, in each generation
// that has a host. One host serves all tests of the process.

namespace plugsmith::host {
namespace {

const std::string kFolder =
    std::string(PLUGSMITH_TEST_LIBRARIES) + "/" + std::to_string(PLUGSMITH_GENERATION) + "/";

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

const LibraryInfo& the_library() {
  static const LibraryInfo library = [] {
    auto info = the_host().load_library(kFolder + "v2_listed.so", "");
    EXPECT_TRUE(info.is_ok()) << info.status().message();
    return info.is_ok() ? info.value() : LibraryInfo{};
  }();
  return library;
}

LayerSpec layer(DataType type = DataType::kFloat) {
  LayerSpec spec;
  spec.creator_name = "V2Listed";
  spec.layer_name = "here";
  spec.inputs = {{"x", type, {2, 2}}};
  FieldValue factor{"factor", FieldType::kFloat32, 1, std::vector<std::byte>(sizeof(float))};
  const float three = 3;
  std::memcpy(factor.data.data(), &three, sizeof three);
  spec.fields = {factor};
  return spec;
}

Status run(const std::vector<float>& in, std::vector<float>& out) {
  auto made = the_host().add_layer(layer());
  if (!made.is_ok()) return made.status();
  auto engine = made.value()->build({});
  if (!engine.is_ok()) return engine.status();
  EXPECT_TRUE(engine.value()->has_reference());
  auto context = engine.value()->create_context();
  if (!context.is_ok()) return context.status();
  std::vector<MutableTensor> outputs{{out.data(), {2, 2}}};
  for (int i = 0; i < 2; ++i) {
    PLUGSMITH_RETURN_IF_ERROR(
        context.value()->run({{in.data(), {2, 2}}}, {}, outputs, Execution::kReference));
  }
  return Status::ok();
}

TEST(V2Library, IsListedByTheEntryPointOfItsGeneration) {
  const LibraryInfo& library = the_library();
  const bool has_v3 = PluginHost::generation() >= 10;
  EXPECT_EQ(library.routes, std::vector<CreatorRoute>{has_v3 ? CreatorRoute::kGetCreators
                                                             : CreatorRoute::kGetPluginCreators});
  ASSERT_EQ(library.creators.size(), 1U);
  EXPECT_EQ(library.creators[0].name, "V2Listed");
  EXPECT_EQ(library.creators[0].kind, InterfaceKind::kV1);
  EXPECT_TRUE(library.creators[0].has_reference);
  ASSERT_EQ(library.creators[0].fields.size(), 1U);
  EXPECT_EQ(library.creators[0].fields[0].name, "factor");
  EXPECT_TRUE(library.warnings.empty());
}

TEST(V2Library, ComputesByItsReferenceWhichIsExpectedBeforeShapesAreTold) {
  the_library();
  std::vector<float> out(4);
  const Status status = run({1, 2, 3, 4}, out);
  ASSERT_TRUE(status.is_ok()) << status.message();
  EXPECT_EQ(out, (std::vector<float>{3, 6, 9, 12}));
}

TEST(V2Library, WhoseReferenceFailsSaysWhy) {
  the_library();
  std::vector<float> out(4);
  const Status status = run({1, -2, 3, 4}, out);
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(status.message(),
            "V2Listed \"here\": V2Listed: input \"x\" is negative; must be at least 0");
}

TEST(V2Library, OfGenerationEightKnowsNoInt64) {
  if (PluginHost::generation() != 8) GTEST_SKIP() << "TensorRT 10 and later have int64";
  the_library();
  const auto made = the_host().add_layer(layer(DataType::kInt64));
  ASSERT_FALSE(made.is_ok());
  EXPECT_EQ(made.status().code(), StatusCode::kUnsupported);
  EXPECT_EQ(made.status().message(),
            "V2Listed \"here\": input \"x\" is int64, a type that TensorRT 8 does not know: cast "
            "it before");
}

}  // namespace
}  // namespace plugsmith::host
