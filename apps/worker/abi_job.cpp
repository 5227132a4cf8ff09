// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>

#include "apps/worker/job.hpp"

namespace plugsmith::worker {

Status read_abi(JobContext& job) {
  const auto path = job.request.at("library").get<std::string>();
  const std::string object = "library " + path;
  job.channel.stage("asking " + path + " for its generation");
  job.channel.observer().begin(object.c_str(), "dlopen");
  void* library = ::dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
  job.channel.observer().end();
  if (library == nullptr) {
    const char* reason = ::dlerror();
    return unsupported(std::string("cannot load ") + (reason != nullptr ? reason : path.c_str()));
  }
  auto* const function = reinterpret_cast<std::int32_t (*)()>(::dlsym(library, "plugsmithAbi"));
  if (function == nullptr) return internal_error(path + ": has no plugsmithAbi");
  job.channel.observer().begin(object.c_str(), "plugsmithAbi");
  job.reply["abi"] = function();
  job.channel.observer().end();
  return Status::ok();
}

}  // namespace plugsmith::worker
