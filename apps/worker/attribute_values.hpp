// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "src/host/plugin_host.hpp"

namespace plugsmith::worker {

/// "height", "48".
using AttributeTexts = std::vector<std::pair<std::string, std::string>>;

/// Reads each text as the type that the creator advertises for the field: integers and floats
/// ("true" and "false" are 1 and 0), lists as "1,2,3", dimensions as "2x3x4", any text for strings
/// (the final NUL is counted, as the ONNX parser does); a field that is advertised as kUNKNOWN gets
/// INT32 or FLOAT32 where the text reads as such, else a string. Refused: names that the creator
/// does not advertise (with the nearest that it does), doubled names, text that is no value of the
/// type.
Result<std::vector<host::FieldValue>> parse_attributes(const host::CreatorInfo& creator,
                                                       const AttributeTexts& texts);

}  // namespace plugsmith::worker
