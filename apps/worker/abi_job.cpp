// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>

#include "apps/worker/job.hpp"

namespace plugsmith::worker {
namespace {

// Calls `symbol` of the request's library, which is loaded without a host.
template <class Function, class Take>
Status ask(JobContext& job, const char* symbol, const Take& take) {
  const auto path = job.request.at("library").get<std::string>();
  const std::string object = "library " + path;
  job.channel.stage("asking " + path + " for " + symbol);
  job.channel.observer().begin(object.c_str(), "dlopen");
  void* library = ::dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
  job.channel.observer().end();
  if (library == nullptr) {
    const char* reason = ::dlerror();
    return unsupported(std::string("cannot load ") + (reason != nullptr ? reason : path.c_str()));
  }
  auto* const function = reinterpret_cast<Function>(::dlsym(library, symbol));
  if (function == nullptr) return invalid_argument(path + ": has no " + symbol);
  job.channel.observer().begin(object.c_str(), symbol);
  take(function);
  job.channel.observer().end();
  return Status::ok();
}

}  // namespace

Status read_abi(JobContext& job) {
  return ask<std::int32_t (*)()>(job, "plugsmithAbi",
                                 [&](auto function) { job.reply["abi"] = function(); });
}

Status read_ports(JobContext& job) {
  const auto op = job.request.at("op").get<std::string>();
  return ask<char const* (*)(char const*)>(job, "plugsmithPorts", [&](auto function) {
    const char* text = function(op.c_str());
    job.reply["ports"] = text == nullptr ? "" : text;
  });
}

}  // namespace plugsmith::worker
