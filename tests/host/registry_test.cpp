// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/registry.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/host/probe.hpp"

namespace plugsmith::host {
namespace {

using nvinfer1::ErrorCode;
using testing::ProbeCreator;

/// A V3 creator of any name.
class NamedCreator final : public nvinfer1::IPluginCreatorV3One {
 public:
  NamedCreator(const char* name, const char* version, const char* name_space)
      : name_(name), version_(version), name_space_(name_space) {}
  nvinfer1::IPluginV3* createPlugin(nvinfer1::AsciiChar const*,
                                    nvinfer1::PluginFieldCollection const*,
                                    nvinfer1::TensorRTPhase) noexcept override {
    return nullptr;
  }
  nvinfer1::PluginFieldCollection const* getFieldNames() noexcept override { return &fields_; }
  nvinfer1::AsciiChar const* getPluginName() const noexcept override { return name_; }
  nvinfer1::AsciiChar const* getPluginVersion() const noexcept override { return version_; }
  nvinfer1::AsciiChar const* getPluginNamespace() const noexcept override { return name_space_; }

 private:
  const char *name_, *version_, *name_space_;
  nvinfer1::PluginFieldCollection fields_{};
};

/// A creator of a kind that TensorRT does not know.
class StrangeCreator final : public nvinfer1::IPluginCreatorInterface {
 public:
  nvinfer1::InterfaceInfo getInterfaceInfo() const noexcept override { return {"STRANGE", 1, 0}; }
};

class Recorder final : public nvinfer1::IErrorRecorder {
 public:
  std::int32_t getNbErrors() const noexcept override {
    return static_cast<std::int32_t>(codes.size());
  }
  ErrorCode getErrorCode(std::int32_t index) const noexcept override {
    return codes[static_cast<std::size_t>(index)];
  }
  ErrorDesc getErrorDesc(std::int32_t) const noexcept override { return ""; }
  bool hasOverflowed() const noexcept override { return false; }
  void clear() noexcept override { codes.clear(); }
  bool reportError(ErrorCode code, ErrorDesc) noexcept override {
    codes.push_back(code);
    return true;
  }
  RefCount incRefCount() noexcept override { return ++references; }
  RefCount decRefCount() noexcept override { return --references; }

  std::vector<ErrorCode> codes;
  RefCount references = 0;
};

class RegistryTest : public ::testing::Test {
 protected:
  RegistryTest() { registry_.setErrorRecorder(&recorder_); }
  ~RegistryTest() override { registry_.setErrorRecorder(nullptr); }

