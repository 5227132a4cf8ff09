// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/worker/op_inputs.hpp"

#include <algorithm>
#include <optional>

#include "src/io/random.hpp"

namespace plugsmith::worker {
namespace {

std::vector<const host::PortDescription*> device_inputs(const host::CreatorInfo& creator) {
  std::vector<const host::PortDescription*> ports;
  for (const auto& port : creator.ports) {
    if (port.is_device_input()) ports.push_back(&port);
  }
  return ports;
}

// Which integers input `index` takes; nothing where the op does not say, or says it by a port that
// is no input.
std::optional<io::IntegerRange> range_of(const host::CreatorInfo& creator, std::size_t index,
                                         const std::vector<host::DimValues>& dims) {
  const auto ports = device_inputs(creator);
  if (index >= ports.size() || !ports[index]->domain) return std::nullopt;
  const host::PortDomain& domain = *ports[index]->domain;
  if (domain.high_port.empty()) return io::IntegerRange{domain.low, domain.high};
  for (std::size_t i = 0; i < ports.size() && i < dims.size(); ++i) {
    const auto axis = static_cast<std::size_t>(domain.high);
    const auto times = static_cast<std::size_t>(std::max<std::int64_t>(domain.times_axis, 0));
    if (ports[i]->name != domain.high_port || std::max(axis, times) >= dims[i].size()) continue;
    const std::int64_t factor = domain.times_axis < 0 ? 1 : dims[i][times];
    return io::IntegerRange{domain.low, dims[i][axis] * factor};
  }
  return std::nullopt;
}

// The tensors that came with their bytes; the others are described only.
Result<std::vector<wire::NamedTensor>> given_tensors(const JobContext& job, const Json& entries) {
  Json given = Json::array();
  for (const Json& entry : entries) {
    if (entry.contains("block")) given.push_back(entry);
  }
  return wire::tensors_from(given, job.channel.request().blocks());
}

host::TensorSpec spec_of(const std::string& name, DataType type, const host::DimRange& range) {
  host::TensorSpec spec{name, type, range.opt};
  for (std::size_t axis = 0; axis < spec.dims.size(); ++axis) {
    if (range.min[axis] != range.max[axis]) spec.dims[axis] = -1;
  }
  return spec;
}

}  // namespace

Result<OpInputs> read_op_inputs(JobContext& job, const Json& described,
                                const host::CreatorInfo& creator) {
  const Json& entries = described.at("inputs");
  auto given = given_tensors(job, entries);
  if (!given.is_ok()) return given.status();
  OpInputs inputs;
  for (const Json& entry : entries) inputs.dims.push_back(entry.at("dims").get<io::Dims>());
  std::size_t next_given = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto name = entries[i].at("name").get<std::string>();
    const auto type = static_cast<DataType>(entries[i].at("type").get<int>());
    const Json& range = described.at("profile").at(i);
    inputs.profile.push_back(
        {range.at(0).get<io::Dims>(), inputs.dims[i], range.at(1).get<io::Dims>()});
    inputs.specs.push_back(spec_of(name, type, inputs.profile.back()));
    if (entries[i].contains("block")) {
      const process::Bytes& bytes = (*given)[next_given++].bytes;
      job.kept.emplace_back(bytes.begin(), bytes.end());
    } else {
      auto drawn = io::random_tensor(type, inputs.dims[i], entries[i].at("seed"), name,
                                     range_of(creator, i, inputs.dims));
      if (!drawn.is_ok()) return drawn.status();
      job.kept.push_back(std::move(drawn->bytes));
    }
    inputs.data.push_back(job.kept.back().data());
  }
  inputs.shape_values = described.value("shape_inputs", std::vector<host::DimValues>());
  return inputs;
}

}  // namespace plugsmith::worker
