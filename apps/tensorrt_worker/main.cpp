// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/tensorrt_worker/session.hpp"
#include "apps/worker/serve.hpp"

int main() {
  using namespace plugsmith::tensorrt_worker;
  plugsmith::worker::serve({{"list", list_registry},
                            {"build", build_plan},
                            {"describe_plan", describe_plan},
                            {"run_model", run_model},
                            {"run_op", run_op},
                            {"run_plan", run_plan}},
                           report_trace);
}
