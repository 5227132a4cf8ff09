// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "src/check/subject.hpp"

namespace plugsmith::check {

/// Whether a plugin made from the subject's attributes serializes other values once their memory is
/// overwritten and freed: it kept a pointer into it (CK17), and no other comparison means anything.
bool keeps_field_memory(const Subject& subject);

}  // namespace plugsmith::check