  HostLogger logger_{nullptr};
  Recorder recorder_;
  Registry parent_{nullptr, logger_, nullptr};
  Registry registry_{nullptr, logger_, &parent_};
  NamedCreator pad_{"Pad", "1", "acme"};
};

TEST_F(RegistryTest, FindsACreatorByNameVersionAndNamespaceTogether) {
  ASSERT_TRUE(registry_.registerCreator(pad_, "acme"));
  EXPECT_EQ(registry_.getCreator("Pad", "1", "acme"), &pad_);
  EXPECT_TRUE(recorder_.codes.empty());
  EXPECT_EQ(registry_.getCreator("Pad", "2", "acme"), nullptr);
  EXPECT_EQ(registry_.getCreator("Pad", "1", ""), nullptr);
  EXPECT_EQ(registry_.getCreator("pad", "1", "acme"), nullptr);
}

TEST_F(RegistryTest, AMissReportsErrorFour) {
  EXPECT_EQ(registry_.getCreator("Pad", "1", ""), nullptr);
  ASSERT_EQ(recorder_.codes.size(), 1U);
  EXPECT_EQ(static_cast<int>(recorder_.codes[0]), 4);
}

TEST_F(RegistryTest, ATripleThatIsThereIsRefusedWithoutAnError) {
  NamedCreator twin("Pad", "1", "acme");
  ASSERT_TRUE(registry_.registerCreator(pad_, "acme"));
  EXPECT_FALSE(registry_.registerCreator(pad_, "acme"));
  EXPECT_FALSE(registry_.registerCreator(twin, "acme"));
  EXPECT_TRUE(recorder_.codes.empty());
  NamedCreator newer("Pad", "2", "acme");
  NamedCreator other("Pad", "1", "");
  EXPECT_TRUE(registry_.registerCreator(newer, "acme"));
  EXPECT_TRUE(registry_.registerCreator(other, ""));
}

TEST_F(RegistryTest, ANamespaceThatIsNotTheCreatorsIsRefusedUpFront) {
  const Status status = registry_.add(pad_, "");
  EXPECT_EQ(status.message(),
            "creator Pad version 1 in namespace acme was registered under namespace \"\", but "
            "getPluginNamespace returns \"acme\": TensorRT would find it under neither; make them "
            "equal");
  EXPECT_FALSE(registry_.registerCreator(pad_, ""));
  EXPECT_EQ(registry_.getCreator("Pad", "1", "acme"), nullptr);
}

TEST_F(RegistryTest, NullArgumentsAreErrorThree) {
  EXPECT_FALSE(registry_.registerCreator(pad_, nullptr));
  EXPECT_EQ(registry_.getCreator(nullptr, "1", ""), nullptr);
  EXPECT_EQ(registry_.getCreator("Pad", nullptr, ""), nullptr);
  EXPECT_EQ(registry_.getCreator("Pad", "1", nullptr), nullptr);
  ASSERT_EQ(recorder_.codes.size(), 4U);
  for (const ErrorCode code : recorder_.codes) EXPECT_EQ(static_cast<int>(code), 3);
}

TEST_F(RegistryTest, ACreatorWithoutNameOrVersionIsRefused) {
  NamedCreator nameless(nullptr, "1", "");
  NamedCreator versionless("Pad", nullptr, "");
  EXPECT_FALSE(registry_.registerCreator(nameless, ""));
  EXPECT_EQ(registry_.add(versionless, "").message(),
            "a creator's getPluginVersion returned null; must be a NUL-terminated string");
}

TEST_F(RegistryTest, AnUnknownKindOfCreatorIsErrorThree) {
  StrangeCreator strange;
  EXPECT_FALSE(registry_.registerCreator(strange, ""));
  ASSERT_EQ(recorder_.codes.size(), 1U);
  EXPECT_EQ(static_cast<int>(recorder_.codes[0]), 3);
}

TEST_F(RegistryTest, DeregistersByIdentityAndTakesTheTripleAgain) {
  NamedCreator twin("Pad", "1", "acme");
  ASSERT_TRUE(registry_.registerCreator(pad_, "acme"));
  EXPECT_FALSE(registry_.deregisterCreator(twin));
  EXPECT_TRUE(registry_.deregisterCreator(pad_));
  EXPECT_FALSE(registry_.deregisterCreator(pad_));
  EXPECT_TRUE(registry_.registerCreator(twin, "acme"));
}

TEST_F(RegistryTest, AMissGoesToTheParentUnlessSwitchedOff) {
  ASSERT_TRUE(parent_.registerCreator(pad_, "acme"));
  EXPECT_TRUE(registry_.isParentSearchEnabled());
  EXPECT_EQ(registry_.getCreator("Pad", "1", "acme"), &pad_);
  registry_.setParentSearchEnabled(false);
  EXPECT_FALSE(registry_.isParentSearchEnabled());
  EXPECT_EQ(registry_.getCreator("Pad", "1", "acme"), nullptr);
}

TEST_F(RegistryTest, TheLocalCreatorWinsOverTheParents) {
  NamedCreator local("Pad", "1", "acme");
  ASSERT_TRUE(parent_.registerCreator(pad_, "acme"));
  ASSERT_TRUE(registry_.registerCreator(local, "acme"));
  EXPECT_EQ(registry_.getCreator("Pad", "1", "acme"), &local);
  EXPECT_EQ(parent_.getCreator("Pad", "1", "acme"), &pad_);
}

TEST_F(RegistryTest, ListsOneLevelOrAll) {
  NamedCreator local("Local", "1", "");
  ASSERT_TRUE(parent_.registerCreator(pad_, "acme"));
  ASSERT_TRUE(registry_.registerCreator(local, ""));
  std::int32_t count = -1;
  auto* const* own = registry_.getAllCreators(&count);
  ASSERT_EQ(count, 1);
  EXPECT_EQ(own[0], &local);
  auto* const* all = registry_.getAllCreatorsRecursive(&count);
  ASSERT_EQ(count, 2);
  EXPECT_EQ(all[0], &local);
  EXPECT_EQ(all[1], &pad_);
  registry_.setParentSearchEnabled(false);
  (void)registry_.getAllCreatorsRecursive(&count);
  EXPECT_EQ(count, 1);
}

TEST_F(RegistryTest, CountsTheReferencesToItsErrorRecorder) {
  EXPECT_EQ(recorder_.references, 1);
  Recorder second;
  registry_.setErrorRecorder(&second);
  EXPECT_EQ(recorder_.references, 0);
  EXPECT_EQ(second.references, 1);
  EXPECT_EQ(registry_.getErrorRecorder(), &second);
  registry_.setErrorRecorder(nullptr);
  EXPECT_EQ(second.references, 0);
  EXPECT_EQ(registry_.getErrorRecorder(), nullptr);
}

TEST_F(RegistryTest, TwinsInsideOneLibraryAreTakenAndTheLastOneShadows) {
  NamedCreator twin("Pad", "1", "acme");
  ASSERT_TRUE(registry_.add_library({&pad_, &twin}).is_ok());
  EXPECT_EQ(registry_.getCreator("Pad", "1", "acme"), &twin);
}

TEST_F(RegistryTest, OneKnownTripleKeepsAWholeLibraryOut) {
  NamedCreator twin("Pad", "1", "acme");
  NamedCreator fresh("Fresh", "1", "");
  ASSERT_TRUE(registry_.registerCreator(pad_, "acme"));
  EXPECT_FALSE(registry_.add_library({&fresh, &twin}).is_ok());
  EXPECT_EQ(registry_.look_up({"Fresh", "1", "", InterfaceKind::kUnknown}), nullptr);
}

#if PLUGSMITH_GENERATION == 10
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
TEST_F(RegistryTest, TheOldLookupHidesCreatorsOfV3) {
  ASSERT_TRUE(registry_.registerCreator(pad_, "acme"));
  EXPECT_EQ(registry_.getPluginCreator("Pad", "1", "acme"), nullptr);
  std::int32_t count = -1;
  (void)registry_.getPluginCreatorList(&count);
  EXPECT_EQ(count, 0);
}
#pragma GCC diagnostic pop
#endif

/// Counts what happens to a resource and its clones.
struct ResourceLog {
  int cloned = 0, released = 0, destroyed = 0;
};

class Resource final : public nvinfer1::IPluginResource {
 public:
  explicit Resource(ResourceLog& log, bool clones = true) : log_(log), clones_(clones) {}
  ~Resource() override { ++log_.destroyed; }
  std::int32_t release() noexcept override {
    ++log_.released;
    return 0;
  }
  nvinfer1::IPluginResource* clone() noexcept override {
    ++log_.cloned;
    return clones_ ? new Resource(log_) : nullptr;
  }

