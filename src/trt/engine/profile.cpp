// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/engine/profile.hpp"

#include <algorithm>

#include "src/trt/engine/failure.hpp"
#include "src/trt/engine/tensor_dims.hpp"

namespace plugsmith::trt {
namespace {

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
                              to_text(range->second) + quote(tensorrt.log().take()));
    }
    if (!profile->isValid() || config.addOptimizationProfile(profile) < 0) {
      return invalid_argument("TensorRT does not take the profile that --shape gives" +
                              quote(tensorrt.log().take()));
    }
  }
  return Status::ok();
}

}  // namespace plugsmith::trt
