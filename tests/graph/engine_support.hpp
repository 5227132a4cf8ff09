// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "fake_host.hpp"
#include "model_support.hpp"
#include "src/graph/cpu_engine.hpp"

namespace plugsmith::testing {

std::int64_t volume(const host::DimValues& dims);

/// Double_PS: y = 2 x in float32.
FakeOp doubling();

/// x + x, doubled by Double_PS (its node has no name), negated.
extern const char kDoubling[];

struct Outcome {
  std::unique_ptr<graph::CpuEngine> engine;
  std::vector<graph::OutputTensor> outputs;
  Status status = Status::ok();  ///< of create() or of the first run
};

/// Makes an engine of the model and runs it once.
Outcome run(FakeHost& host, const std::string& text, const std::vector<graph::InputTensor>& inputs,
            graph::EngineOptions options = {});

template <class T>
std::vector<T> values(const graph::OutputTensor& output) {
  std::vector<T> result(output.bytes / sizeof(T));
  if (output.bytes > 0) std::memcpy(result.data(), output.data, output.bytes);
  return result;
}

}  // namespace plugsmith::testing
