// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <ostream>

#include "tests/host/probe_host.hpp"

// Plugins that break the contract, where TensorRT would crash or say little: each gives a Status
// whose message names op, layer, object and method.

namespace plugsmith::testing {
namespace {

struct Misbehaviour {
  const char* name;
  Fault fault;
  StatusCode code;
  std::string message;
};

void PrintTo(const Misbehaviour& misbehaviour, std::ostream* out) { *out << misbehaviour.name; }

const std::vector<Misbehaviour>& misbehaviours() {
  static const std::vector<Misbehaviour> list{
      {"NullCreatePlugin", Fault::kCreateNull, StatusCode::kInvalidArgument,
       "Probe \"pad\": createPlugin of creator Probe version 1 refused the attributes (it returned "
       "null)"},
      {"NullCreatePluginAtRuntime", Fault::kCreateAtRuntime, StatusCode::kInvalidArgument,
       "Probe \"pad\": createPlugin of creator Probe version 1 returned null when the engine was "
       "deserialized; TensorRT crashes on that. It must take what getFieldsToSerialize gave"},
      {"NullBuildCapability", Fault::kNoBuildCapability, StatusCode::kInvalidArgument,
       "Probe \"pad\": getCapabilityInterface(kBUILD) returned null; TensorRT crashes on that. "
       "Return a pointer converted through the capability's own class (object #0)"},
      {"WrongCapabilityKind", Fault::kWrongCapabilityKind, StatusCode::kInvalidArgument,
       "getCapabilityInterface(kCORE) returned an interface of kind \"STRANGE\"; must be "
       "\"PLUGIN_V3ONE_CORE\""},
      {"NullClone", Fault::kClone, StatusCode::kInvalidArgument,
       "Probe \"pad\": clone returned null; TensorRT crashes on that. It must return a copy of the "
       "plugin (object #0)"},
      {"CloneOfItself", Fault::kCloneReturnsThis, StatusCode::kInvalidArgument,
       "clone returned the object itself; must return a new one (object #0)"},
      {"NullAttach", Fault::kAttach, StatusCode::kInvalidArgument,
       "Probe \"pad\": attachToContext returned null; TensorRT crashes on that. It must return a "
       "new plugin object for the context (object #3)"},
      {"AttachOfItself", Fault::kAttachReturnsThis, StatusCode::kInvalidArgument,
       "attachToContext returned the object itself; must return a new one (object #3)"},
      {"ZeroOutputs", Fault::kOutputCount, StatusCode::kInvalidArgument,
       "getNbOutputs returned 0; TensorRT crashes on that. It must be at least 1 (object #0)"},
      {"DataTypesCode", Fault::kDataTypes, StatusCode::kInternal,
       "getOutputDataTypes reported a non-zero return code: 1; 0 means success (object #0)"},
      {"TypesNotWritten", Fault::kTypesNotWritten, StatusCode::kInvalidArgument,
       "getOutputDataTypes did not write the type of output 0 (object #0)"},
      {"BoolOutput", Fault::kBoolOutput, StatusCode::kUnsupported,
       "getOutputDataTypes makes output 0 bool; TensorRT takes neither bool nor uint8 at a plugin"},
      {"ShapesCode", Fault::kShapes, StatusCode::kInternal,
       "getOutputShapes reported a non-zero return code: 1; 0 means success (object #1)"},
      {"ShapesNotWritten", Fault::kShapesNotWritten, StatusCode::kInvalidArgument,
       "getOutputShapes did not write output 0; must set nbDims and d of every output"},
      {"NullDimension", Fault::kNullDimension, StatusCode::kInvalidArgument,
       "getOutputShapes left dimension 0 of output 0 null; must be an expression of this call"},
      {"NegativeDimension", Fault::kNegativeDimension, StatusCode::kOutOfRange,
       "dimension 0 of output 0 evaluates to -1; must not be negative: check the expressions in "
       "getOutputShapes"},
      {"DivisionByZero", Fault::kDivisionByZero, StatusCode::kOutOfRange,
       "dimension 0 of output 0 cannot be computed: division of 1 by zero"},
      {"Overflow", Fault::kOverflow, StatusCode::kOutOfRange,
       "dimension 0 of output 0 cannot be computed: 4 * 9223372036854775807 does not fit 64 bits"},
      {"StaleExpression", Fault::kStaleExpression, StatusCode::kInvalidArgument,
       "getOutputShapes took an expression of another call for dimension 0 of output 0; "
       "expressions "
       "die when the call returns: keep none"},
      {"ConfigureCode", Fault::kConfigure, StatusCode::kInternal,
       "configurePlugin reported a non-zero return code: 1; 0 means success (object #4)"},
      {"TooManyTactics", Fault::kTooManyTactics, StatusCode::kInvalidArgument,
       "getValidTactics wrote more than the 0 tactics that getNbTactics announces (object #4)"},
      {"ZeroTactic", Fault::kZeroTactic, StatusCode::kInvalidArgument,
       "getValidTactics gave tactic 0 at position 0; tactics must be positive and unique"},
      {"ZeroLimit", Fault::kZeroLimit, StatusCode::kInvalidArgument,
       "getFormatCombinationLimit returned 0; must be at least 1 (object #3)"},
      {"HugeWorkspace", Fault::kWorkspace, StatusCode::kResourceExhausted,
       "plugin node (Unnamed Layer* 1) [PluginV3_V3ONE] requires 1125899906842624 bytes of scratch "
       "space, but only 4294967296 is available; raise the workspace limit, or check "
       "getWorkspaceSize"},
      {"NegativeWorkspace", Fault::kWorkspaceMinusOne, StatusCode::kInvalidArgument,
       "getWorkspaceSize returned 18446744073709551615 bytes: a negative number or an overflow"},
      {"SetTacticCode", Fault::kSetTactic, StatusCode::kInternal,
       "setTactic reported a non-zero return code: 1; 0 means success (object #5)"},
      {"FieldWithoutData", Fault::kFieldWithoutData, StatusCode::kInvalidArgument,
       "getFieldsToSerialize field 0 (target) has length 1 but null data (object #5)"},
      {"OtherName", Fault::kName, StatusCode::kInvalidArgument,
       "cannot deserialize the plugin: Cannot find plugin: Other, version: 1, namespace:."},
      {"OnShapeChangeCode", Fault::kOnShapeChange, StatusCode::kInternal,
       "onShapeChange reported a non-zero return code: 1; 0 means success (object #7)"},
      {"EnqueueCode", Fault::kEnqueue, StatusCode::kInternal,
       "enqueue reported a non-zero return code: 1; 0 means success (object #7)"},
  };
  return list;
}

class Misbehaving : public ::testing::TestWithParam<Misbehaviour> {};

TEST_P(Misbehaving, GivesAStatusThatNamesTheMethodAndLeavesNoObjectBehind) {
  ProbeBehaviour behaviour;
  behaviour.fault = GetParam().fault;
  ProbeHost host(behaviour);
  const Status status = play_life(host);
  ASSERT_FALSE(status.is_ok());
  EXPECT_EQ(status.code(), GetParam().code) << status.message();
  EXPECT_NE(status.message().find(GetParam().message), std::string::npos) << status.message();
  EXPECT_NE(status.message().find("Probe \"pad\""), std::string::npos) << status.message();
  EXPECT_EQ(host.creator().alive(), 0);
}

std::string name_of(const ::testing::TestParamInfo<Misbehaviour>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(Plugin, Misbehaving, ::testing::ValuesIn(misbehaviours()), name_of);

TEST(Behaving, TheUnbrokenProbePassesTheSameLife) {
  ProbeHost host({});
  const Status status = play_life(host);
  EXPECT_TRUE(status.is_ok()) << status.message();
  EXPECT_EQ(host.creator().alive(), 0);
}

TEST(Failures, AnAliasedInputThatDoesNotExistIsRefused) {
  ProbeBehaviour behaviour;
  behaviour.build_v2 = true;
  behaviour.fault = Fault::kAliasOutOfRange;
  ProbeHost host(behaviour);
  const Status status = play_life(host);
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_NE(status.message().find(
                "getAliasedInput(0) returned 5; must be -1 or an input, 0 to 0 (object #2)"),
            std::string::npos)
      << status.message();
}

TEST(Failures, AnUnknownCreatorIsNamedWithTheVersionsThatExist) {
  ProbeHost host({});
  host::LayerSpec spec = probe_layer();
  spec.creator_version = std::string("2");
  const auto layer = host->add_layer(spec);
  ASSERT_FALSE(layer.is_ok());
  EXPECT_EQ(
      layer.status().message(),
      "no creator Probe version 2 is registered; registered under that name: Probe version 1");
}

TEST(Failures, ATacticThatThePluginDoesNotOfferIsRefusedWithThoseItDoes) {
  ProbeBehaviour behaviour;
  behaviour.tactics = {1, 2, 5};
  ProbeHost host(behaviour);
  auto layer = host->add_layer(probe_layer());
  ASSERT_TRUE(layer.is_ok());
  host::BuildOptions options = probe_profile();
  options.preferred_tactic = 3;
  const auto engine = layer.value()->build(options);
  ASSERT_FALSE(engine.is_ok());
  EXPECT_NE(engine.status().message().find("no candidate with tactic 3"), std::string::npos);
  EXPECT_NE(engine.status().message().find("the tactics are 1, 2, 5"), std::string::npos);
}

TEST(Failures, AProfileOutOfOrderIsRefusedWithItsInput) {
  ProbeHost host({});
  auto layer = host->add_layer(probe_layer());
  ASSERT_TRUE(layer.is_ok());
  host::BuildOptions options = probe_profile();
  options.profile[0].opt = {2, 8, 64, 16};
  const auto engine = layer.value()->build(options);
  ASSERT_FALSE(engine.is_ok());
  EXPECT_NE(engine.status().message().find(
                "the profile of input \"x\" is min [1,8,1,1] opt [2,8,64,16] max [4,8,32,32] for a "
                "tensor [-1,8,-1,-1]; give min <= opt <= max for every dimension"),
            std::string::npos)
      << engine.status().message();
}

TEST(Failures, ABoolInputIsRefusedBeforeThePluginIsMade) {
  ProbeHost host({});
  host::LayerSpec spec = probe_layer();
  spec.inputs[0].type = DataType::kBool;
  const auto layer = host->add_layer(spec);
  ASSERT_FALSE(layer.is_ok());
  EXPECT_EQ(layer.status().code(), StatusCode::kUnsupported);
  EXPECT_NE(layer.status().message().find("TensorRT takes neither bool nor uint8"),
            std::string::npos);
  EXPECT_TRUE(host->trace().empty());
}

}  // namespace
}  // namespace plugsmith::testing
