// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "plugsmith/status.hpp"

#include "plugsmith/cuda_status.hpp"

namespace plugsmith {
inline namespace v1 {

const char* to_string(StatusCode code) {
  switch (code) {
    case StatusCode::kOk: return "ok";
    case StatusCode::kInvalidArgument: return "invalid argument";
    case StatusCode::kUnsupported: return "unsupported";
    case StatusCode::kOutOfRange: return "out of range";
    case StatusCode::kResourceExhausted: return "resource exhausted";
    case StatusCode::kCuda: return "CUDA error";
    case StatusCode::kInternal: return "internal error";
  }
  return "unknown status";
}

Status cuda_status(int code, const char* name, const char* text, const char* expression) {
  if (code == 0) return Status::ok();
  return {StatusCode::kCuda, std::string(expression) + " gave " + name + " (" + text + ")"};
}

}  // namespace v1
}  // namespace plugsmith