 private:
  ResourceLog& log_;
  bool clones_;
};

TEST_F(RegistryTest, AResourceIsClonedOnceAndSharedUntilTheLastRelease) {
  ResourceLog log;
  nvinfer1::IPluginResource* shared = nullptr;
  {
    Resource mine(log);
    shared = registry_.acquirePluginResource("key", &mine);
    ASSERT_NE(shared, nullptr);
    EXPECT_NE(shared, &mine);
    EXPECT_EQ(registry_.acquirePluginResource("key", &mine), shared);
    EXPECT_EQ(log.cloned, 1);
  }
  EXPECT_EQ(registry_.acquirePluginResource("key", nullptr), shared);
  EXPECT_EQ(registry_.releasePluginResource("key"), 0);
  EXPECT_EQ(registry_.releasePluginResource("key"), 0);
  EXPECT_EQ(log.released, 0);
  EXPECT_EQ(registry_.releasePluginResource("key"), 0);
  EXPECT_EQ(log.released, 1);
  EXPECT_EQ(log.destroyed, 2);
  EXPECT_NE(registry_.releasePluginResource("key"), 0);
}

TEST_F(RegistryTest, AKeyCanBeTakenAgainAfterItsLastRelease) {
  ResourceLog log;
  Resource mine(log);
  ASSERT_NE(registry_.acquirePluginResource("key", &mine), nullptr);
  ASSERT_EQ(registry_.releasePluginResource("key"), 0);
  ASSERT_NE(registry_.acquirePluginResource("key", &mine), nullptr);
  EXPECT_EQ(log.cloned, 2);
  EXPECT_EQ(registry_.releasePluginResource("key"), 0);
}

TEST_F(RegistryTest, ANullCloneLeavesNoDeadKeyBehind) {
  ResourceLog log;
  Resource barren(log, false);
  Resource fertile(log);
  EXPECT_EQ(registry_.acquirePluginResource("key", &barren), nullptr);
  EXPECT_NE(registry_.acquirePluginResource("key", &fertile), nullptr);
  EXPECT_EQ(registry_.releasePluginResource("key"), 0);
}

TEST_F(RegistryTest, ReleasingAnUnknownOrNullKeyFails) {
  EXPECT_NE(registry_.releasePluginResource("nobody's"), 0);
  EXPECT_NE(registry_.releasePluginResource(nullptr), 0);
  EXPECT_EQ(registry_.acquirePluginResource(nullptr, nullptr), nullptr);
  EXPECT_EQ(registry_.acquirePluginResource("key", nullptr), nullptr);
}

TEST_F(RegistryTest, LoadingWhatIsNoLibraryReturnsNullAndReportsErrorThree) {
  EXPECT_EQ(registry_.loadLibrary("/nowhere/at/all.so"), nullptr);
  EXPECT_EQ(registry_.loadLibrary(nullptr), nullptr);
  registry_.deregisterLibrary(&pad_);
  ASSERT_EQ(recorder_.codes.size(), 3U);
  for (const ErrorCode code : recorder_.codes) EXPECT_EQ(static_cast<int>(code), 3);
}

}  // namespace
}  // namespace plugsmith::host
