// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
// wants: getWorkspaceSize has other arguments than IPluginV3's
#include "src/trt/override.hpp"
#include "tests/trt/sample_op.hpp"

namespace plugsmith::trt {
namespace {

class Hiding final : public OverridingV3Plugin<Hiding> {
 public:
  using OverridingV3Plugin::OverridingV3Plugin;
  std::size_t getWorkspaceSize(nvinfer1::PluginTensorDesc const*, std::int32_t,
                               nvinfer1::PluginTensorDesc const*, std::int32_t) const noexcept {
    return 4096;
  }
};
const V3Creator kCreator(op_entry<testing::SampleOp>(), &Hiding::make);

}  // namespace
}  // namespace plugsmith::trt
