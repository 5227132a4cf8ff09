// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <list>
#include <optional>

#include "apps/worker/op_run.hpp"

// An op's time on a device, and that of the same work in other libraries' ops.

namespace plugsmith::worker {
namespace {

void append(std::vector<double>& all, const std::vector<double>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

/// One op with what was measured of it so far.
struct Timed {
  OpRun* run = nullptr;
  host::PluginContext* context = nullptr;
  host::DeviceTiming timing;

  Status turn(const host::TimingOptions& options) {
    run->job.channel.stage("timing " + run->creator.name);
    const auto more = context->time(run->tensors(), run->inputs.shape_values, options);
    if (!more.is_ok()) return more.status();
    append(timing.op_us, more->op_us);
    append(timing.copy_us, more->copy_us);
    append(timing.enqueue_us, more->enqueue_us);
    timing.bytes = more->bytes;
    return Status::ok();
  }
};

/// An op of the request's "peers", built, or why it could not be.
struct Peer {
  Status status = Status::ok();
  std::optional<OpRun> run;
  std::unique_ptr<host::PluginEngine> engine;
  std::unique_ptr<host::PluginContext> context;
  Timed timed;

  Status build(OpRun& first, const Json& described) {
    auto read = read_op_run(first.job, first.host, described);
    if (!read.is_ok()) return read.status();
    run.emplace(std::move(read).value());
    auto built = build_engine(*run);
    if (!built.is_ok()) return built.status();
    engine = std::move(built).value();
    auto made = engine->create_context();
    if (!made.is_ok()) return made.status();
    context = std::move(made).value();
    timed = {&*run, context.get(), {}};
    return Status::ok();
  }

  Json reply() const {
    Json json = run ? Json{{"creator", describe(run->creator)}} : Json::object();
    if (!status.is_ok()) {
      json["error"] = status.message();
      return json;
    }
    json["op_us"] = timed.timing.op_us;
    json["bytes"] = timed.timing.bytes;
    return json;
  }
};

}  // namespace

Status time_op(OpRun& run, host::PluginContext& context) {
  std::list<Peer> peers;
  for (const Json& described : run.job.request.value("peers", Json::array())) {
    Peer& peer = peers.emplace_back();
    peer.status = peer.build(run, described);
  }
  Timed own{&run, &context, {}};
  // Each turn uploads the inputs and checks guard zones anew: two are enough to see a drift.
  std::vector<int> rounds{host::TimingOptions().rounds};
  if (!peers.empty()) rounds = {rounds[0] - rounds[0] / 2, rounds[0] / 2};
  for (const int count : rounds) {
    host::TimingOptions options;
    options.rounds = count;
    PLUGSMITH_RETURN_IF_ERROR(own.turn(options));
    for (Peer& peer : peers) {
      if (peer.status.is_ok()) peer.status = peer.timed.turn(options);
    }
  }
  auto device = describe_device();
  if (!device.is_ok()) return device.status();
  Json& reply = run.job.reply["timing"];
  reply = {{"op_us", own.timing.op_us},           {"copy_us", own.timing.copy_us},
           {"enqueue_us", own.timing.enqueue_us}, {"bytes", own.timing.bytes},
           {"device", std::move(device).value()}, {"peers", Json::array()}};
  for (const Peer& peer : peers) reply["peers"].push_back(peer.reply());
  return Status::ok();
}

}  // namespace plugsmith::worker
