// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/v3_plugin.hpp"

namespace plugsmith::trt {

template class BasicV3Plugin<nvinfer1::IPluginV3OneBuild>;
template class BasicV3Plugin<nvinfer1::IPluginV3OneBuildV2>;

std::unique_ptr<nvinfer1::IPluginV3> make_v3_plugin(std::unique_ptr<AnyOp> op,
                                                    const std::string& name_space) {
  bool aliases = false;
  for (int i = 0; i < op->traits().table.outputs(); ++i) aliases = aliases || op->aliases(i);
  if (aliases) return std::make_unique<AliasingV3Plugin>(std::move(op), name_space);
  return std::make_unique<V3Plugin>(std::move(op), name_space);
}

}  // namespace plugsmith::trt
