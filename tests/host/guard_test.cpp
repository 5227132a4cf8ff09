// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/call_guard.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "src/host/boundary.hpp"
#include "src/host/log.hpp"
#include "tests/host/probe_host.hpp"

namespace plugsmith::host {
namespace {

class Recording final : public CallObserver {
 public:
  void begin(const char* object, const char* method) override {
    events.push_back(std::string(object) + " " + method);
  }
  void end() override { events.emplace_back("end"); }
  std::vector<std::string> events;
};

TEST(CallGuard, TellsObjectAndMethodAroundTheCall) {
  Recording observer;
  const Status status =
      guarded(&observer, "#3", "clone", [&] { observer.events.emplace_back("call"); });
  EXPECT_TRUE(status.is_ok());
  EXPECT_EQ(observer.events, (std::vector<std::string>{"#3 clone", "call", "end"}));
}

TEST(CallGuard, NamesTheOuterCallAgainWhenANestedOneEnds) {
  Recording observer;
  const Status status = guarded(&observer, "library x", "dlopen", [&] {
    const Status inner = guarded(&observer, "a creator", "getPluginName", [] {});
    EXPECT_TRUE(inner.is_ok());
  });
  EXPECT_TRUE(status.is_ok());
  EXPECT_EQ(observer.events,
            (std::vector<std::string>{"library x dlopen", "a creator getPluginName", "end",
                                      "library x dlopen", "end"}));
}

TEST(CallGuard, TurnsAnExceptionIntoAStatusThatNamesTheCall) {
  Recording observer;
  const Status status =
      guarded(&observer, "library x", "getCreators", [] { throw std::runtime_error("no device"); });
  EXPECT_EQ(status.code(), StatusCode::kInternal);
  EXPECT_EQ(status.message(),
            "getCreators of library x threw an exception (no device); no exception may leave a "
            "plugin: return the failure value");
  EXPECT_EQ(observer.events.back(), "end");
}

TEST(CallGuard, TurnsAnyThrownThingIntoAStatus) {
  const Status status = guarded(nullptr, "#1", "enqueue", [] { throw 7; });
  EXPECT_NE(status.message().find("enqueue of #1 threw an exception of unknown type"),
            std::string::npos);
}

TEST(Log, LinesOfAPluginAreQuotedInTheStatusOfTheOperation) {
  HostLogger logger(nullptr);
  using Severity = nvinfer1::ILogger::Severity;
  const Status status = at_boundary([&] {
    logger.log(Severity::kERROR, "size is -4");
    logger.log(Severity::kVERBOSE, "chatter");
    return invalid_argument("createPlugin returned null.");
  });
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(status.message(), "createPlugin returned null. The plugin logged: \"size is -4\"");
}

TEST(Log, LinesOfOneOperationDoNotLeakIntoTheNext) {
  HostLogger logger(nullptr);
  (void)at_boundary([&] {
    logger.log(nvinfer1::ILogger::Severity::kERROR, "old");
    return Status::ok();
  });
  EXPECT_EQ(at_boundary([] { return internal_error("new."); }).message(), "new.");
}

TEST(Log, EveryLineReachesTheListenerWithItsSeverity) {
  std::vector<std::pair<std::int32_t, std::string>> lines;
  HostLogger logger(
      [&](std::int32_t severity, const std::string& text) { lines.emplace_back(severity, text); });
  HostLoggerFinder finder(logger);
  finder.findLogger()->log(nvinfer1::ILogger::Severity::kVERBOSE, "chatter");
  finder.findLogger()->log(nvinfer1::ILogger::Severity::kERROR, nullptr);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].first, 4);
  EXPECT_EQ(lines[0].second, "chatter");
  EXPECT_EQ(lines[1].second, "(null message)");
}

TEST(Log, AListenerThatThrowsDoesNotHarmThePluginThatLogs) {
  HostLogger logger([](std::int32_t, const std::string&) { throw 1; });
  logger.log(nvinfer1::ILogger::Severity::kERROR, "text");
}

TEST(Host, ASecondOneInAProcessIsRefusedWhileTheFirstLives) {
  {
    testing::ProbeHost first({});
    const auto second = PluginHost::create({});
    ASSERT_FALSE(second.is_ok());
    EXPECT_EQ(second.status().message(),
              "this process has an embedded host already; a process can have one");
  }
  EXPECT_TRUE(PluginHost::create({}).is_ok());
}

TEST(Host, AnnouncesEveryCallIntoAPlugin) {
  Recording observer;
  HostOptions options;
  options.observer = &observer;
  auto host = PluginHost::create(std::move(options));
  ASSERT_TRUE(host.is_ok());
  testing::ProbeCreator creator({});
  ASSERT_TRUE(registry_of(**host).registerCreator(creator, ""));
  auto layer = (*host)->add_layer(testing::probe_layer());
  ASSERT_TRUE(layer.is_ok());
  auto engine = layer.value()->build(testing::probe_profile());
  ASSERT_TRUE(engine.is_ok());
  const auto has = [&](const std::string& event) {
    return std::find(observer.events.begin(), observer.events.end(), event) !=
           observer.events.end();
  };
  for (const char* event :
       {"creator Probe createPlugin", "#0 getCapabilityInterface", "#0 getNbOutputs", "#0 clone",
        "#1 getOutputShapes", "#3 supportsFormatCombination", "#4 configurePlugin",
        "#5 getWorkspaceSize", "#5 getFieldsToSerialize", "#5 destructor"}) {
    EXPECT_TRUE(has(event)) << event;
  }
}

TEST(Host, ListsItsCreatorsWithTheirFields) {
  testing::ProbeHost host({});
  const auto creators = host->creators();
  ASSERT_EQ(creators.size(), 1U);
  EXPECT_EQ(creators[0].name, "Probe");
  EXPECT_EQ(creators[0].version, "1");
  EXPECT_EQ(creators[0].name_space, "");
  EXPECT_STREQ(to_string(creators[0].kind), "IPluginCreatorV3One");
  ASSERT_EQ(creators[0].fields.size(), 1U);
  EXPECT_EQ(creators[0].fields[0].name, "target");
  EXPECT_EQ(creators[0].fields[0].type, FieldType::kInt32);
  EXPECT_EQ(creators[0].fields[0].length, 1);
}

}  // namespace
}  // namespace plugsmith::host
