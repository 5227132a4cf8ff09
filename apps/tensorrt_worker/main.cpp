// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <map>

#include "apps/tensorrt_worker/session.hpp"

namespace plugsmith::tensorrt_worker {
namespace {

Status perform(JobContext& job) {
  static const std::map<std::string, Status (*)(JobContext&)> kJobs = {
      {"list", list_registry},  {"build", build_plan}, {"describe_plan", describe_plan},
      {"run_model", run_model}, {"run_op", run_op},    {"run_plan", run_plan}};
  const auto found = kJobs.find(job.request.value("job", ""));
  if (found == kJobs.end()) return internal_error("the worker does not know the job asked for");
  try {
    return found->second(job);
  } catch (const std::exception& error) {
    return internal_error(std::string("the worker failed: ") + error.what());
  }
}

int serve() {
  auto channel = process::WorkerChannel::open();
  if (!channel.is_ok()) {
    std::fprintf(stderr, "this program is started by plugsmith, not by hand (%s)\n",
                 channel.status().message().c_str());
    return 2;
  }
  auto request = wire::decode(channel->request().text());
  if (!request.is_ok()) return 2;
  JobContext job{*channel, *request, Json::object(), {}, {}, {}};
  const Status status = perform(job);
  if (!status.is_ok()) job.blocks.clear();
  report_trace(job);
  job.reply.update(wire::to_json(status));
  return channel->reply(wire::encode(job.reply), job.blocks).is_ok() ? 0 : 1;
}

}  // namespace
}  // namespace plugsmith::tensorrt_worker

int main() {
  const int code = plugsmith::tensorrt_worker::serve();
  std::fflush(nullptr);
  // Static destructors of plugin libraries are left out: the answer is given.
  ::_exit(code);
}
