// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>

#include "tests/host/v2_probe_host.hpp"

// Plugins of the IPluginV2 family that break the contract: each gives a Status whose message names
// op, layer, object and method.

namespace plugsmith::testing {
namespace {

/// Adds the layer, builds it, deserializes it, makes a context and runs it once.
Status play_life(V2ProbeHost& host) {
  auto layer = host->add_layer(v2_layer());
  if (!layer.is_ok()) return layer.status();
  auto engine = layer.value()->build(v2_profile());
  if (!engine.is_ok()) return engine.status();
  auto context = engine.value()->create_context();
  if (!context.is_ok()) return context.status();
  std::vector<float> in(std::size_t{2} * 8 * 32 * 32), out(in.size());
  std::vector<host::MutableTensor> outputs{{out.data(), {2, 8, 32, 32}}};
  return context.value()->run({{in.data(), {2, 8, 16, 16}}}, {}, outputs,
                              host::Execution::kEnqueueOnHost);
}

struct Misbehaviour {
  const char* name;
  V2Fault fault;
  StatusCode code;
  std::string message;
};

void PrintTo(const Misbehaviour& misbehaviour, std::ostream* out) { *out << misbehaviour.name; }

const std::vector<Misbehaviour>& misbehaviours() {
  static const std::vector<Misbehaviour> list {
    {"NullCreatePlugin", V2Fault::kCreateNull, StatusCode::kInvalidArgument,
     "createPlugin of creator Probe version 1 refused the attributes (it returned null)"},
        {"NullDeserializePlugin", V2Fault::kDeserializeNull, StatusCode::kInvalidArgument,
         "deserializePlugin of creator Probe version 1 returned null for the 4 bytes that "
         "serialize "
         "wrote; it must take them"},
        {"OtherMajor", V2Fault::kOtherMajor, StatusCode::kUnsupported,
         "getTensorRTVersion says that it was compiled for TensorRT 7, but this host plays "
         "TensorRT " +
             std::to_string(host::PluginHost::generation())},
        {"Python", V2Fault::kPython, StatusCode::kUnsupported,
         "is an IPluginV2DynamicExt made in Python; the embedded host runs plugins written in C++"},
        {"UnknownClass", V2Fault::kUnknownClass, StatusCode::kUnsupported,
         "the top byte of the plugin's getTensorRTVersion is 9, which stands for no interface"},
        {"NullClone", V2Fault::kClone, StatusCode::kInvalidArgument,
         "clone returned null; must return a copy of the plugin (object #0)"},
        {"CloneOfItself", V2Fault::kCloneReturnsThis, StatusCode::kInvalidArgument,
         "clone returned the object itself; must return a new one (object #0)"},
        {"NullType", V2Fault::kTypeNull, StatusCode::kInvalidArgument,
         "getPluginType returned null; must be the creator's name (object #0)"},
        {"OtherType", V2Fault::kOtherType, StatusCode::kInvalidArgument,
         "cannot deserialize the plugin: Cannot find plugin: Other, version: 1, namespace:.; that "
         "is "
         "what the plugin's getPluginType, getPluginVersion and getPluginNamespace say"},
        {"ZeroOutputs", V2Fault::kOutputCount, StatusCode::kInvalidArgument,
         "getNbOutputs returned 0; must be at least 1 (object #0)"},
        {"NoDataType", V2Fault::kDataType, StatusCode::kInvalidArgument,
         "getOutputDataType gave output 0 type 77, which is no nvinfer1::DataType (object #0)"},
        {"BoolOutput", V2Fault::kBoolOutput, StatusCode::kUnsupported,
         "getOutputDataType makes output 0 bool; TensorRT takes neither bool nor uint8 at a "
         "plugin"},
        {"DimensionsNotWritten", V2Fault::kDimensionsNotWritten, StatusCode::kInvalidArgument,
         "getOutputDimensions gave output 0 -1 dimensions; must be 0 to 7"},
        {"NullDimension", V2Fault::kNullDimension, StatusCode::kInvalidArgument,
         "getOutputDimensions left dimension 0 of output 0 null; must be an expression of this "
         "call"},
        {"StaleExpression", V2Fault::kStaleExpression, StatusCode::kInvalidArgument,
         "getOutputDimensions took an expression of another call for dimension 2 of output 0"},
#if PLUGSMITH_GENERATION >= 10
        {"SizeTensor", V2Fault::kSizeTensor, StatusCode::kInvalidArgument,
         "in getOutputDimensions, declareSizeTensor() was called; only an IPluginV3 can have sizes "
         "that depend on data"},
#endif
        {"NegativeWorkspace", V2Fault::kWorkspaceMinusOne, StatusCode::kInvalidArgument,
         "getWorkspaceSize returned 18446744073709551615 bytes: a negative number or an overflow"},
        {"HugeWorkspace", V2Fault::kWorkspace, StatusCode::kResourceExhausted,
         "plugin node (Unnamed Layer* 1) [PluginV2DynamicExt] requires 1125899906842624 bytes of "
         "scratch space, but only 4294967296 is available"},
        {"InitializeCode", V2Fault::kInitialize, StatusCode::kInternal,
         "initialize reported a non-zero return code: 3; 0 means success (object #4)"},
        {"InitializeCodeAtRuntime", V2Fault::kInitializeAtRuntime, StatusCode::kInternal,
         "initialize reported a non-zero return code: 3; 0 means success (object #5)"},
        {"HugeSerializationSize", V2Fault::kSizeMinusOne, StatusCode::kInvalidArgument,
         "getSerializationSize returned 18446744073709551615; must be the number of bytes that "
         "serialize writes (object #4)"},
        {"GrowingSerializationSize", V2Fault::kSizeGrows, StatusCode::kInvalidArgument,
         "getSerializationSize returned 5, then 6; it must not change on one object"},
        {"SerializesBeyond", V2Fault::kSerializeBeyond, StatusCode::kInvalidArgument,
         "serialize wrote outside the 4 bytes that getSerializationSize announces; make both agree "
         "(object #4)"},
        {"SerializesBefore", V2Fault::kSerializeBefore, StatusCode::kInvalidArgument,
         "serialize wrote outside the 4 bytes that getSerializationSize announces"},
        {"EnqueueCode", V2Fault::kEnqueue, StatusCode::kInternal,
         "enqueue reported a non-zero return code: 1; 0 means success (object #6)"},
  };
  return list;
}

class V2Misbehaving : public ::testing::TestWithParam<Misbehaviour> {};

TEST_P(V2Misbehaving, GivesAStatusThatNamesTheMethodAndLeavesNoObjectBehind) {
  V2Behaviour behaviour;
  behaviour.fault = GetParam().fault;
  V2ProbeHost host(behaviour);
  ASSERT_TRUE(host.registered());
  const Status status = play_life(host);
  ASSERT_FALSE(status.is_ok());
  EXPECT_EQ(status.code(), GetParam().code) << status.message();
  EXPECT_NE(status.message().find(GetParam().message), std::string::npos) << status.message();
  EXPECT_NE(status.message().find("Probe \"pad\""), std::string::npos) << status.message();
  EXPECT_EQ(host.creator().record().alive, 0);
  EXPECT_EQ(host.creator().record().initialized, 0);
}

std::string name_of(const ::testing::TestParamInfo<Misbehaviour>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(Plugin, V2Misbehaving, ::testing::ValuesIn(misbehaviours()), name_of);

TEST(V2Behaving, TheUnbrokenProbePassesTheSameLife) {
  V2ProbeHost host(V2Behaviour{});
  const Status status = play_life(host);
  EXPECT_TRUE(status.is_ok()) << status.message();
  EXPECT_EQ(host.creator().record().alive, 0);
  EXPECT_EQ(host.creator().record().initialized, 0);
}

TEST(V2Behaving, TheOutputsOfEnqueueReachTheCaller) {
  V2Behaviour behaviour;
  behaviour.compute = [](const void* const* inputs, void* const* outputs) {
    *static_cast<float*>(outputs[0]) = 2 * *static_cast<const float*>(inputs[0]);
    return 0;
  };
  V2ProbeHost host(behaviour);
  auto layer = host->add_layer(v2_layer({1, 8, 16, 16}));
  ASSERT_TRUE(layer.is_ok()) << layer.status().message();
  EXPECT_EQ(layer.value()->outputs()[0].dims, (host::DimValues{1, 8, 32, 32}));
  auto engine = layer.value()->build({});
  ASSERT_TRUE(engine.is_ok()) << engine.status().message();
  EXPECT_EQ(engine.value()->info().blob, (std::vector<std::byte>{std::byte{32}, {}, {}, {}}));
  auto context = engine.value()->create_context();
  ASSERT_TRUE(context.is_ok()) << context.status().message();
  std::vector<float> in(std::size_t{8} * 16 * 16, 3.0F), out(std::size_t{8} * 32 * 32);
  std::vector<host::MutableTensor> outputs{{out.data(), {1, 8, 32, 32}}};
  const Status status = context.value()->run({{in.data(), {1, 8, 16, 16}}}, {}, outputs,
                                             host::Execution::kEnqueueOnHost);
  ASSERT_TRUE(status.is_ok()) << status.message();
  EXPECT_EQ(out[0], 6.0F);
}

TEST(V2Failures, NoSupportedFormatNamesTheTypesAndTheLayer) {
  V2Behaviour behaviour;
  behaviour.accepts = [](int, const nvinfer1::PluginTensorDesc&) { return false; };
  V2ProbeHost host(behaviour);
  const Status status = play_life(host);
  EXPECT_EQ(status.code(), StatusCode::kUnsupported);
  EXPECT_NE(status.message().find("could not find any supported formats consistent with "
                                  "input/output data types (float32 -> float32)"),
            std::string::npos)
      << status.message();
}

TEST(V2Failures, AnOpWithoutReferenceSaysThatItCannotComputeHere) {
  V2ProbeHost host(V2Behaviour{});
  auto layer = host->add_layer(v2_layer({1, 8, 16, 16}));
  ASSERT_TRUE(layer.is_ok());
  auto engine = layer.value()->build({});
  ASSERT_TRUE(engine.is_ok());
  EXPECT_FALSE(engine.value()->has_reference());
  auto context = engine.value()->create_context();
  ASSERT_TRUE(context.is_ok());
  std::vector<float> in(std::size_t{8} * 16 * 16), out(std::size_t{8} * 32 * 32);
  std::vector<host::MutableTensor> outputs{{out.data(), {1, 8, 32, 32}}};
  const Status status =
      context.value()->run({{in.data(), {1, 8, 16, 16}}}, {}, outputs, host::Execution::kReference);
  EXPECT_EQ(status.code(), StatusCode::kUnsupported);
  EXPECT_NE(status.message().find("the op has no CPU reference"), std::string::npos)
      << status.message();
}

TEST(V2Failures, ShapeInputsAreRefusedBeforeThePluginIsMade) {
  V2ProbeHost host(V2Behaviour{});
  host::LayerSpec spec = v2_layer();
  spec.shape_inputs = {{"size", DataType::kInt64, {2}}};
  const auto layer = host->add_layer(spec);
  ASSERT_FALSE(layer.is_ok());
  EXPECT_EQ(layer.status().code(), StatusCode::kUnsupported);
  EXPECT_NE(layer.status().message().find("plugins of the IPluginV2 family take none"),
            std::string::npos)
      << layer.status().message();
  EXPECT_EQ(host.creator().record().objects, 0);
}

TEST(V2Failures, BytesThatDifferBetweenTwoCallsAreAWarning) {
  V2Behaviour behaviour;
  behaviour.fault = V2Fault::kSerializeRandom;
  V2ProbeHost host(behaviour);
  const Status status = play_life(host);
  EXPECT_TRUE(status.is_ok()) << status.message();
  const auto& log = host.log();
  EXPECT_TRUE(std::any_of(log.begin(), log.end(), [](const std::string& line) {
    return line.find("serialize wrote different bytes when it was called again") !=
           std::string::npos;
  }));
}

TEST(V2Failures, BytesThatSerializeLeavesUnwrittenAreAWarningOnly) {
  V2Behaviour behaviour;
  behaviour.fault = V2Fault::kSerializeLess;
  V2ProbeHost host(behaviour);
  // The probe does not take the byte that the host's memory held before, and says so.
  EXPECT_NE(play_life(host).message().find("deserializePlugin of creator Probe version 1 returned"),
            std::string::npos);
  const auto& log = host.log();
  EXPECT_TRUE(std::any_of(log.begin(), log.end(), [](const std::string& line) {
    return line.find("serialize wrote only 3 of the 4 bytes that getSerializationSize announces") !=
           std::string::npos;
  }));
}

}  // namespace
}  // namespace plugsmith::testing
