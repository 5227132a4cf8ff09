// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/worker/serve.hpp"

#include <unistd.h>

#include <cstdio>
#include <exception>

namespace plugsmith::worker {
namespace {

Status perform(const Jobs& jobs, JobContext& job) {
  const auto found = jobs.find(job.request.value("job", ""));
  if (found == jobs.end()) return internal_error("the worker does not know the job asked for");
  try {
    return found->second(job);
  } catch (const std::exception& error) {
    return internal_error(std::string("the worker failed: ") + error.what());
  }
}

int answer(const Jobs& jobs, void (*finish)(JobContext&)) {
  auto channel = process::WorkerChannel::open();
  if (!channel.is_ok()) {
    std::fprintf(stderr, "this program is started by plugsmith, not by hand (%s)\n",
                 channel.status().message().c_str());
    return 2;
  }
  auto request = wire::decode(channel->request().text());
  if (!request.is_ok()) return 2;
  JobContext job{*channel, *request, Json::object(), {}, {}, {}};
  const Status status = perform(jobs, job);
  if (!status.is_ok()) job.blocks.clear();
  if (finish != nullptr) finish(job);
  job.reply.update(wire::to_json(status));
  return channel->reply(wire::encode(job.reply), job.blocks).is_ok() ? 0 : 1;
}

}  // namespace

void serve(const Jobs& jobs, void (*finish)(JobContext&)) {
  const int code = answer(jobs, finish);
  std::fflush(nullptr);
  ::_exit(code);
}

}  // namespace plugsmith::worker
