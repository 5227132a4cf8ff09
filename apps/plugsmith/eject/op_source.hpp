// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plugsmith/status.hpp"

namespace plugsmith::cli::eject {

struct Attribute {
  std::string name, member;
  std::string type;  ///< in C++: "std::int32_t", "bool", "Order"
  std::string low, high;
  std::vector<std::string> value_names;
  bool is_read = true;  ///< all that was said of it was understood

  bool is_copied() const { return type == "bool" || is_enumeration(); }  ///< to be stored as INT32
  bool is_enumeration() const;
};

struct Port {
  std::string name, kind, member;
  int index = 0;  ///< among the inputs, the shape inputs or the outputs
  int min_rank = 0, max_rank = 0;
  std::vector<std::string> rows;  ///< per row of the format table: "float32:kLINEAR,..." or "=x"

  bool is_output() const { return kind == "out" || kind == "size_out"; }
};

/// An op as its library and its header describe it.
struct OpSource {
  std::string struct_name;
  std::string declaration;  ///< the struct without what only Plugsmith reads
  std::vector<Attribute> attributes;
  std::vector<Port> ports;
  bool has_scratch = false, has_validate = false, has_takes_row = false;

  int count(bool outputs) const;
  int shape_inputs() const;
};

/// Refuses what ejected sources do not carry, naming it.
Status check_declaration(const std::string& op, const std::string& header);

/// What the library says of the op.
struct LibraryOp {
  std::string name, version, name_space;
  std::vector<std::string> fields;  ///< names of the attributes
  std::string ports;                ///< what plugsmithPorts returned
};

/// `header`: the text of <op>.hpp. `use`: all of the op's text, without comments. Refuses what
/// ejected sources do not carry, naming it, and a header that is not the library's.
Result<OpSource> read_op(const LibraryOp& library, const std::string& header,
                         const std::string& use);

}  // namespace plugsmith::cli::eject
