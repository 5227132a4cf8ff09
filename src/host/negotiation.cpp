// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/negotiation.hpp"

#include <algorithm>
#include <array>

namespace plugsmith::host {
namespace {

/// Queries in one pass after which the search is given up: with many ports and picky answers it
/// grows as 4 to the number of ports.
constexpr std::int64_t kMaxQueries = 200'000;

class Pass {
 public:
  Pass(PluginObject& plugin, Ports& ports) : plugin_(plugin), ports_(ports) {}

  Status visit(std::size_t position) {
    nvinfer1::PluginTensorDesc& desc = ports_.descs[position].desc;
    const auto rank = static_cast<std::size_t>(desc.dims.nbDims);
    for (const TensorFormat format : candidate_formats(static_cast<DataType>(desc.type), rank)) {
      if (++queries_ > kMaxQueries) {
        return resource_exhausted(
            plugin_.who() + ": supportsFormatCombination was asked " + std::to_string(kMaxQueries) +
            " times; answer false earlier for formats that cannot lead anywhere");
      }
      desc.format = static_cast<nvinfer1::TensorFormat>(format);
      const auto accepted = plugin_.supports_format(static_cast<std::int32_t>(position), ports_);
      if (!accepted.is_ok()) return accepted.status();
      if (!accepted.value()) continue;
      PLUGSMITH_RETURN_IF_ERROR(position + 1 == ports_.descs.size() ? take() : visit(position + 1));
    }
    return Status::ok();
  }

  std::vector<Combination> found() && { return std::move(found_); }

 private:
  Status take() {
    Combination combination;
    for (const auto& port : ports_.descs) {
      combination.push_back(static_cast<TensorFormat>(port.desc.format));
    }
    const Result<std::int32_t> limit = plugin_.combination_limit();
    if (!limit.is_ok()) return limit.status();
    if (static_cast<std::int64_t>(found_.size()) <= limit.value()) {
      found_.push_back(std::move(combination));
      return Status::ok();
    }
    return plugin_.combination_limit().status();  // asked again, for what it logs
  }

  PluginObject& plugin_;
  Ports& ports_;
  std::vector<Combination> found_;
  std::int64_t queries_ = 0;
};

/// The order in which TensorRT tries formats, seen for FP32, FP16 and INT8.
int trial_rank(TensorFormat format) {
  using F = TensorFormat;
  constexpr std::array kOrder{F::kLinear, F::kHwc,   F::kDhwc,  F::kChw2,  F::kChw4,
                              F::kHwc8,   F::kHwc16, F::kDhwc8, F::kChw32, F::kCdhw32};
  return static_cast<int>(std::find(kOrder.begin(), kOrder.end(), format) - kOrder.begin());
}

bool tried_before(const Combination& first, const Combination& second) {
  return std::lexicographical_compare(
      first.begin(), first.end(), second.begin(), second.end(),
      [](TensorFormat a, TensorFormat b) { return trial_rank(a) < trial_rank(b); });
}

}  // namespace

std::vector<TensorFormat> candidate_formats(DataType type, std::size_t rank) {
  using F = TensorFormat;
  std::vector<F> formats;
  switch (type) {
#if PLUGSMITH_GENERATION >= 10
    case DataType::kFloat: formats = {F::kLinear, F::kChw32, F::kHwc, F::kDhwc}; break;
#else
    case DataType::kFloat: formats = {F::kLinear, F::kChw32}; break;  // recorded with 8.6
#endif
    case DataType::kHalf:
      formats = {F::kLinear, F::kChw2, F::kHwc8, F::kChw4, F::kDhwc8, F::kHwc16};
      break;
    case DataType::kBf16: formats = {F::kLinear, F::kHwc8, F::kChw4, F::kDhwc8, F::kChw2}; break;
    case DataType::kInt8: formats = {F::kChw4, F::kChw32, F::kLinear, F::kCdhw32}; break;
    default: formats = {F::kLinear}; break;
  }
  formats.erase(std::remove_if(formats.begin(), formats.end(),
                               [&](F format) {
                                 return rank < static_cast<std::size_t>(layout_of(format).min_rank);
                               }),
                formats.end());
  return formats;
}

Result<std::vector<Combination>> negotiate(PluginObject& plugin, Ports ports) {
  Pass pass(plugin, ports);
  PLUGSMITH_RETURN_IF_ERROR(pass.visit(0));
  auto found = std::move(pass).found();
  std::stable_sort(found.begin(), found.end(), tried_before);
  return found;
}

Status no_supported_format(const PluginObject& plugin, const std::string& layer,
                           const Ports& ports) {
  std::string types;
  for (std::size_t i = 0; i < ports.descs.size(); ++i) {
    const auto first_output = static_cast<std::size_t>(ports.inputs);
    types += i == first_output ? " -> " : (i == 0 ? "" : ", ");
    types += to_string(static_cast<DataType>(ports.descs[i].desc.type));
  }
  return unsupported(plugin.who() +
                     ": could not find any supported formats consistent with "
                     "input/output data types (" +
                     types +
                     "); supportsFormatCombination must accept a "
                     "format for every input and output of these types [" +
                     layer + "]");
}

}  // namespace plugsmith::host
