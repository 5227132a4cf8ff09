// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "plugsmith/elementwise.hpp"

namespace plugsmith {
inline namespace v1 {
namespace detail {

Result<Int8Scales> int8_scales(const char* op, const TensorContext& context, const In& in,
                               const Out& out) {
  const std::optional<float> in_scale = context[in].scale();
  const std::optional<float> out_scale = context[out].scale();
  if (in_scale && out_scale) return Int8Scales{*in_scale, *out_scale};
  return invalid_argument(std::string(op) + ": " + (in_scale ? "output \"" : "input \"") +
                          (in_scale ? out.name() : in.name()) +
                          "\" is int8 without a scale; calibrate, set its dynamic range, or put "
                          "Q/DQ layers around the node");
}

std::int64_t stored_elements(const ConstTensorView& view) {
  return storage_bytes({view.type(), view.format()}, view.shape()) * 8 / bits_of(view.type());
}

}  // namespace detail
}  // namespace v1
}  // namespace plugsmith
