// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/engine/profile_check.hpp"

#include <algorithm>

#include "src/trt/engine/dim_text.hpp"

namespace plugsmith::trt {
namespace {

bool is_open(const DeclaredInput& input) {
  return std::any_of(input.dims.begin(), input.dims.end(),
                     [](std::int64_t dim) { return dim < 0; });
}

Status check_order(const std::string& where, const InputRange& range) {
  if (range.min.size() != range.opt.size() || range.max.size() != range.opt.size()) {
    return invalid_argument(where + ": MIN, OPT and MAX have different ranks");
  }
  for (std::size_t axis = 0; axis < range.opt.size(); ++axis) {
    if (range.min[axis] <= range.opt[axis] && range.opt[axis] <= range.max[axis]) continue;
    return invalid_argument(where + ": at axis " + std::to_string(axis) +
                            " MIN <= OPT <= MAX does not hold");
  }
  return Status::ok();
}

Status check_range(const DeclaredInput& input, const InputRange& range) {
  const std::string where = "--shape " + input.name + "=" + to_text(range);
  PLUGSMITH_RETURN_IF_ERROR(check_order(where, range));
  if (input.is_shape) return Status::ok();
  if (range.opt.size() != input.dims.size()) {
    return invalid_argument(where + ": the model declares " + to_text(input.dims) + ", of rank " +
                            std::to_string(input.dims.size()));
  }
  for (std::size_t axis = 0; axis < input.dims.size(); ++axis) {
    const std::int64_t dim = input.dims[axis];
    if (dim < 0 || (range.min[axis] == dim && range.max[axis] == dim)) continue;
    return invalid_argument(where + ": the model fixes axis " + std::to_string(axis) + " to " +
                            std::to_string(dim) + " (it declares " + to_text(input.dims) + ")");
  }
  return Status::ok();
}

}  // namespace

std::string to_text(const InputRange& range) {
  return to_text(range.min) + ":" + to_text(range.opt) + ":" + to_text(range.max);
}

Status check_profile(const std::vector<DeclaredInput>& inputs, const Profile& profile) {
  for (const auto& [name, range] : profile) {
    const auto found = std::find_if(inputs.begin(), inputs.end(),
                                    [&key = name](const auto& input) { return input.name == key; });
    if (found != inputs.end()) {
      PLUGSMITH_RETURN_IF_ERROR(check_range(*found, range));
      continue;
    }
    std::string all;
    for (const auto& input : inputs) all += " " + input.name;
    return invalid_argument("--shape " + name + ": the model has no such input (it has:" + all +
                            ")");
  }
  for (const auto& input : inputs) {
    if ((!is_open(input) && !input.is_shape) || profile.count(input.name) > 0) continue;
    return invalid_argument("input " + input.name + to_text(input.dims) +
                            (input.is_shape ? " holds a shape" : " has open dimensions") +
                            ": give their range by --shape " + input.name + "=MIN:OPT:MAX");
  }
  return Status::ok();
}

}  // namespace plugsmith::trt
