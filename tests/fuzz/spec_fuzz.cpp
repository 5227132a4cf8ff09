// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
// A specification in YAML, and the cases that follow from it.
#include <string>

#include "src/spec/cases.hpp"
#include "src/spec/spec.hpp"
#include "tests/fuzz/bytes.hpp"

using plugsmith::fuzz::must;
namespace spec = plugsmith::spec;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto read = spec::parse_spec(text, "input.yaml");
  if (!read.is_ok()) {
    must(read.status().message().rfind("input.yaml", 0) == 0, "an error that names no file");
    return 0;
  }
  for (const auto& version : read->versions) {
    const auto cases = spec::make_cases(version, 1);
    for (const auto& one : cases.cases) {
      if (!one.has_dims()) continue;
      for (const auto& input : one.inputs) {
        must(input.min.size() == input.opt.size() && input.opt.size() == input.max.size(),
             "a range whose ends differ in rank");
      }
    }
  }
  return 0;
}
