// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

// Says that it was built for a TensorRT that this host does not play.
extern "C" __attribute__((visibility("default"))) std::int32_t plugsmithAbi() { return 8001; }
