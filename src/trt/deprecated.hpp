// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// TensorRT 10 and 11 mark the IPluginV2 family as deprecated; code that serves it says so once.
#define PLUGSMITH_BEGIN_V2 \
  _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wdeprecated-declarations\"")
#define PLUGSMITH_END_V2 _Pragma("GCC diagnostic pop")
