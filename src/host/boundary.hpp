// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <new>
#include <type_traits>

#include "plugsmith/status.hpp"
#include "src/host/log.hpp"

namespace plugsmith::host {

/// Runs one operation of the public face: collects what plugins log meanwhile and quotes it on
/// failure, and turns running out of memory into a Status.
template <class Operation>
std::invoke_result_t<Operation> at_boundary(Operation&& operation) {
  const LogScope logs;
  try {
    return logs.attach(operation());
  } catch (const std::bad_alloc&) {
    return resource_exhausted("out of memory in the embedded host");
  }
}

}  // namespace plugsmith::host
