// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/worker/serve.hpp"

int main() {
  using namespace plugsmith::worker;
  serve({{"list", list_creators},
         {"check_library", check_library},
         {"check_op", check_op},
         {"check_device_cases", check_device_cases},
         {"compare_device_memory", compare_device_memory},
         {"engine_case", describe_engine_case},
         {"find_device", find_device},
         {"abi", read_abi},
         {"ports", read_ports},
         {"run_op", run_op},
         {"run_model", run_model}});
}
