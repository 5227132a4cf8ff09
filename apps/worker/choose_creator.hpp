// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "apps/common/wire.hpp"
#include "src/host/plugin_host.hpp"

namespace plugsmith::worker {

/// The creator that {"name", "version", "namespace"} means; the last two may be missing. An error
/// lists what there is, with the nearest name.
Result<host::CreatorInfo> choose_creator(const std::vector<host::CreatorInfo>& creators,
                                         const wire::Json& op);

}  // namespace plugsmith::worker
