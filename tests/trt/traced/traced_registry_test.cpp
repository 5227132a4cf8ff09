// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/traced/traced_registry.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "src/trt/engine/plugin_library.hpp"

// Exchanges creators in the registry of real TensorRT, which needs no GPU.

namespace plugsmith::traced {
namespace {

using Lines = std::vector<std::string>;

class RealRegistry : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(std::string(REAL_TENSORRT) + "/libnvinfer.so.10")) {
      GTEST_SKIP() << "no TensorRT 10.6: tools/fetch-tensorrt 10.6 gets it";
    }
    auto loaded = trt::TensorRt::load(REAL_TENSORRT, log_);
    ASSERT_TRUE(loaded.is_ok()) << loaded.status().message();
    tensorrt_ = std::move(loaded).value();
  }
  nvinfer1::IPluginRegistry& registry() { return tensorrt_->registry(); }
  nvinfer1::IPluginCreatorInterface* pad_to(const char* version) {
    return registry().getCreator("PadTo_PS", version, "plugsmith");
  }

  trt::EngineLog log_;
  std::unique_ptr<trt::TensorRt> tensorrt_;
};

TEST_F(RealRegistry, GivesTracedCreatorsOfALibraryAndThenItsOwnAgain) {
  trace::Trace trace(true);
  Lines untraced;
  {
    TracedRegistry traced(registry());
    const Status loaded =
        trt::load_plugin_library(*tensorrt_, OUR_LIBRARY, {}, trt::LoadAs::kCreators);
    ASSERT_TRUE(loaded.is_ok()) << loaded.message();
    const auto* plain = pad_to("1");
    const auto replaced = traced.trace_new_creators(trace, untraced);
    ASSERT_TRUE(replaced.is_ok()) << replaced.status().message();
    EXPECT_GT(replaced.value(), 20);  // every op in two forms
    EXPECT_EQ(untraced, Lines());
    EXPECT_EQ(traced.trace_new_creators(trace, untraced).value(), 0);
    EXPECT_NE(pad_to("1"), plain);

    auto* v3 = static_cast<nvinfer1::IPluginCreatorV3One*>(pad_to("1"));
    const nvinfer1::PluginFieldCollection none{0, nullptr};
    auto* plugin = v3->createPlugin("pad", &none, nvinfer1::TensorRTPhase::kBUILD);
    ASSERT_NE(plugin, nullptr);
    auto* copy = plugin->clone();
    delete copy;
    delete plugin;
    auto* v1 = static_cast<nvinfer1::IPluginCreator*>(pad_to("1.v2"));
    auto* old = v1->createPlugin("pad", &none);
    ASSERT_NE(old, nullptr);
    old->destroy();
  }
  EXPECT_EQ(trace.lines(),
            (Lines{"   createPlugin 'pad' phase 0 fields 0 -> #0", "   #0 clone -> #1", "   #1 ~",
                   "   #0 ~", "   createPlugin 'pad' fields 0 -> #2", "   #2 destroy"}));
  auto* own = static_cast<nvinfer1::IPluginCreatorV3One*>(pad_to("1"));
  ASSERT_NE(own, nullptr);
  delete own->createPlugin("pad", nullptr, nvinfer1::TensorRTPhase::kBUILD);
  EXPECT_EQ(trace.lines().size(), 6U);
}

// After the other test, which needs the registry without them.
TEST_F(RealRegistry, KeepsTheCreatorsOfALibraryThatLoadLibraryLoaded) {
  trace::Trace trace(true);
  Lines untraced;
  for (auto* creator : trt::registered_creators(*tensorrt_)) registry().deregisterCreator(*creator);
  TracedRegistry traced(registry());
  ASSERT_NE(registry().loadLibrary(OUR_LIBRARY), nullptr);
  const auto replaced = traced.trace_new_creators(trace, untraced);
  ASSERT_FALSE(replaced.is_ok());
  EXPECT_NE(replaced.status().message().find("it keeps those of libraries that loadLibrary loaded"),
            std::string::npos)
      << replaced.status().message();
}

}  // namespace
}  // namespace plugsmith::traced
