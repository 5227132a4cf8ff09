// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
// Runs a worker that never ends; for tests that kill the parent.
#include "src/process/supervisor.hpp"

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  plugsmith::process::Job job;
  job.worker = argv[1];
  job.text = "loop";
  job.limits.method_seconds = 0;
  const auto outcome = plugsmith::process::run_job(job);
  return outcome.ending == plugsmith::process::Ending::kInterrupted ? 42 : 1;
}
