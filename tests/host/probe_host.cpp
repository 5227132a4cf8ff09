// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/host/probe_host.hpp"

namespace plugsmith::testing {

host::LayerSpec probe_layer() {
  host::LayerSpec spec;
  spec.creator_name = "Probe";
  spec.layer_name = "pad";
  spec.layer_index = 1;
  spec.fields = {{"target", FieldType::kInt32, 1, {}}};
  spec.inputs = {{"x", DataType::kFloat, {-1, 8, -1, -1}}};
  return spec;
}

host::BuildOptions probe_profile() {
  host::BuildOptions options;
  options.profile = {{{1, 8, 1, 1}, {2, 8, 16, 16}, {4, 8, 32, 32}}};
  return options;
}

}  // namespace plugsmith::testing
