// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/device_run.hpp"

#include <algorithm>
#include <chrono>

#include "src/cuda/device_memory.hpp"

namespace plugsmith::host {
namespace {

constexpr unsigned char kPoison = 0xCD;

Status named(const std::string& who, const Status& status) {
  return status.is_ok() ? status : Status(status.code(), who + ": " + status.message());
}

std::size_t owner_of(const std::vector<PortMemory>& ports, std::size_t port) {
  return ports[port].alias < 0 ? port : static_cast<std::size_t>(ports[port].alias);
}

bool is_aliased(const std::vector<PortMemory>& ports, std::size_t input) {
  return std::any_of(ports.begin(), ports.end(), [&](const PortMemory& port) {
    return port.alias == static_cast<std::int32_t>(input);
  });
}

}  // namespace

Result<std::unique_ptr<DeviceRun>> DeviceRun::make() {
  const std::string reason = cuda::why_no_device();
  if (!reason.empty()) {
    return unsupported(reason + "; the cuda back end needs an NVIDIA GPU and its driver");
  }
  std::unique_ptr<DeviceRun> run(new DeviceRun);
  auto stream = cuda::DeviceStream::make();
  if (!stream.is_ok()) return stream.status();
  run->stream_ = std::move(stream).value();
  return Result<std::unique_ptr<DeviceRun>>(std::move(run));
}

Status DeviceRun::keep_or_make(cuda::GuardedBuffer& buffer, std::int64_t bytes) {
  if (buffer.bytes() == bytes && buffer.is_allocated()) return Status::ok();
  buffer = cuda::GuardedBuffer();
  auto made = cuda::GuardedBuffer::make(bytes);
  if (!made.is_ok()) return made.status();
  buffer = std::move(made).value();
  return Status::ok();
}

Status DeviceRun::prepare(const DeviceJob& job) {
  const std::vector<PortMemory>& ports = job.ports;
  buffers_.resize(ports.size());
  pointers_ = {};
  pointers_.tactic = job.tactic;
  for (std::size_t i = 0; i < ports.size(); ++i) {
    const std::size_t owner = owner_of(ports, i);
    if (owner == i) PLUGSMITH_RETURN_IF_ERROR(keep_or_make(buffers_[i], ports[i].bytes));
    if (ports[i].is_input) {
      PLUGSMITH_RETURN_IF_ERROR(buffers_[i].upload(ports[i].host, ports[i].bytes));
    } else if (owner == i) {
      PLUGSMITH_RETURN_IF_ERROR(buffers_[i].fill(kPoison));
    }
    // An empty tensor may come as null (contract K13).
    void* address = ports[owner].bytes == 0 ? nullptr : buffers_[owner].data();
    if (ports[i].is_input) {
      pointers_.inputs.push_back(address);
    } else {
      pointers_.outputs.push_back(address);
    }
  }
  PLUGSMITH_RETURN_IF_ERROR(keep_or_make(workspace_, job.workspace_bytes));
  PLUGSMITH_RETURN_IF_ERROR(workspace_.fill(kPoison));
  pointers_.workspace = job.workspace_bytes == 0 ? nullptr : workspace_.data();
  pointers_.stream = stream_->get();
  return Status::ok();
}

Status DeviceRun::check(const DeviceJob& job) {
  const std::vector<PortMemory>& ports = job.ports;
  const std::string& who = job.who;
  for (std::size_t i = 0; i < ports.size(); ++i) {
    if (owner_of(ports, i) != i) continue;
    PLUGSMITH_RETURN_IF_ERROR(named(who, buffers_[i].check_guards(ports[i].name)));
    if (!ports[i].is_input || is_aliased(ports, i)) continue;
    std::vector<std::byte> now(static_cast<std::size_t>(ports[i].bytes));
    PLUGSMITH_RETURN_IF_ERROR(named(who, buffers_[i].download(now.data(), ports[i].bytes)));
    const auto* given = static_cast<const std::byte*>(ports[i].host);
    const auto change = std::mismatch(now.begin(), now.end(), given).first;
    if (change == now.end()) continue;
    return internal_error(who + ": " + ports[i].name + " was changed by enqueue, first at byte " +
                          std::to_string(change - now.begin()) +
                          "; inputs are read-only unless getAliasedInput ties an output to them");
  }
  return named(who, workspace_.check_guards("the workspace"));
}

Status DeviceRun::run(const DeviceJob& job) {
  const std::vector<PortMemory>& ports = job.ports;
  const std::string& who = job.who;
  PLUGSMITH_RETURN_IF_ERROR(named(who, prepare(job)));
  const Status enqueued = job.enqueue(pointers_);
  const Status finished = stream_->synchronize();
  PLUGSMITH_RETURN_IF_ERROR(enqueued);
  PLUGSMITH_RETURN_IF_ERROR(named(who, finished));
  PLUGSMITH_RETURN_IF_ERROR(check(job));
  for (std::size_t i = 0; i < ports.size(); ++i) {
    if (ports[i].is_input) continue;
    PLUGSMITH_RETURN_IF_ERROR(
        named(who, buffers_[owner_of(ports, i)].download(ports[i].host, ports[i].bytes)));
  }
  return Status::ok();
}

Result<DeviceTiming> DeviceRun::time(const DeviceJob& job, const TimingOptions& options) {
  const std::string& who = job.who;
  PLUGSMITH_RETURN_IF_ERROR(named(who, prepare(job)));
  const auto facts = cuda::device_facts();
  if (!facts.is_ok()) return facts.status();
  DeviceTiming timing;
  for (const PortMemory& port : job.ports) timing.bytes += port.bytes;
  // What fills the cache with something else between two runs.
  cuda::GuardedBuffer flush, from, to;
  PLUGSMITH_RETURN_IF_ERROR(keep_or_make(flush, options.cold_cache ? 2 * facts->l2_bytes : 0));
  PLUGSMITH_RETURN_IF_ERROR(keep_or_make(from, timing.bytes / 2));
  PLUGSMITH_RETURN_IF_ERROR(keep_or_make(to, timing.bytes / 2));
  cuda::DeviceStream::Work before;
  if (options.cold_cache) {
    before = [&](Stream stream) {
      return cuda::enqueue_memset(flush.data(), 0, flush.bytes(), stream);
    };
  }
  const auto op = [&](Stream) { return job.enqueue(pointers_); };
  const auto copy = [&](Stream stream) {
    return cuda::copy_on_device(to.data(), from.data(), from.bytes(), stream);
  };
  const auto append = [&](const cuda::DeviceStream::Work& work, int warm_up, int runs,
                          std::vector<double>& times) -> Status {
    auto part = stream_->time_us(work, before, warm_up, runs);
    if (!part.is_ok()) return named(who, part.status());
    times.insert(times.end(), part->begin(), part->end());
    return Status::ok();
  };
  const int rounds = std::max(1, options.rounds);
  for (int round = 0; round < rounds; ++round) {
    const int warm_up = round == 0 ? options.warm_up : 1;
    PLUGSMITH_RETURN_IF_ERROR(append(op, warm_up, options.runs_a_round, timing.op_us));
    PLUGSMITH_RETURN_IF_ERROR(append(copy, warm_up, options.runs_a_round, timing.copy_us));
  }
  for (int i = 0; i < options.runs_a_round; ++i) {
    const auto started = std::chrono::steady_clock::now();
    PLUGSMITH_RETURN_IF_ERROR(job.enqueue(pointers_));
    const std::chrono::duration<double, std::micro> spent =
        std::chrono::steady_clock::now() - started;
    timing.enqueue_us.push_back(spent.count());
    PLUGSMITH_RETURN_IF_ERROR(named(who, stream_->synchronize()));
  }
  PLUGSMITH_RETURN_IF_ERROR(check(job));
  return timing;
}

}  // namespace plugsmith::host
