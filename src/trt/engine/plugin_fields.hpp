// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <vector>

#include "plugsmith/attributes.hpp"

namespace plugsmith::trt {

/// Fields as TensorRT hands them to createPlugin. Points into the list that it was made from.
class PluginFields {
 public:
  explicit PluginFields(const std::vector<FieldData>& fields) {
    for (const FieldData& field : fields) {
      list_.emplace_back(field.name.c_str(), field.bytes.empty() ? nullptr : field.bytes.data(),
                         static_cast<nvinfer1::PluginFieldType>(field.type), field.length);
    }
    collection_ = {static_cast<std::int32_t>(list_.size()), list_.data()};
  }
  PluginFields(const PluginFields&) = delete;
  PluginFields& operator=(const PluginFields&) = delete;
  nvinfer1::PluginFieldCollection const* get() const { return &collection_; }

 private:
  std::vector<nvinfer1::PluginField> list_;
  nvinfer1::PluginFieldCollection collection_{};
};

}  // namespace plugsmith::trt
