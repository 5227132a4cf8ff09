// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "apps/common/wire.hpp"
#include "apps/plugsmith/answer.hpp"
#include "apps/plugsmith/compare.hpp"

namespace plugsmith::cli {

/// An input or output in the report.
struct ReportedTensor {
  wire::NamedTensor tensor;
  std::string place;  ///< where it came from, or the file it is written to; may be empty
};

void report_inputs(Answer& answer, const std::vector<ReportedTensor>& inputs);
/// With minimum, maximum and mean.
void report_outputs(Answer& answer, const std::vector<ReportedTensor>& outputs);
/// How each plugin node was served; warnings of all nodes.
void report_nodes(Answer& answer, const Json& reply);
void report_times(Answer& answer, const Json& reply);
/// Sets exit code 1 when an output is outside its tolerance.
void report_comparison(Answer& answer, const std::string& model,
                       const std::vector<Difference>& differences);

/// The libraries' warnings, and the plugins' own log lines.
void report_library_warnings(Answer& answer, const Json& reply);

/// Writes each tensor as FOLDER/NAME.npy, all or none. Returns the paths; none for an empty folder.
Result<std::vector<std::string>> write_outputs(const std::string& folder,
                                               const std::vector<wire::NamedTensor>& outputs);

}  // namespace plugsmith::cli
