// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/engine/profile.hpp"

#include <algorithm>

#include "src/trt/engine/failure.hpp"
#include "src/trt/engine/tensor_dims.hpp"

namespace plugsmith::trt {
namespace {

std::string range_text(const InputRange& range) {
  return to_text(range.min) + ":" + to_text(range.opt) + ":" + to_text(range.max);
}

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
  const std::string where = "--shape " + input.name + "=" + range_text(range);
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

std::vector<DeclaredInput> declared_inputs(const nvinfer1::INetworkDefinition& network) {
  std::vector<DeclaredInput> inputs;
  for (std::int32_t i = 0; i < network.getNbInputs(); ++i) {
    const nvinfer1::ITensor& tensor = *network.getInput(i);
    inputs.push_back({tensor.getName(), to_list(tensor.getDimensions()), tensor.isShapeTensor()});
  }
  return inputs;
}

bool set_values(nvinfer1::IOptimizationProfile& profile, const char* name,
                nvinfer1::OptProfileSelector selector, const DimList& values) {
  const auto count = static_cast<std::int32_t>(values.size());
#if NV_TENSORRT_MAJOR >= 11
  return profile.setShapeValuesV2(name, selector, values.data(), count);
#else  // 10.0 has nothing wider
  const std::vector<std::int32_t> narrow(values.begin(), values.end());
  return profile.setShapeValues(name, selector, narrow.data(), count);
#endif
}

bool set_range(nvinfer1::IOptimizationProfile& profile, const DeclaredInput& input,
               const InputRange& range) {
  using Selector = nvinfer1::OptProfileSelector;
  bool taken = true;
  for (const auto& [selector, values] :
       {std::pair<Selector, const DimList*>{Selector::kMIN, &range.min},
        {Selector::kOPT, &range.opt},
        {Selector::kMAX, &range.max}}) {
    if (input.is_shape) {
      const DimList& shape = range.values.empty() ? *values : range.values;
      taken = set_values(profile, input.name.c_str(), selector, shape) && taken;
    } else {
      taken = profile.setDimensions(input.name.c_str(), selector, to_dims(*values)) && taken;
    }
  }
  return taken;
}

}  // namespace

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

Status add_profiles(TensorRt& tensorrt, nvinfer1::IBuilder& builder,
                    nvinfer1::IBuilderConfig& config, const Network& network,
                    const std::vector<Profile>& profiles) {
  const std::vector<DeclaredInput> inputs = declared_inputs(*network.definition);
  if (profiles.empty()) return check_profile(inputs, {});
  for (const Profile& wanted : profiles) {
    PLUGSMITH_RETURN_IF_ERROR(check_profile(inputs, wanted));
    nvinfer1::IOptimizationProfile* profile = builder.createOptimizationProfile();
    for (const DeclaredInput& input : inputs) {
      const auto range = wanted.find(input.name);
      if (range == wanted.end() || set_range(*profile, input, range->second)) continue;
      return invalid_argument("TensorRT does not take --shape " + input.name + "=" +
                              range_text(range->second) + quote(tensorrt.log().take()));
    }
    if (!profile->isValid() || config.addOptimizationProfile(profile) < 0) {
      return invalid_argument("TensorRT does not take the profile that --shape gives" +
                              quote(tensorrt.log().take()));
    }
  }
  return Status::ok();
}

}  // namespace plugsmith::trt
