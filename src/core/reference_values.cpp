// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "plugsmith/reference_values.hpp"

#include "plugsmith/dispatch.hpp"

namespace plugsmith {
inline namespace v1 {

Result<std::vector<double>> doubles_of(const ConstTensorView& view) {
  std::vector<double> values(static_cast<std::size_t>(view.shape().volume()));
  const Status status = dispatch_floating(view.type(), [&](auto zero) {
    const auto* from = view.data_as<decltype(zero)>();
    for (double& value : values) value = static_cast<double>(static_cast<float>(*from++));
    return Status::ok();
  });
  if (!status.is_ok()) return status;
  return values;
}

}  // namespace v1
}  // namespace plugsmith
