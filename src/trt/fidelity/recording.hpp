// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

namespace plugsmith::fidelity {

using Lines = std::vector<std::string>;

/// The scenarios of a recording by name: the lines between two "##### name" lines.
std::map<std::string, Lines> parse_recordings(const std::string& text);

/// What real TensorRT was recorded doing; built into the program.
struct Recordings {
  std::string made_with;  ///< "TensorRT 10.6.0 on NVIDIA H200"
  std::map<std::string, Lines> scenarios;
};
const Recordings& recordings();

/// The rest of the first line that begins with `prefix` ("layer out0 dims "); empty if there is
/// none.
std::string line_after(const Lines& lines, const std::string& prefix);

/// What counts in a comparison: calls into the plugin and the output allocator, and the "==" marks,
/// with "(xN)" written out. Enqueues repeated for timing become one call "... (timed)", since their
/// number depends on a clock; and which of several timed tactics and formats won, which does, too,
/// becomes "(won)": a tactic in each call behind the first timed enqueue that is not itself part of
/// the timing, a format behind the last timed enqueue.
Lines calls_in(const Lines& lines);

/// How a recorded scenario ended.
enum class End {
  kOrderly,
  /// The recorded process died, or left objects alive: what the host does after the last recorded
  /// call may only be destructions (and marks).
  kCutShort,
};
/// How the lines say that it ended.
End end_of(const Lines& lines);

/// What stands behind the lines of a scenario whose process died, with the reason after it.
inline constexpr char kDied[] = "died: ";
/// What stands between scenarios, with the name after it.
inline constexpr char kScenarioMark[] = "##### ";

/// Empty if the played calls are exactly the recorded ones, in order; else the first difference.
std::string difference(const Lines& recorded, const Lines& played, End end);

}  // namespace plugsmith::fidelity
