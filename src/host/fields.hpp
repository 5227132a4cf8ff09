// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <string>
#include <vector>

#include "plugsmith/status.hpp"
#include "src/host/plugin_host.hpp"

namespace plugsmith::host {

/// A PluginFieldCollection with its own storage, which is overwritten and freed on destruction: a
/// plugin that keeps pointers into it instead of copying shows wrong values, as in TensorRT.
class FieldCollection {
 public:
  explicit FieldCollection(const std::vector<FieldValue>& values);
  ~FieldCollection();
  FieldCollection(const FieldCollection&) = delete;
  FieldCollection& operator=(const FieldCollection&) = delete;

  const nvinfer1::PluginFieldCollection& get() const { return collection_; }

 private:
  std::vector<FieldValue> values_;
  std::vector<nvinfer1::PluginField> fields_;
  nvinfer1::PluginFieldCollection collection_{};
};

/// Bytes that `length` elements of a field take.
std::int64_t field_bytes(FieldType type, std::int32_t length);

/// Copies a collection that a plugin returned. Broken ones are errors that say which field.
Result<std::vector<FieldValue>> copy_fields(const nvinfer1::PluginFieldCollection& collection);

}  // namespace plugsmith::host
