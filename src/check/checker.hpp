// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "plugsmith/status.hpp"
#include "src/check/report.hpp"
#include "src/host/plugin_host.hpp"

namespace plugsmith::check {

/// Which rules to run.
struct Selection {
  std::set<std::string> only;  ///< empty: all
  std::set<std::string> skip;
  bool on_device = false;  ///< also the rules that need a CUDA device, on the current one
  bool takes(const std::string& rule) const {
    return (only.empty() || only.count(rule) != 0) && skip.count(rule) == 0;
  }
};

/// One device input that the user describes.
struct GivenInput {
  host::TensorSpec spec;  ///< -1 where the profile leaves a dimension open
  host::DimRange profile;
};

/// Attributes that createPlugin has to refuse, and why.
struct ForbiddenFields {
  std::string what;
  std::vector<host::FieldValue> fields;
};

/// What the user says of an op; the rest is invented.
struct GivenCase {
  bool has_attributes = false;
  bool never_without_attributes = false;  ///< createPlugin without fields is known to crash
  std::vector<host::FieldValue> attributes;
  std::vector<GivenInput> inputs;            ///< empty: invented
  std::vector<DataType> input_types;         ///< where `inputs` is empty; empty: invented
  std::vector<std::int32_t> shape_elements;  ///< of each shape input; used with `inputs`
  std::optional<std::int32_t> outputs;       ///< that the op's node has
  std::vector<std::string> output_shapes;    ///< as ExpectedShape reads them; empty: not known
  std::string claimed_by;      ///< who says that createPlugin takes the attributes; empty: nobody
  bool types_claimed = false;  ///< and that the op takes inputs of these types and shapes
  std::vector<ForbiddenFields> forbidden;
  std::uint64_t seed = 1;
};

/// How many of all_rules() there is code for.
std::size_t implemented_rules();

/// Called before each rule: a crash in it can then be told from others.
using OnRule = std::function<void(const std::string& rule)>;

/// A library with its creators in this process's embedded host, and the rules that it is held to.
/// One thread.
class Checker {
 public:
  /// Makes the process's host and loads the library; errors as PluginHost::load_library.
  static Result<std::unique_ptr<Checker>> load(host::HostOptions options, const std::string& path,
                                               const std::string& init_symbol);
  virtual ~Checker() = default;
  virtual const host::LibraryInfo& library() const = 0;
  /// The rules on the library as a whole.
  virtual Report check_library(const Selection& selection, const OnRule& on_rule) = 0;
  /// The rules on one creator, by its position in library().creators.
  virtual Report check_op(std::size_t creator, const GivenCase& given, const Selection& selection,
                          const OnRule& on_rule) = 0;
};

}  // namespace plugsmith::check
