// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/plugsmith/answer.hpp"
#include "apps/plugsmith/run_options.hpp"

namespace plugsmith::cli {

/// Median and quartiles, in microseconds.
struct Spread {
  double median = 0, low = 0, high = 0;
};
Spread spread_of(std::vector<double> samples);

/// One measured case.
struct BenchCase {
  std::string op;
  OpOptions options;
  Spread op_us, copy_us, enqueue_us;
  std::int64_t bytes = 0;
  std::string error;  ///< why it could not be measured; empty: it was

  double gigabytes_per_second() const { return static_cast<double>(bytes) / op_us.median / 1e3; }
  /// Of the time that a device copy of the same traffic takes: 1 means as fast as a copy.
  double copy_share() const { return copy_us.median / op_us.median; }
};

/// The cases of one command: every combination of the values in `sweeps`, each NAME=A,B,C, put in
/// the place of the word NAME in the inputs, shape inputs and attributes. Errors: a sweep that is
/// none, or that no text uses.
Result<std::vector<OpOptions>> expand_sweeps(const OpOptions& op,
                                             const std::vector<std::string>& sweeps);

/// "Swish_PS 16777216:float32", for tables and pictures.
std::string label_of(const BenchCase& one);

/// Time over bytes for every op as an SVG picture, both axes logarithmic, with the device's copies
/// as a line to hold them to.
std::string time_picture(const std::vector<BenchCase>& cases);
/// The share of the copy's speed over bytes.
std::string share_picture(const std::vector<BenchCase>& cases);

}  // namespace plugsmith::cli
