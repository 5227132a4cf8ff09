// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
// Stands for the worker that loads real TensorRT, where there is no GPU: its op copies its only
// input. PLUGSMITH_TEST_FAULT names what goes wrong.
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "apps/common/wire.hpp"
#include "src/process/worker_side.hpp"

namespace {

using plugsmith::Status;
using plugsmith::wire::Json;
namespace process = plugsmith::process;
namespace wire = plugsmith::wire;

bool told(const char* word) {
  const char* given = std::getenv("PLUGSMITH_TEST_FAULT");
  return given != nullptr && std::strcmp(given, word) == 0;
}

/// The reply, and the bytes that it points to.
struct Reply {
  Json json{{"tensorrt", {{"version", "10.6.0"}, {"path", "libnvinfer.so.10"}}}};
  std::vector<std::byte> output, plan;
  std::vector<process::Bytes> blocks;
};

Status copy_input(const Json& request, const std::vector<process::Bytes>& blocks, Reply& reply) {
  const auto inputs = wire::tensors_from(request.at("inputs"), blocks);
  if (!inputs.is_ok()) return inputs.status();
  wire::NamedTensor output = inputs->front();
  output.name = "output0";
  reply.output.assign(output.bytes.begin(), output.bytes.end());
  // The second element, by its last bit or altogether.
  const bool loaded = request.at("job") == "run_op_plan";
  if (loaded && (told("last bit") || told("last bit, not repeatable"))) {
    reply.output[4] ^= std::byte{1};
  }
  if (told("wrong") || (loaded && told("forgets"))) reply.output[7] ^= std::byte{0x40};
  output.bytes = reply.output;
  reply.json["outputs"] = wire::to_json({output}, reply.blocks);
  return Status::ok();
}

Status build(const Json& request, Reply& reply) {
  if (told("build fails")) {
    return plugsmith::internal_error(
        "a plugin failed in configurePlugin\n  TensorRT: [E] Error Code 9: it returned -1");
  }
  if (told("enqueue fails")) return plugsmith::internal_error("a plugin failed in enqueue");
  if (told("no memory")) return plugsmith::resource_exhausted("no device memory is left");
  const Json& op = request.at("op");
  const bool copies = (op.at("name") == "Faulty" && op.at("version") == "1") ||
                      op.at("name") == "ChannelShuffle_PS";
  if (!copies || !op.at("fields").is_array() || request.at("profile").size() != 1) {
    return plugsmith::internal_error("the request lacks a part: " + request.dump());
  }
  reply.json["build"] = {{"seconds", 0.5}, {"plan_bytes", 4}};
  reply.json["repeatable"] = !told("last bit, not repeatable");
  reply.json["aliases"] = Json::object();
  reply.json["plan_block"] = reply.blocks.size();
  reply.plan.assign(4, std::byte{0x50});
  reply.blocks.emplace_back(reply.plan);
  return Status::ok();
}

Status run(const Json& request, const std::vector<process::Bytes>& blocks) {
  const auto plan = blocks.at(request.at("plan_block").get<std::size_t>());
  const bool whole = plan.size() == 4 && plan.front() == std::byte{0x50};
  if (!whole) return plugsmith::internal_error("that is not the plan");
  if (!told("does not load")) return Status::ok();
  return plugsmith::internal_error("TensorRT did not take the plan: createPlugin returned null");
}

Status perform(const Json& request, const std::vector<process::Bytes>& blocks, Reply& reply) {
  const auto job = request.value("job", "");
  if (job == "find") {
    return told("no gpu") ? plugsmith::unsupported("no GPU that CUDA can use") : Status::ok();
  }
  PLUGSMITH_RETURN_IF_ERROR(copy_input(request, blocks, reply));
  if (job == "build_op_plan") return build(request, reply);
  if (job == "run_op_plan") return run(request, blocks);
  return plugsmith::internal_error("what job is " + job + "?");
}

}  // namespace

int main() {
  auto channel = process::WorkerChannel::open();
  if (!channel.is_ok()) return 2;
  const auto request = wire::decode(channel->request().text());
  if (!request.is_ok()) return 2;
  Reply reply;
  const Status status = perform(*request, channel->request().blocks(), reply);
  if (!status.is_ok()) reply.blocks.clear();
  reply.json.update(wire::to_json(status));
  return channel->reply(wire::encode(reply.json), reply.blocks).is_ok() ? 0 : 1;
}
