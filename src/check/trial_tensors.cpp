// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/trial_tensors.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "plugsmith/dispatch.hpp"
#include "plugsmith/half.hpp"
#include "src/host/reformat.hpp"
#include "src/host/trace_format.hpp"

namespace plugsmith::check {
namespace {

// SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).
std::uint64_t mixed(std::uint64_t state) {
  state = (state ^ (state >> 30U)) * 0xBF58476D1CE4E5B9U;
  state = (state ^ (state >> 27U)) * 0x94D049BB133111EBU;
  return state ^ (state >> 31U);
}

class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : state_(mixed(seed + 1)) {}
  std::uint64_t bits() { return mixed(state_ += 0x9E3779B97F4A7C15U); }
  float real() { return static_cast<float>(bits() >> 40U) * 0x1p-22F - 2.0F; }

 private:
  std::uint64_t state_;
};

// The values that an integer input may take: [low, high).
struct Range {
  std::int64_t low = 0, high = 2;
};

Range told_range(const Subject& subject, std::size_t input, const TrialShapes& shapes) {
  Range range;
  std::size_t position = 0;
  std::vector<const host::PortDescription*> device;
  for (const auto& port : subject.info.ports) {
    if (port.is_device_input()) device.push_back(&port);
  }
  if (input >= device.size() || !device[input]->domain) return range;
  const host::PortDomain& domain = *device[input]->domain;
  range = {domain.low, domain.high};
  if (domain.high_port.empty()) return range;
  for (position = 0; position < device.size(); ++position) {
    if (device[position]->name == domain.high_port) break;
  }
  if (position >= shapes.inputs.size()) return range;
  const host::DimValues& dims = shapes.inputs[position];
  const auto size_of = [&](std::int64_t axis) {
    return axis >= 0 && axis < static_cast<std::int64_t>(dims.size())
               ? dims[static_cast<std::size_t>(axis)]
               : std::int64_t{1};
  };
  range.high = size_of(domain.high);
  if (domain.times_axis >= 0) range.high *= size_of(domain.times_axis);
  return range;
}

template <class T, class Make>
void fill(HostTensor& tensor, Make make) {
  for (std::size_t at = 0; at + sizeof(T) <= tensor.bytes.size(); at += sizeof(T)) {
    const T value = make();
    std::memcpy(tensor.bytes.data() + at, &value, sizeof value);
  }
}

Status fill_tensor(HostTensor& tensor, Numbers numbers, Range range) {
  const auto count = static_cast<std::uint64_t>(std::max<std::int64_t>(range.high - range.low, 1));
  const auto integer = [&] {
    return range.low + static_cast<std::int64_t>(numbers.bits() % count);
  };
  switch (tensor.type) {
    case DataType::kFloat: fill<float>(tensor, [&] { return numbers.real(); }); break;
    case DataType::kHalf:
      fill<std::uint16_t>(tensor, [&] { return Half(numbers.real()).bits; });
      break;
    case DataType::kBf16:
      fill<std::uint16_t>(tensor, [&] { return BFloat16(numbers.real()).bits; });
      break;
    case DataType::kInt8:
      fill<std::int8_t>(tensor,
                        [&] { return static_cast<std::int8_t>(numbers.bits() % 128 - 64); });
      break;
    case DataType::kInt32:
      fill<std::int32_t>(tensor, [&] { return static_cast<std::int32_t>(integer()); });
      break;
    case DataType::kInt64: fill<std::int64_t>(tensor, integer); break;
    case DataType::kBool:
    case DataType::kUint8:
      fill<std::uint8_t>(tensor, [&] { return static_cast<std::uint8_t>(numbers.bits() % 2); });
      break;
    default:
      return unsupported(std::string("no test values for inputs of type ") +
                         to_string(tensor.type));
  }
  return Status::ok();
}

double value_at(const HostTensor& tensor, std::size_t index) {
  const auto read = [&](auto zero) {
    using T = decltype(zero);
    T value;
    std::memcpy(&value, tensor.bytes.data() + index * sizeof(T), sizeof(T));
    return value;
  };
  switch (tensor.type) {
    case DataType::kFloat: return static_cast<double>(read(float{}));
    case DataType::kHalf: return static_cast<double>(static_cast<float>(read(Half{})));
    case DataType::kBf16: return static_cast<double>(static_cast<float>(read(BFloat16{})));
    case DataType::kInt8: return read(std::int8_t{});
    case DataType::kInt32: return read(std::int32_t{});
    case DataType::kInt64: return static_cast<double>(read(std::int64_t{}));
    default: return read(std::uint8_t{});
  }
}

double epsilon_of(DataType type) {
  switch (type) {
    case DataType::kFloat: return 0x1p-23;
    case DataType::kHalf: return 0x1p-10;
    case DataType::kBf16: return 0x1p-7;
    default: return 0.0;
  }
}

bool agree(DataType type, double got, double want, double ulps) {
  if (std::isnan(got) || std::isnan(want)) return std::isnan(got) && std::isnan(want);
  if (got == want) return true;
  if (type == DataType::kInt8) return std::abs(got - want) <= 1.0;
  return std::abs(got - want) <= ulps * epsilon_of(type) * std::max(std::abs(want), 1.0);
}

std::string difference(const HostTensor& got, const HostTensor& want, double ulps) {
  if (got.dims != want.dims) {
    return "has dims " + describe({got.dims}) + ", wanted " + describe({want.dims});
  }
  const auto size = static_cast<std::size_t>(std::max<std::int64_t>(bytes_of(want.type, 1), 1));
  const std::size_t count = want.bytes.size() / size;
  std::size_t differing = 0, first = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (std::memcmp(got.bytes.data() + i * size, want.bytes.data() + i * size, size) == 0) continue;
    if (agree(want.type, value_at(got, i), value_at(want, i), ulps)) continue;
    if (differing++ == 0) first = i;
  }
  if (differing == 0) return "";
  return "differs in " + std::to_string(differing) + " of " + std::to_string(count) +
         " elements, first at " + std::to_string(first) + ": got " +
         std::to_string(value_at(got, first)) + ", wanted " + std::to_string(value_at(want, first));
}

