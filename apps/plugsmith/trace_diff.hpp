// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace plugsmith::cli {

/// One line of a difference: ' ' in both, '-' only in the first, '+' only in the second.
struct DiffLine {
  char side = ' ';
  std::string text;
};

/// The shortest difference between two traces. Repetition marks "(xN)" at the end of a line are
/// ignored: how often a call is repeated is TensorRT's timing.
std::vector<DiffLine> diff_traces(const std::vector<std::string>& first,
                                  const std::vector<std::string>& second);

}  // namespace plugsmith::cli
