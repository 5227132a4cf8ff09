// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plugsmith/status.hpp"

namespace plugsmith::testing {

/// One scenario of a recording of real TensorRT: the lines between two "##### name" lines.
Result<std::vector<std::string>> read_scenario(const std::string& file, const std::string& name);

/// All lines of a recording that holds one scenario only.
Result<std::vector<std::string>> read_recording(const std::string& file);

/// The rest of the first line that begins with `prefix` ("layer out0 dims "); empty if there is
/// none.
std::string line_after(const std::vector<std::string>& lines, const std::string& prefix);

/// What counts in a comparison: calls into the plugin and the output allocator, and the "==" marks,
/// with "(xN)" written out. Enqueues repeated for timing become one call "... (timed)", since their
/// number depends on a clock.
std::vector<std::string> calls_in(const std::vector<std::string>& lines);

/// How a recorded scenario ended.
enum class End {
  kOrderly,
  /// The recorded process crashed or left without cleaning up: what the host does after the last
  /// recorded call may only be destructions (and marks).
  kCutShort,
};

/// Empty if the played calls are exactly the recorded ones, in order; else the first difference.
std::string difference(const std::vector<std::string>& recorded,
                       const std::vector<std::string>& played, End end);

}  // namespace plugsmith::testing