std::vector<host::DimValues> shape_values(const Subject& subject) {
  std::vector<host::DimValues> values;
  for (const std::int32_t elements : subject.use.shape_elements) {
    values.emplace_back(static_cast<std::size_t>(elements), kShapeValue);
  }
  return values;
}

}  // namespace

nvinfer1::PluginTensorDesc desc_of(const PortFormat& port, const host::DimValues& dims) {
  nvinfer1::PluginTensorDesc desc{};
  desc.dims = host::to_dims(dims);
  desc.type = static_cast<nvinfer1::DataType>(port.type);
  desc.format = static_cast<nvinfer1::TensorFormat>(port.format);
  desc.scale = 1.0F;
  return desc;
}

Result<TrialShapes> trial_shapes(const Subject& subject, std::vector<host::DimValues> inputs) {
  const auto ones = shape_values(subject);
  host::DimBindings bindings;
  bindings.inputs = &inputs;
  bindings.shape_inputs = &ones;
  TrialShapes shapes;
  auto open = subject.use.shapes.shapes.evaluate(bindings, subject.info.name);
  if (!open.is_ok()) return open.status();
  bindings.sizes = host::DimBindings::Sizes::kUpper;
  auto upper = subject.use.shapes.shapes.evaluate(bindings, subject.info.name);
  if (!upper.is_ok()) return upper.status();
  for (std::size_t i = 0; i < upper->size(); ++i) {
    const host::DimValues& dims = upper.value()[i];
    if (std::any_of(dims.begin(), dims.end(), [](std::int64_t dim) { return dim < 0; })) {
      return invalid_argument("the dims of output " + std::to_string(i) +
                              " stay unknown: " + describe({dims}));
    }
  }
  shapes.inputs = std::move(inputs);
  shapes.outputs = std::move(open).value();
  shapes.upper = std::move(upper).value();
  return shapes;
}

Result<std::vector<host::DimValues>> real_output_dims(const Subject& subject,
                                                      const TrialShapes& shapes,
                                                      const host::DimValues& sizes) {
  const auto values = shape_values(subject);
  return subject.use.shapes.shapes.evaluate(
      {&shapes.inputs, &values, host::DimBindings::Sizes::kGiven, &sizes}, subject.info.name);
}

Result<std::vector<HostTensor>> trial_inputs(const Subject& subject, const Combination& combination,
                                             const TrialShapes& shapes, unsigned seed) {
  std::vector<HostTensor> inputs;
  for (std::size_t i = 0; i < shapes.inputs.size(); ++i) {
    const auto layout =
        host::make_layout(TensorFormat::kLinear, combination[i].type, shapes.inputs[i]);
    if (!layout.is_ok()) return layout.status();
    HostTensor tensor{combination[i].type, shapes.inputs[i], {}};
    tensor.bytes.resize(static_cast<std::size_t>(layout->bytes()));
    PLUGSMITH_RETURN_IF_ERROR(
        fill_tensor(tensor, Numbers(seed * 1000003U + i), told_range(subject, i, shapes)));
    inputs.push_back(std::move(tensor));
  }
  return inputs;
}

std::vector<HostTensor> random_bits(std::vector<HostTensor> inputs, unsigned seed) {
  Numbers numbers(seed);
  for (HostTensor& tensor : inputs) {
    // A bool is a byte of 0 or 1 by definition, whatever its history.
    const std::uint64_t mask = tensor.type == DataType::kBool ? 1U : 0xFFU;
    fill<std::uint8_t>(tensor, [&] { return static_cast<std::uint8_t>(numbers.bits() & mask); });
  }
  return inputs;
}

std::string difference(const std::vector<HostTensor>& got, const std::vector<HostTensor>& want,
                       double ulps) {
  for (std::size_t i = 0; i < want.size(); ++i) {
    const std::string text = difference(got[i], want[i], ulps);
    if (!text.empty()) return "output " + std::to_string(i) + " " + text;
  }
  return "";
}

}  // namespace plugsmith::check
