// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/v2_plugin.hpp"

#include "tests/trt/v2/expressions.hpp"
#include "tests/trt/v2/older_test.hpp"

PLUGSMITH_BEGIN_V2
namespace plugsmith::trt {
namespace {

using testing::desc;
using Events = std::vector<std::string>;

TEST_F(OlderTest, IsToldApartByTheTopByteOfItsVersion) {
  const OwnedV2 plugin = create();
  const auto* base = static_cast<nvinfer1::IPluginV2*>(plugin.get());
  EXPECT_EQ(base->getTensorRTVersion(), (3 << 24) + NV_TENSORRT_VERSION);
}

TEST_F(OlderTest, TouchesNoDeviceWhileACandidateIsConfigured) {
  const OwnedV2 plugin = create();
  configure_candidate(*plugin, 16, 8);
  configure_shape(*plugin);  // a static network's candidate has no open dimension either
  EXPECT_EQ(events(), (Events{"configured up to [16,8]", "configured up to [4,8]"}));
}

TEST_F(OlderTest, OpensAtTheFirstShapeAndClosesWhenTerminatedAgainAndAgain) {
  const OwnedV2 plugin = create();
  configure_candidate(*plugin, 16, 8);
  EXPECT_EQ(events(), Events{"configured up to [16,8]"});
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(plugin->initialize(), 0);
    configure_shape(*plugin);
    ASSERT_EQ(enqueue(*plugin), 0);
    ASSERT_EQ(enqueue(*plugin), 0);
    plugin->terminate();
    EXPECT_EQ(events(), (Events{"opened", "shape [4,8] by wide", "launch", "launch", "closed"}));
  }
}

TEST_F(OlderTest, RunsAsACloneOfAnInitialisedObjectWithoutInitialize) {
  const OwnedV2 plugin = create();
  ASSERT_EQ(plugin->initialize(), 0);
  OwnedV2 context(plugin->clone());
  context->attachToContext(nullptr, nullptr, nullptr);
  configure_shape(*context);
  ASSERT_EQ(enqueue(*context), 0);
  configure_shape(*context);  // the state stays, the shape is told again
  ASSERT_EQ(enqueue(*context), 0);
  context->detachFromContext();
  EXPECT_EQ(events(), (Events{"opened", "shape [4,8] by wide", "launch", "shape [4,8] by wide",
                              "launch", "closed"}));
  context->attachToContext(nullptr, nullptr, nullptr);
  ASSERT_EQ(enqueue(*context), 0);
  context.reset();
  EXPECT_EQ(events(), (Events{"opened", "shape [4,8] by wide", "launch", "closed"}));
}

TEST_F(OlderTest, ReportsWhatFailedWhileConfiguredFromInitialize) {
  const OwnedV2 plugin = create();
  configure_candidate(*plugin, 101, 8);
  EXPECT_EQ(logger_.last(), "Older: x may grow to 101 rows; limit is 100, raise it");
  EXPECT_EQ(plugin->initialize(), static_cast<std::int32_t>(StatusCode::kOutOfRange));
  configure_candidate(*plugin, 100, 8);
  EXPECT_EQ(plugin->initialize(), 0);
}

TEST_F(OlderTest, ReportsWhatFailedAtAShapeFromEnqueueAndLogsItOnce) {
  const OwnedV2 plugin = create_failing("shape");
  ASSERT_EQ(plugin->initialize(), 0);
  configure_shape(*plugin);
  EXPECT_EQ(enqueue(*plugin), static_cast<std::int32_t>(StatusCode::kOutOfRange));
  EXPECT_EQ(enqueue(*plugin), static_cast<std::int32_t>(StatusCode::kOutOfRange));
  EXPECT_EQ(logger_.lines(), Events{"Older: told to fail at the shape"});
  EXPECT_EQ(events(), (Events{"opened", "shape [4,8] by wide"}));
}

TEST_F(OlderTest, WantsWorkspaceForWhicheverTacticAShapeTakes) {
  const OwnedV2 plugin = create();
  in_[0] = desc(kHalf, {4, 7});  // wide does not fit the largest shape, but may fit a smaller one
  EXPECT_EQ(plugin->getWorkspaceSize(in_.data(), 2, out_.data(), 2), 4U * 640 * sizeof(float));
}

TEST_F(OlderTest, SeesScalesAndOptionalInputs) {
  const OwnedV2 plugin = create();
  ASSERT_EQ(plugin->initialize(), 0);
  in_[0].type = out_[1].type = nvinfer1::DataType::kINT8;
  in_[0].scale = 0.5F;
  in_.push_back(desc(kFloat, {8}));
  configure_shape(*plugin);
  ASSERT_EQ(enqueue(*plugin), 0);
  EXPECT_EQ(events().back(), "launch with bias with scale 0.500000");
  in_[0].scale = -1.0F;
  ASSERT_EQ(enqueue(*plugin), 0);
  EXPECT_EQ(events().back(), "launch with bias");
}

TEST_F(OlderTest, AnswersAWeaklyTypedNetworkThatOnlyKnowsFloat) {
  const OwnedV2 plugin = create();
  const nvinfer1::DataType weak[] = {kFloat, kFloat};
  EXPECT_EQ(plugin->getOutputDataType(1, weak, 2), kFloat);
}

TEST_F(OlderTest, AnswersAStronglyTypedNetworkFromTheTable) {
  const OwnedV2 plugin = create();
  const nvinfer1::DataType strong[] = {kHalf, kFloat};
  EXPECT_EQ(plugin->getOutputDataType(1, strong, 2), kHalf);
  EXPECT_EQ(plugin->getOutputDataType(0, strong, 2), kFloat);
  const nvinfer1::DataType wrong[] = {nvinfer1::DataType::kINT32, kFloat};
  EXPECT_EQ(plugin->getOutputDataType(1, wrong, 2), kFloat);
  EXPECT_EQ(logger_.last(),
            "Older: input types (int32, float32) are not accepted; takes x: float16, int8; cache: "
            "float32; bias: float32; y: as x; insert a Cast before the node");
  EXPECT_EQ(plugin->getOutputDataType(2, strong, 2), kFloat);
  EXPECT_EQ(logger_.last(), "Older: getOutputDataType asks for output 2 of 2");
}

TEST_F(OlderTest, GivesOneOutputsShapeAtATime) {
  const OwnedV2 plugin = create();
  testing::Builder expressions;
  nvinfer1::DimsExprs in[2] = {};
  in[0].nbDims = 2;
  in[0].d[0] = expressions.make(4);
  in[0].d[1] = expressions.make(8);
  in[1].nbDims = 1;
  in[1].d[0] = expressions.make(2);
  const auto y = plugin->getOutputDimensions(1, in, 2, expressions.builder());
  ASSERT_EQ(y.nbDims, 2);
  EXPECT_EQ(testing::Builder::value(y.d[0]), 8);
  EXPECT_EQ(plugin->getOutputDimensions(0, in, 2, expressions.builder()).nbDims, 1);
  EXPECT_EQ(plugin->getOutputDimensions(2, in, 2, expressions.builder()).nbDims, -1);
  EXPECT_EQ(logger_.last(), "Older: getOutputDimensions asks for output 2 of 2");
}

TEST_F(OlderTest, LooksAtNothingBehindThePositionAsked) {
  const OwnedV2 plugin = create();
  std::vector<nvinfer1::PluginTensorDesc> io(4);
  io[0] = desc(kHalf, {-1, 8});
  for (std::size_t i = 1; i < 4; ++i) io[i].type = static_cast<nvinfer1::DataType>(99);
  EXPECT_TRUE(plugin->supportsFormatCombination(0, io.data(), 2, 2));
  io[1] = cache_;
  io[2] = cache_;
  io[3] = desc(nvinfer1::DataType::kINT8, {-1, 8});
  EXPECT_FALSE(plugin->supportsFormatCombination(3, io.data(), 2, 2));
  io[3] = io[0];
  EXPECT_TRUE(plugin->supportsFormatCombination(3, io.data(), 2, 2));
}

TEST_F(OlderTest, ComputesItsReferenceWithoutADevice) {
  const OwnedV2 plugin = create();
  auto& core = static_cast<V2Plugin&>(*plugin).core();
  core.expect_reference();
  ASSERT_EQ(plugin->initialize(), 0);
  configure_shape(*plugin);
  EXPECT_EQ(core.reference_code(in_.data(), out_.data(), {inputs_, outputs_, nullptr, nullptr},
                                nullptr, 0),
            0);
  EXPECT_EQ(memory_[0], 6.0F);
  EXPECT_EQ(events(), Events{});
}

struct Growing {
  static constexpr OpIdentity kIdentity{"Growing"};
  static constexpr In x{"x"};
  static constexpr Out y{"y"};
  static constexpr SizeOut count{"count"};
  static constexpr auto kFormats = formats(row(x = f32 * linear, y = same(x), count = i32));
  Status infer(InferContext&) const { return Status::ok(); }
  Status launch(LaunchContext&) const { return Status::ok(); }
  Status reference(ReferenceContext&) const { return Status::ok(); }
};
struct Shaped : Growing {
  static constexpr HostInput to{"to"};
  static constexpr auto kFormats = formats(row(x = f32 * linear, to = i64, y = same(x)));
};
struct Updating : Growing {
  static constexpr InOut cache{"cache", required};
  static constexpr auto kFormats = formats(row(cache = f32 * linear));
};
struct Choosy : Growing {
  static constexpr int kFormatLimit = 101;
  static constexpr auto kFormats = formats(row(x = f32 * linear, y = same(x)));
};

template <class Op>
std::string why_not() {
  return v2_obstacle(*op_entry<Op>().traits);
}

TEST(V2Form, IsRefusedWithTheReasonWhereTheInterfaceCannotExpressTheOp) {
  EXPECT_EQ(why_not<testing::OlderOp>(), "");
  EXPECT_EQ(why_not<Growing>(), "its output shape depends on data (size \"count\")");
  EXPECT_EQ(why_not<Shaped>(), "input \"to\" is a shape input, whose values it never sees");
  EXPECT_EQ(why_not<Updating>(), "output \"cache\" must lie in its input's memory");
  EXPECT_EQ(why_not<Choosy>(),
            "it wants to be asked for 101 format combinations, TensorRT stops at 100");
}

}  // namespace
}  // namespace plugsmith::trt
PLUGSMITH_END_V2
