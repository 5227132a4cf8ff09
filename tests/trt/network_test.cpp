// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/network.hpp"

#include <NvInfer.h>
#include <gtest/gtest.h>

#include <memory>

#include "src/host/plugin_host.hpp"
#include "tests/trt/feature_op.hpp"
#include "tests/trt/sample_op.hpp"

namespace plugsmith::trt {
namespace {

using testing::SampleOp;

// Compiled against both generations' real network type, never called: a builder needs a GPU.
[[maybe_unused]] Result<nvinfer1::IPluginV3Layer*> in_a_real_network(
    nvinfer1::INetworkDefinition& network, nvinfer1::ITensor& x, nvinfer1::ITensor& scale) {
  return add_to_network(network, SampleOp{1, 5}, LayerInputs<nvinfer1::ITensor>{{&x, &scale}});
}

// Stands for a network: does with a plugin what TensorRT's addPluginV3 does first.
struct Tensor {};
struct Layer {
  std::unique_ptr<nvinfer1::IPluginV3> plugin;
  std::int32_t outputs = 0, inputs = 0, shape_inputs = 0;
};
struct Network {
  Layer layer;
  bool refuses = false;
  Layer* addPluginV3(Tensor* const*, std::int32_t inputs, Tensor* const*, std::int32_t shape_inputs,
                     nvinfer1::IPluginV3& plugin) {
    auto* build = static_cast<nvinfer1::IPluginV3OneBuild*>(
        plugin.getCapabilityInterface(nvinfer1::PluginCapabilityType::kBUILD));
    layer.outputs = build->getNbOutputs();
    layer.inputs = inputs;
    layer.shape_inputs = shape_inputs;
    layer.plugin.reset(plugin.clone());
    return refuses ? nullptr : &layer;
  }
};

// One host per process, kept: the creators registered with it are static.
host::PluginHost& process_host() {
  static Result<std::unique_ptr<host::PluginHost>> made = [] {
    host::HostOptions options;
    options.stand_in_path = PLUGSMITH_STAND_IN;
    return host::PluginHost::create(options);
  }();
  EXPECT_TRUE(made.is_ok()) << made.status().message();
  return **made;
}

TEST(AddToNetwork, AddsAPluginWithTheAttributesAndRegistersItsCreator) {
  host::PluginHost& host = process_host();
  Network network;
  Tensor x, scale;
  const auto layer = add_to_network(network, SampleOp{1, 5}, LayerInputs<Tensor>{{&x, &scale}});
  ASSERT_TRUE(layer.is_ok()) << layer.status().message();
  EXPECT_EQ((*layer)->inputs, 2);
  EXPECT_EQ((*layer)->outputs, 2);
  auto* build = static_cast<nvinfer1::IPluginV3OneBuild*>(
      network.layer.plugin->getCapabilityInterface(nvinfer1::PluginCapabilityType::kBUILD));
  EXPECT_STREQ(build->getTimingCacheID(), "schema=2;low=1;high=5;fail=\"\"");
  const auto again = add_to_network(network, SampleOp{2, 5}, LayerInputs<Tensor>{{&x, &scale}});
  EXPECT_TRUE(again.is_ok());
  host::LayerSpec spec;
  spec.creator_name = "Sample";
  spec.creator_version = "3";
  spec.creator_namespace = "tests";
  spec.layer_name = "sample";
  spec.inputs = {{"x", DataType::kFloat, {4, 3}}, {"scale", DataType::kFloat, {1}}};
  const auto found = host.add_layer(spec);
  EXPECT_TRUE(found.is_ok()) << found.status().message();
}

TEST(AddToNetwork, HandsOverShapeInputs) {
  process_host();
  Network network;
  Tensor x, cache, target;
  const auto layer =
      add_to_network(network, testing::FeatureOp{}, LayerInputs<Tensor>{{&x, &cache}, {&target}});
  ASSERT_TRUE(layer.is_ok()) << layer.status().message();
  EXPECT_EQ((*layer)->shape_inputs, 1);
}

TEST(AddToNetwork, RefusesIllegalAttributesBeforeTheNetworkSeesThem) {
  process_host();
  Network network;
  Tensor x;
  const auto range = add_to_network(network, SampleOp{-1, 5}, LayerInputs<Tensor>{{&x, &x}});
  ASSERT_FALSE(range.is_ok());
  EXPECT_EQ(range.status().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(range.status().message(), "Sample: attribute \"low\" is -1; must be at least 0");
  const auto order = add_to_network(network, SampleOp{9, 5}, LayerInputs<Tensor>{{&x, &x}});
  ASSERT_FALSE(order.is_ok());
  EXPECT_EQ(order.status().message(), "Sample: low is 9, above high 5; lower it");
  EXPECT_EQ(network.layer.plugin, nullptr);
}

TEST(AddToNetwork, SaysThatTheNetworkRefusedTheLayer) {
  process_host();
  Network network;
  network.refuses = true;
  Tensor x;
  const auto layer = add_to_network(network, SampleOp{}, LayerInputs<Tensor>{{&x, &x}});
  ASSERT_FALSE(layer.is_ok());
  EXPECT_EQ(layer.status().message(),
            "Sample: the network refused the layer; see the messages before");
}

}  // namespace
}  // namespace plugsmith::trt
