// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/engine/failure.hpp"

#include <gmock/gmock.h>

namespace plugsmith::trt {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::vector<EngineLogLine> error(const char* text) { return {{1, text}}; }

// The texts are what TensorRT 10.6 logged.
constexpr char kMissing[] =
    "IPluginRegistry::getCreator: Error Code 4: API Usage Error (Cannot find plugin: Probe, "
    "version: 1, namespace:mine.)";

TEST(Failure, NamesTheCreatorThatAPlanLacks) {
  const auto creator = missing_creator(error(kMissing));
  ASSERT_TRUE(creator.has_value());
  EXPECT_EQ(creator->name, "Probe");
  EXPECT_EQ(creator->version, "1");
  EXPECT_EQ(creator->name_space, "mine");
  const Status status = explain_plan(error(kMissing), "TensorRT 10.6.0 on a NVIDIA H200");
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_THAT(status.message(),
              AllOf(HasSubstr("the plan needs the plugin Probe version 1, namespace \"mine\""),
                    HasSubstr("name its library by --plugins"),
                    HasSubstr("\n  TensorRT error: IPluginRegistry::getCreator")));
}

TEST(Failure, ANamespaceMayBeEmpty) {
  const auto creator = missing_creator(
      error("IPluginRegistry::getCreator: Error Code 4: API Usage Error (Cannot find plugin: "
            "Probe, version: 1, namespace:.)"));
  ASSERT_TRUE(creator.has_value());
  EXPECT_EQ(creator->name_space, "");
}

TEST(Failure, OtherLogsNameNoCreator) {
  EXPECT_FALSE(missing_creator({}).has_value());
  EXPECT_FALSE(missing_creator(error("something else")).has_value());
}

struct Case {
  const char* log;
  StatusCode code;
  const char* sentence;
};
class Build : public testing::TestWithParam<Case> {};

TEST_P(Build, FailureIsASentenceAboveTheLog) {
  constexpr std::int64_t kWorkspace = 64;
  const Status status = explain_build(error(GetParam().log), kWorkspace);
  EXPECT_EQ(status.code(), GetParam().code);
  EXPECT_THAT(status.message(), AllOf(HasSubstr(GetParam().sentence), HasSubstr(GetParam().log)));
}

INSTANTIATE_TEST_SUITE_P(
    All, Build,
    testing::Values(
        Case{"IBuilder::buildSerializedNetwork: Error Code 4: Internal Error (Plugin node "
             "(Unnamed Layer* 1) [PluginV3_V3ONE]:configurePlugin reported a non-zero return "
             "code: 1)",
             StatusCode::kInternal, "a plugin failed in configurePlugin"},
        Case{"ITensor::getDimensions: Error Code 4: API Usage Error ((Unnamed Layer* 1) "
             "[PluginV3_V3ONE]: IPluginV3OneBuild output shape computation failed with a "
             "non-zero return code: 1.)",
             StatusCode::kInternal, "a plugin failed in getOutputShapes"},
        Case{"[pluginV3Runner.cpp::PluginV3Runner::44] Error Code 2: Internal Error (Assertion "
             "pluginUtils::isSuccess(status) failed. )",
             StatusCode::kInternal, "a plugin failed in setTactic"},
        Case{"IBuilder::buildSerializedNetwork: Error Code 9: Internal Error ((Unnamed Layer* 1) "
             "[PluginV3_V3ONE]: could not find any supported formats consistent with input/output "
             "data types)",
             StatusCode::kInternal, "a plugin accepts none of the type and format combinations"},
        Case{"Error Code: 9: Skipping tactic PTR due to exception Internal error: plugin node "
             "(Unnamed Layer* 1) [PluginV3_V3ONE] requires 1000 bytes of scratch space, but only "
             "64 is available. Try increasing the workspace size",
             StatusCode::kResourceExhausted,
             "a plugin asks for 1000 bytes of workspace, but --workspace allows 64"},
        Case{"IBuilder::buildSerializedNetwork: Error Code 10: Internal Error (Could not find any "
             "implementation for node Conv_3.)",
             StatusCode::kResourceExhausted,
             "finds no implementation of the layer Conv_3 within --workspace 64"},
        Case{"IBuilder::buildSerializedNetwork: Error Code 6: API Usage Error (Unable to load "
             "library: libnvinfer_lean.so.10: libnvinfer_lean.so.10: cannot open shared object "
             "file: No such file or directory)",
             StatusCode::kUnsupported, "or add --exclude-lean-runtime"},
        Case{"something new", StatusCode::kInternal, "TensorRT did not build an engine"}));

class Run : public testing::TestWithParam<Case> {};

TEST_P(Run, FailureIsASentenceAboveTheLog) {
  const Status status = explain_execution("enqueueV3", error(GetParam().log));
  EXPECT_EQ(status.code(), GetParam().code);
  EXPECT_THAT(status.message(), AllOf(HasSubstr(GetParam().sentence), HasSubstr(GetParam().log)));
}

INSTANTIATE_TEST_SUITE_P(
    All, Run,
    testing::Values(
        Case{"[pluginV3Runner.cpp::onShapeChange::84] Error Code 2: Internal Error (Assertion "
             "pluginUtils::isSuccess(status) failed. )",
             StatusCode::kInternal, "a plugin failed in onShapeChange"},
        Case{"[pluginV3Runner.cpp::execute::228] Error Code 2: Internal Error (Assertion "
             "pluginUtils::isSuccess(status) failed. )",
             StatusCode::kInternal, "a plugin failed in enqueue"},
        Case{"something new", StatusCode::kInternal, "enqueueV3 failed"}));

class Plan : public testing::TestWithParam<Case> {};

TEST_P(Plan, IsNotTakenWithAReason) {
  const Status status = explain_plan(error(GetParam().log), "TensorRT 10.6.0 on a NVIDIA H200");
  EXPECT_EQ(status.code(), GetParam().code);
  EXPECT_THAT(status.message(), AllOf(HasSubstr(GetParam().sentence), HasSubstr(GetParam().log)));
}

INSTANTIATE_TEST_SUITE_P(
    All, Plan,
    testing::Values(
        Case{"The engine plan file is generated on an incompatible device, expecting compute 9.0 "
             "got compute 8.6, please rebuild.",
             StatusCode::kUnsupported,
             "built for another GPU; here is TensorRT 10.6.0 on a NVIDIA H200"},
        Case{"The engine plan file is not compatible with this version of TensorRT, expecting "
             "library version 10.6.0.26 got 10.5.0.18, please rebuild.",
             StatusCode::kUnsupported, "built by another version of TensorRT"},
        Case{"Serialization assertion plan->header.size == blobSize failed.",
             StatusCode::kInvalidArgument, "or it was truncated"},
        Case{"[runtime.cpp::parsePlan::619] Error Code 2: Internal Error (Assertion blobSize > "
             "numericCast<int64_t>(sizeof(rt::PlanHeader)) failed. )",
             StatusCode::kInvalidArgument, "or it was truncated"},
        Case{"Cannot deserialize engine with lean runtime since "
             "IRuntime::getEngineHostCodeAllowed() is false.",
             StatusCode::kUnsupported, "add --allow-plan-code"},
        Case{"something new", StatusCode::kInternal, "TensorRT did not take the plan"}));

TEST(Failure, AMissingBuilderResourceIsNamed) {
  const Status status =
      explain_no_product("TensorRT 10.6.0 makes no builder here",
                         error("Unable to load library: libnvinfer_builder_resource.so.10.6.0"));
  EXPECT_EQ(status.code(), StatusCode::kUnsupported);
  EXPECT_THAT(status.message(), AllOf(HasSubstr("makes no builder here: its builder resource"),
                                      HasSubstr("fetch-tensorrt VERSION --all")));
}

TEST(Failure, ALongLogIsCut) {
  const std::vector<EngineLogLine> lines(30, {2, "again"});
  EXPECT_THAT(quote(lines), testing::EndsWith("TensorRT warning: again\n  ..."));
}

}  // namespace
}  // namespace plugsmith::trt
