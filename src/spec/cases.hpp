// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "src/host/plugin_host.hpp"
#include "src/spec/solve.hpp"
#include "src/spec/spec.hpp"

// Cases for checking a plugin, generated from a specification.

namespace plugsmith::spec {

struct CaseInput {
  std::string name;
  std::optional<DataType> type;  ///< nothing: not said
  bool has_dims = false;
  Dims min, opt, max;
};

/// Attributes that createPlugin has to refuse, and why.
struct Forbidden {
  std::string what;  ///< "stride = 0, which is below its minimum"
  std::vector<host::FieldValue> fields;
};

struct Case {
  std::string name;  ///< "config1", "config1 with stride = 1"
  std::vector<host::FieldValue> attributes;
  std::vector<CaseInput> inputs;
  /// Whether the specification says that the op takes these input types; else they are tried.
  bool types_claimed = false;
  std::vector<Dims> outputs_min, outputs_opt, outputs_max;  ///< by output_dims; empty: not said
  /// The same for any dims: "i0[0], 2*i0[1]", where iN[A] is dimension A of input N of this case;
  /// empty: not said.
  std::vector<std::string> output_shapes;
  std::vector<Forbidden> forbidden;  ///< of the version's first case only

  bool has_dims() const;
};

struct Cases {
  std::vector<Case> cases;
  std::vector<std::string> left_out;  ///< what could not be made into a case, with the reason
};

/// The cases of one version: each configuration; the first one again with each boundary value of
/// each attribute; each combination of input types. Without configurations attributes get values
/// from their options. Contents of arrays follow from `seed`.
Cases make_cases(const Version& version, std::uint64_t seed);

}  // namespace plugsmith::spec
