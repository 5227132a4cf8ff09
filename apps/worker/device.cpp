// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/worker/job.hpp"
#include "src/cuda/device_stream.hpp"
#include "src/cuda/guarded_buffer.hpp"

namespace plugsmith::worker {

host::Execution execution_of(const JobContext& job) {
  return job.request.value("on_device", false) ? host::Execution::kEnqueueOnDevice
                                               : host::Execution::kReference;
}

Status check_device(const JobContext& job) {
  if (execution_of(job) == host::Execution::kReference) return Status::ok();
  const std::string reason = cuda::why_no_device();
  if (reason.empty()) return Status::ok();
  const std::string option = job.request.value("option", "");
  const bool checks = !option.empty();
  return unsupported((checks ? option : "the cuda back end") +
                     " needs an NVIDIA GPU and its driver (libcuda.so.1): " + reason + "; " +
                     (checks ? "use --tier host, which checks without one"
                             : "use --backend embedded, which computes on the CPU"));
}

Status find_device(JobContext& job) { return check_device(job); }

Result<Json> describe_device() {
  const auto facts = cuda::device_facts();
  if (!facts.is_ok()) return facts.status();
  return Json{{"name", facts->name},
              {"compute_capability",
               std::to_string(facts->compute_major) + "." + std::to_string(facts->compute_minor)},
              {"multiprocessors", facts->multiprocessors},
              {"l2_bytes", facts->l2_bytes},
              {"memory_bytes", facts->memory_bytes},
              {"clock_khz", facts->clock_khz},
              {"memory_clock_khz", facts->memory_clock_khz},
              {"driver_version", facts->driver_version},
              {"runtime_version", facts->runtime_version}};
}

}  // namespace plugsmith::worker
