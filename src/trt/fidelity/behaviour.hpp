// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plugsmith/types.hpp"

// What a probe plugin does: plain data, so that a scenario reads like a table.

namespace plugsmith::fidelity {

/// The method in which a probe misbehaves: it returns null, zero, a non-zero code or a wrong name.
enum class Fault {
  kNone,
  kCreate,
  kCreateAtRuntime,
  kNoBuildCapability,
  kNoRuntimeCapability,
  kClone,
  kName,
  kOutputCount,
  kDataTypes,
  kBoolOutput,
  kShapes,
  kShapesNotWritten,
  kConfigure,
  kTactics,
  kZeroTactic,
  kWorkspace,
  kZeroLimit,
  kAliasOutOfRange,
  kFormatsByCallCount,  ///< says yes at every other call
  kSetTactic,
  kOnShapeChange,
  kEnqueue,
  kAttach,
  kFields,
  kFieldWithoutData,
  kInitialize,   ///< IPluginV2
  kDeserialize,  ///< IPluginV2
};

/// A type and format that the probe takes.
struct Accepted {
  int position = -1;                                           ///< -1: at any position
  std::optional<DataType> type;                                ///< none: any
  std::optional<TensorFormat> format = TensorFormat::kLinear;  ///< none: any
};

enum class OutputShape {
  kLikeFirstInput,
  kRowsFound,   ///< [size tensor, 2]; the size is half the input's elements, at most all of them
  kSizeTensor,  ///< rank 0: the size that the kRowsFound output before it has
  kShapeInput,  ///< the values of the first shape input
};

struct Output {
  std::optional<DataType> type;  ///< none: the first input's
  OutputShape shape = OutputShape::kLikeFirstInput;
};

/// What enqueue does besides nothing.
enum class Enqueue { kNothing, kSynchronizes, kAllocates };

struct Behaviour {
  Fault fault = Fault::kNone;
  int fault_from_call = 1;  ///< the fault shows from this call of the method on, over all objects
  std::vector<Accepted> accepts = {{}};
  bool alike = false;  ///< takes only what has the type and format of the first port
  std::vector<Output> outputs = {{}};
  std::vector<std::int32_t> tactics;
  std::vector<std::int64_t> workspace_bytes = {0};  ///< of each tactic, or of all
  std::string timing_cache_id;                      ///< empty: null
  std::int32_t format_limit = 100;
  bool aliases = false;  ///< has getAliasedInput: output I lies in input I
  Enqueue enqueue = Enqueue::kNothing;
  std::int64_t rows_found = 2;  ///< what enqueue writes into size tensors
};

}  // namespace plugsmith::fidelity
