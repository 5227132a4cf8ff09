// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "apps/plugsmith/bench.hpp"

namespace plugsmith::cli {
namespace {

/// The peers that a worker can be asked for: plugins, in libraries that are there.
std::vector<BenchPeer*> available_peers(const BenchOptions& options, BenchCase& one) {
  std::vector<BenchPeer*> peers;
  for (BenchPeer& peer : one.peers) {
    if (options.peers.empty() || peer.is_layer()) continue;
    for (const char* folder : {"", "lib"}) {
      const auto path = std::filesystem::path(options.peers) / folder / peer.op.library;
      if (!std::filesystem::exists(path)) continue;
      peers.push_back(&peer);
      one.options.peers.push_back(peer.op);
      one.options.peers.back().library = path.string();
      break;
    }
    if (peers.empty() || peers.back() != &peer) {
      peer.error = peer.op.library + " is not in " + options.peers + ", which --peers names";
    }
  }
  return peers;
}

WorkerReply run_once(const BenchOptions& options, const OpOptions& op) {
  auto job = do_op_job(options.library, op, Trace::kNo, 1, options.worker);
  if (job.is_ok()) return std::move(job->reply);
  return {job.status(), Json::object(), std::nullopt};
}

// Where all fails with the peers and nothing without them, it was theirs.
WorkerReply run_despite_peers(const BenchOptions& options, BenchCase& one,
                              const std::vector<BenchPeer*>& peers) {
  WorkerReply reply = run_once(options, one.options);
  if (peers.empty() || reply.status.is_ok()) return reply;
  one.options.peers.clear();
  WorkerReply alone = run_once(options, one.options);
  if (!alone.status.is_ok()) return alone;
  for (BenchPeer* peer : peers) peer->error = reply.status.message();
  return alone;
}

Spread samples(const Json& timing, const char* key) {
  return spread_of(timing.at(key).get<std::vector<double>>());
}

// Of all tactics the first was timed; the others become cases of their own.
void take_tactics(const Json& engine, BenchCase& one) {
  if (one.options.tactic != kAllTactics) return;
  const auto timed = engine.at("tactic").get<std::int64_t>();
  for (const std::int64_t tactic : engine.at("tactics").get<std::vector<std::int64_t>>()) {
    if (tactic != timed) one.other_tactics.push_back(tactic);
  }
  one.options.tactic = one.other_tactics.empty() ? "" : std::to_string(timed);
}

void take_peers(const Json& timing, const std::vector<BenchPeer*>& peers) {
  const Json& replies = timing.at("peers");
  for (std::size_t i = 0; i < replies.size() && i < peers.size(); ++i) {
    peers[i]->error = replies[i].value("error", "");
    if (peers[i]->error.empty()) peers[i]->op_us = samples(replies[i], "op_us");
  }
}

}  // namespace

Status measure(const BenchOptions& options, BenchCase& one, Json& device) {
  one.options.on_device = true;
  one.options.timed = true;
  const auto peers = available_peers(options, one);
  const WorkerReply reply = run_despite_peers(options, one, peers);
  if (!reply.status.is_ok()) {
    one.error = reply.status.message();
    return exit_code(reply.status) == kCannot ? reply.status : Status::ok();
  }
  const Json& timing = reply.json.at("timing");
  one.op_us = samples(timing, "op_us");
  one.copy_us = samples(timing, "copy_us");
  one.enqueue_us = samples(timing, "enqueue_us");
  one.bytes = timing.at("bytes").get<std::int64_t>();
  device = timing.at("device");
  take_peers(timing, peers);
  take_tactics(reply.json.at("engine"), one);
  return Status::ok();
}

}  // namespace plugsmith::cli
