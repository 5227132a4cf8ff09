// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "src/check/checker.hpp"
#include "src/check/host_tensor.hpp"

namespace plugsmith::check {

/// A case of an op that went all the way in the embedded host, for an engine of real TensorRT.
struct EngineCase {
  std::vector<host::FieldValue> fields;
  std::vector<host::DimRange> ranges;         ///< of the inputs
  std::vector<HostTensor> inputs;             ///< values at opt
  std::vector<host::DimValues> shape_inputs;  ///< values of each
  std::vector<HostTensor> reference;          ///< the outputs as the CPU reference has them, or
  std::string no_reference;                   ///< why there are none
  bool inputs_invented = true;
};

/// What became of the device cases that were run.
struct DeviceRuns {
  std::vector<std::string> cases;     ///< of the op, whether run or not
  std::vector<std::string> problems;  ///< one for each: why it did not run, or empty
  std::size_t begun = 0;              ///< how many were tried
  std::size_t run = 0;                ///< and how many of these ran
  bool device_lost = false;           ///< after the last one that was begun
};

/// The cases that a Checker checks with, run elsewhere than in its rules. One thread.
class CaseRunner {
 public:
  /// As Checker::load.
  static Result<std::unique_ptr<CaseRunner>> load(host::HostOptions options,
                                                  const std::string& path,
                                                  const std::string& init_symbol);
  virtual ~CaseRunner() = default;
  virtual const host::LibraryInfo& library() const = 0;
  /// Unsupported with the reason where there is no such case.
  virtual Result<EngineCase> engine_case(std::size_t creator, const GivenCase& given) = 0;

  using OnCase = std::function<void(std::size_t index, const std::string& text)>;
  /// Runs the device cases of these indices, all if there are none, in bare buffers on the current
  /// device, each to its end. Unsupported with the reason where the op has none.
  virtual Result<DeviceRuns> run_on_device(std::size_t creator, const GivenCase& given,
                                           const std::vector<std::size_t>& indices,
                                           const OnCase& on_case) = 0;
  /// Whether what device cases of these indices compute depends on what memory held before: how the
  /// first of them does, with its text, or empty. An error where that cannot be told for any.
  virtual Result<std::string> memory_dependence(std::size_t creator, const GivenCase& given,
                                                const std::vector<std::size_t>& indices) = 0;
};

}  // namespace plugsmith::check
