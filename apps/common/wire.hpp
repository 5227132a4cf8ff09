// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "plugsmith/status.hpp"
#include "src/io/tensor.hpp"
#include "src/process/message.hpp"

// Requests and replies between plugsmith and its workers: a JSON value, carried as CBOR since paths
// and names need not be UTF-8, and the bytes of tensors as blocks beside it.
//
// Every request: {"job", "libraries": [PATH], "init": SYMBOL, "stand_in": PATH, ...}. Every reply:
// {"status": 0, ...} or {"status": CODE, "message"}; both may have "log": [TEXT].

namespace plugsmith::wire {

using Json = nlohmann::json;

/// A tensor whose bytes somebody else keeps, e.g. a block of a message.
struct NamedTensor {
  std::string name;
  DataType type = DataType::kFloat;
  io::Dims dims;
  process::Bytes bytes;
};

std::string encode(const Json& value);
/// An error for bytes that are no CBOR object.
Result<Json> decode(std::string_view bytes);

/// Status to {"status", "message"} and back.
Json to_json(const Status& status);
Status status_from(const Json& reply);

/// [{"name", "type", "dims", "block"}]; the bytes are added to `blocks`.
Json to_json(const std::vector<NamedTensor>& tensors, std::vector<process::Bytes>& blocks);
/// The reverse. An error when a block is missing or has the wrong size.
Result<std::vector<NamedTensor>> tensors_from(const Json& list,
                                              const std::vector<process::Bytes>& blocks);

}  // namespace plugsmith::wire
