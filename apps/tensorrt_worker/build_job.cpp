// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/tensorrt_worker/build_request.hpp"
#include "apps/tensorrt_worker/engine_report.hpp"
#include "src/io/file.hpp"

// {"model", "output", ...} -> the plan in a file, and a summary of it.

namespace plugsmith::tensorrt_worker {

Status build_plan(JobContext& job) {
  auto backend = open_session(job);
  if (!backend.is_ok()) return backend.status();
  auto built = build_model(job, **backend);
  if (!built.is_ok()) return built.status();
  job.channel.stage("reading the plan back");
  auto engine = (*backend)->load(built->plan.data(), built->plan.size(), built->aliases,
                                 trt::PlanCode::kAllowed);  // it was made here
  if (!engine.is_ok()) return engine.status();
  PLUGSMITH_RETURN_IF_ERROR(report_engine(job, **engine));
  const auto* data = reinterpret_cast<const std::byte*>(built->plan.data());
  return io::write_file(job.request.at("output").get<std::string>(), {data, built->plan.size()});
}

}  // namespace plugsmith::tensorrt_worker
