// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/tensorrt_worker/session.hpp"
#include "apps/worker/serve.hpp"

int main() {
  using namespace plugsmith::tensorrt_worker;
  plugsmith::worker::serve({{"list", list_registry},
                            {"build", build_plan},
                            {"build_op_plan", build_op_plan},
                            {"find", find_tensorrt_and_device},
                            {"describe_plan", describe_plan},
                            {"run_model", run_model},
                            {"run_op", run_op},
                            {"run_op_plan", run_op_plan},
                            {"run_plan", run_plan},
                            {"time_models", time_models}},
                           report_trace);
}
