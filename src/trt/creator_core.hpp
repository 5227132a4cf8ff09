// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <memory>
#include <string>
#include <vector>

#include "plugsmith/any_op.hpp"

namespace plugsmith::trt {

/// What the creators of both interface families do: name the op and its fields, make ops from
/// fields. Calls may come from several threads, except set_name_space().
class CreatorCore {
 public:
  explicit CreatorCore(const OpEntry& entry);
  CreatorCore(const CreatorCore&) = delete;
  CreatorCore& operator=(const CreatorCore&) = delete;

  const OpTraits& traits() const { return *entry_.traits; }
  const std::string& name_space() const { return name_space_; }
  void set_name_space(std::string name_space) { name_space_ = std::move(name_space); }
  bool reads_foreign_fields() const { return entry_.make()->reads_foreign_fields(); }
  nvinfer1::PluginFieldCollection const* field_names() const { return &collection_; }

  /// An op with the attributes of a network's node.
  Result<std::unique_ptr<AnyOp>> from_build(nvinfer1::PluginFieldCollection const* fields) const;
  /// An op with the attributes that an engine holds.
  Result<std::unique_ptr<AnyOp>> from_engine(nvinfer1::PluginFieldCollection const* fields) const;
  Result<std::unique_ptr<AnyOp>> from_engine(const std::vector<FieldView>& fields) const;

 private:
  OpEntry entry_;
  std::string name_space_;
  std::vector<std::string> names_;
  std::vector<nvinfer1::PluginField> fields_;
  nvinfer1::PluginFieldCollection collection_{};
};

}  // namespace plugsmith::trt
