// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/host/probe_host.hpp"

// What a context is given to run: checked before the plugin is called.

namespace plugsmith::testing {
namespace {

using host::DimValues;
using host::Execution;

class RunArguments : public ::testing::Test {
 protected:
  Status run(const DimValues& input, const DimValues& room, std::size_t outputs = 1,
             const void* data = "") {
    static std::vector<float> memory(1 << 16);
    std::vector<host::MutableTensor> targets(outputs, {memory.data(), room});
    return running_.context->run({{data == nullptr ? nullptr : memory.data(), input}}, {}, targets,
                                 Execution::kEnqueueOnHost);
  }
  Running running_{{}, probe_layer(), probe_profile()};
};

TEST_F(RunArguments, InsideTheProfileAreTaken) {
  EXPECT_TRUE(run({1, 8, 1, 1}, {1, 8, 1, 1}).is_ok());
  EXPECT_TRUE(run({4, 8, 32, 32}, {4, 8, 32, 32}).is_ok());
}

TEST_F(RunArguments, OutsideTheProfileAreRefused) {
  EXPECT_EQ(run({2, 8, 16, 33}, {2, 8, 16, 33}).message(),
            "Probe \"pad\": dimension 3 of input \"x\" is 33; the profile allows 1 to 32");
}

TEST_F(RunArguments, AgainstTheNetworkAreRefused) {
  EXPECT_EQ(run({2, 7, 16, 16}, {2, 7, 16, 16}).message(),
            "Probe \"pad\": input \"x\" has dims [2,7,16,16]; the network wants [-1,8,-1,-1]");
  EXPECT_EQ(run({2, 8, 16}, {2, 8, 16}).message(),
            "Probe \"pad\": input \"x\" has dims [2,8,16]; the network wants [-1,8,-1,-1]");
}

TEST_F(RunArguments, WithTooSmallABufferAreRefused) {
  EXPECT_EQ(run({2, 8, 16, 16}, {2, 8, 16, 15}).message(),
            "Probe \"pad\": output \"output 0\" needs room for [2,8,16,16]; the buffer given is "
            "[2,8,16,15]");
}

TEST_F(RunArguments, WithTheWrongNumberOfOutputsAreRefused) {
  EXPECT_EQ(run({2, 8, 16, 16}, {2, 8, 16, 16}, 2).message(),
            "Probe \"pad\": got buffers for 2 outputs; the layer has 1");
}

TEST_F(RunArguments, WithoutDataAreRefused) {
  EXPECT_EQ(run({2, 8, 16, 16}, {2, 8, 16, 16}, 1, nullptr).message(),
            "Probe \"pad\": input \"x\" has no data");
}

}  // namespace
}  // namespace plugsmith::testing
