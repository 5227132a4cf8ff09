// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "apps/common/wire.hpp"
#include "apps/plugsmith/answer.hpp"
#include "apps/plugsmith/run_options.hpp"

namespace plugsmith::cli {

/// An input or output in the report.
struct ReportedTensor {
  wire::NamedTensor tensor;
  std::string place;  ///< where it came from, or the file it is written to; may be empty
};

void report_inputs(Answer& answer, const std::vector<ReportedTensor>& inputs);
/// How each plugin node was served; warnings of all nodes.
void report_nodes(Answer& answer, const Json& reply);
void report_times(Answer& answer, const Json& reply);
/// Compares the outputs with those that --compare's model gave; sets exit code 1 when one is
/// outside its tolerance. An error where that model did not run.
Status report_comparison(Answer& answer, const RunOptions& options,
                         const std::vector<wire::NamedTensor>& outputs, const WorkerReply& other);

/// The libraries' warnings, and the plugins' own log lines.
void report_library_warnings(Answer& answer, const Json& reply);

/// Writes each tensor as FOLDER/NAME.npy, all or none (none for an empty folder), and reports them
/// with minimum, maximum and mean.
Status write_outputs(Answer& answer, const std::vector<wire::NamedTensor>& outputs,
                     const std::string& folder);

}  // namespace plugsmith::cli
