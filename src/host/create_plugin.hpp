// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "src/host/plugin_object.hpp"

namespace plugsmith::host {

/// Arguments of one createPlugin.
struct CreateRequest {
  std::string name;  ///< given to the plugin
  std::string who;   ///< for messages
  const std::vector<FieldValue>& fields;
  PluginObject::Phase phase;
};

/// createPlugin of a V3One creator, and the new object's capabilities. Creators of other kinds are
/// refused with a sentence.
Result<std::unique_ptr<PluginObject>> create_plugin(const std::shared_ptr<HostState>& state,
                                                    nvinfer1::IPluginCreatorInterface& creator,
                                                    const CreateRequest& request);

}  // namespace plugsmith::host
