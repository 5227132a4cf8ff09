// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The texts in the folder templates/, put into the program when it is built.

namespace plugsmith::cli::eject {

extern const char kKernelSupport[], kPluginSupport[], kPluginFields[], kPluginHeader[],
    kPluginSource[], kRuntimePlain[], kRuntimeScratch[], kWorkspacePlain[], kWorkspaceScratch[],
    kCMakeLists[], kReadme[];

}  // namespace plugsmith::cli::eject
