// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "plugsmith/status.hpp"
#include "src/graph/onnx_model.hpp"
#include "src/host/plugin_host.hpp"

namespace plugsmith::graph {

/// Version of TensorRT whose ONNX parser's rules apply.
struct ParserVersion {
  int major_version = 10;
  int minor_version = 16;
  bool at_least(int major, int minor) const {
    return major_version != major ? major_version > major : minor_version >= minor;
  }
};

/// "10.16", "8.6.1", "11": 7.0 and later. A patch number is read and ignored.
Result<ParserVersion> parse_parser_version(const std::string& text);
std::string to_string(const ParserVersion& version);

/// Whether that TensorRT's ONNX parser has an importer of its own for `op_type` (any domain).
bool has_builtin_importer(std::string_view op_type, const ParserVersion& version);
/// All of them, sorted.
std::vector<std::string> builtin_importers(const ParserVersion& version);

/// Who serves a node.
enum class ServedBy {
  kPlugin,         ///< a registered creator
  kBuiltIn,        ///< an importer of the parser
  kLocalFunction,  ///< a function that the model itself defines
  kStandardOp,     ///< an ONNX operator for which that parser has neither importer nor plugin
  kNobody,         ///< unknown: `reason` says so, with the nearest known names
};
const char* to_string(ServedBy served_by);

/// How the parser would treat one node of the main graph or of a subgraph.
struct NodeMapping {
  std::string node_name;  ///< the parser's: the node's, or "node_of_<first output>"
  std::string op_type, domain;
  ServedBy served_by = ServedBy::kNobody;
  std::size_t creator = 0;  ///< kPlugin: index into the creators given
  /// kPlugin: name, version, namespace, layer name and fields. Inputs are filled in by the engine.
  host::LayerSpec layer;
  std::vector<std::size_t> device_inputs;  ///< kPlugin: node input of each device input, in order
  std::vector<std::size_t> shape_inputs;   ///< kPlugin: node input of each shape input, in order
  std::vector<std::string> warnings;  ///< e.g. an attribute that the creator does not advertise
  /// kNobody, kStandardOp: the sentence, with nearest name or nearest miss. kPlugin: not ok where
  /// the parser would refuse the node (an attribute type that it cannot hand over, a wrong index).
  Status status = Status::ok();
};

/// Maps all nodes: those of the main graph in order, each followed by those of its subgraphs.
/// `creators` are those of the registry.
std::vector<NodeMapping> map_nodes(const Model& model,
                                   const std::vector<host::CreatorInfo>& creators,
                                   const ParserVersion& version);

/// The first mapping that stops a run (kNobody, or a plugin whose status is not ok), as a Status.
/// Says how many more there are.
Status first_error(const std::vector<NodeMapping>& mappings);

/// The candidates nearest to `name` by edit distance, best first; only those near enough to be a
/// slip.
std::vector<std::string> nearest_names(std::string_view name,
                                       const std::vector<std::string>& candidates,
                                       std::size_t at_most = 3);

}  // namespace plugsmith::graph
