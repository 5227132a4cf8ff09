// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace plugsmith::test {

/// What a run of the program left.
struct Ran {
  int exit = -1;  ///< -1: ended by a signal
  std::string out, err;
};

/// Runs build/bin/plugsmith with these arguments and waits for it. `fault` is what the fixture
/// plugin shall do, see tests/fixtures/fault.hpp. `program` replaces the program.
Ran plugsmith(const std::vector<std::string>& arguments, const std::string& fault = "",
              const std::string& program = PLUGSMITH);

/// The same with --format json; stdout parsed.
struct RanJson {
  int exit = -1;
  nlohmann::json json;
  std::string err;
};
RanJson plugsmith_json(std::vector<std::string> arguments, const std::string& fault = "");

/// Writes a model given in ONNX's text form.
void write_model(const std::string& path, const std::string& text);

/// Relu, then PadTo_PS to 48 x 32 with `attributes` (text form) besides.
std::string pad_model(const std::string& attributes = "height = 48");

}  // namespace plugsmith::test
