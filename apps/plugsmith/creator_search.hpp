// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "apps/plugsmith/answer.hpp"

namespace plugsmith::cli {

/// A creator that a plan wants: {"name", "version", "namespace"}.
struct CreatorSearch {
  Json creator;
  int generation = 10;
  std::string tensorrt;  ///< folder of TensorRT, as the user gave it
  std::string plan;
};

/// Which library has it, or that none has, as a sentence. Looked at: plugin libraries in the plan's
/// folder, the current folder, those of LD_LIBRARY_PATH, and Plugsmith's own; each is loaded into
/// real TensorRT's registry in a process of its own.
std::string find_library(const CreatorSearch& search);

}  // namespace plugsmith::cli
