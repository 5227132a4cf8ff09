// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
// The values of --attr for a creator with a field of every type. Lines of the input: NAME=VALUE.
#include <string>

#include "apps/worker/attribute_values.hpp"
#include "tests/fuzz/bytes.hpp"

using plugsmith::FieldType;
using plugsmith::fuzz::must;
namespace host = plugsmith::host;

namespace {

const host::CreatorInfo& creator() {
  static const host::CreatorInfo info = [] {
    host::CreatorInfo made;
    made.name = "Fuzzed";
    for (int type = 0; type <= static_cast<int>(FieldType::kFp4); ++type) {
      made.fields.push_back(
          {std::string(1, static_cast<char>('a' + type)), static_cast<FieldType>(type), 1});
    }
    return made;
  }();
  return info;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  plugsmith::worker::AttributeTexts texts;
  std::string line;
  for (std::size_t i = 0; i <= size; ++i) {
    if (i < size && data[i] != '\n') {
      line += static_cast<char>(data[i]);
      continue;
    }
    const auto mark = line.find('=');
    if (mark != std::string::npos) texts.emplace_back(line.substr(0, mark), line.substr(mark + 1));
    line.clear();
  }
  const auto fields = plugsmith::worker::parse_attributes(creator(), texts);
  if (!fields.is_ok()) {
    must(!fields.status().message().empty(), "a refusal without a sentence");
    return 0;
  }
  must(fields->size() == texts.size(), "a field was lost");
  for (const auto& field : *fields) {
    must(field.length >= 0 &&
             field.data.size() == static_cast<std::size_t>(field.length) *
                                      static_cast<std::size_t>(plugsmith::bytes_of(field.type)),
         "a field's data do not fit its length and type");
  }
  return 0;
}
