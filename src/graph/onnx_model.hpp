// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plugsmith/status.hpp"
#include "plugsmith/types.hpp"

namespace onnx {
class ModelProto;
}

namespace plugsmith::graph {

/// An input or output of a model as its file declares it.
struct TensorInfo {
  std::string name;
  /// Nothing where TensorRT's DataType has no such type (float64, string, a sequence, ...).
  std::optional<DataType> type;
  std::string type_name;             ///< "float32", "float64", "string", "sequence", ...
  bool has_shape = false;            ///< false: not even the rank is declared; `dims` is empty
  std::vector<std::int64_t> dims;    ///< -1: symbolic or not given
  std::vector<std::string> symbols;  ///< one per dimension: "batch" where symbolic, else ""
};

/// "float32[1,3,-1,-1]", "float32[batch,3,?,?]": type and shape for messages.
std::string to_string(const TensorInfo& tensor);

/// A node, read only. Strings are views into the model and die with it.
struct NodeView {
  std::string_view name, op_type, domain;
  std::vector<std::string_view> inputs, outputs;  ///< empty: an absent optional one
  std::vector<std::string_view> attributes;       ///< their names
};

/// An ONNX model in memory. Movable; copies are explicit. Not synchronised.
class Model {
 public:
  /// Reads a model file. Refuses, each with a sentence: a file that is missing, a folder,
  /// unreadable, empty, over 2 GiB, not ONNX, truncated, or without graph; tensors kept in other
  /// files that are missing, too short, or outside the model's folder. Allocates in proportion to
  /// the real file.
  static Result<Model> load(const std::string& path);

  /// The same for bytes in memory; `name` stands in messages. External data is refused.
  static Result<Model> parse(std::string_view bytes, const std::string& name);

  /// A model in ONNX's text form (`<ir_version: 8, opset_import: ["": 17]> g (float[2] x) => ...`).
  static Result<Model> from_text(const std::string& text, const std::string& name);

  Model(Model&&) noexcept;
  Model& operator=(Model&&) noexcept;
  ~Model();
  Model clone() const;

  /// Writes to a temporary file in the same folder, flushes it to the disk and renames it over
  /// `path`: there is the old file or the whole new one, never a part. Tensors kept in other files
  /// are put into the one written.
  Status save(const std::string& path) const;

  /// What the messages call this model: its path or name.
  const std::string& name() const { return name_; }
  /// Folder of the file ("" for one from memory): external data lies relative to it.
  const std::string& folder() const { return folder_; }

  /// The graph's inputs without initializers, and its outputs, in order.
  std::vector<TensorInfo> inputs() const;
  std::vector<TensorInfo> outputs() const;
  std::vector<NodeView> nodes() const;

  /// Version of the operator set imported for `domain` ("" is ONNX's own); nothing if not imported.
  std::optional<std::int64_t> opset(std::string_view domain) const;

  const onnx::ModelProto& proto() const { return *proto_; }
  onnx::ModelProto& mutable_proto() { return *proto_; }

 private:
  Model(std::unique_ptr<onnx::ModelProto> proto, std::string name, std::string folder);
  std::unique_ptr<onnx::ModelProto> proto_;
  std::string name_;
  std::string folder_;
};

}  // namespace plugsmith::graph
