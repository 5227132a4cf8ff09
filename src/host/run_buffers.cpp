// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/run_buffers.hpp"

#include <algorithm>
#include <cstring>

#include "src/host/trace_format.hpp"

namespace plugsmith::host {

Result<RunBuffers::Port> RunBuffers::make_port(TensorFormat format, DataType type,
                                               const DimValues& dims,
                                               const std::string& name) const {
  auto layout = make_layout(format, type, dims);
  if (!layout.is_ok()) {
    return Status(layout.status().code(), data_.layer.who + ": " + name + " " + format_dims(dims) +
                                              ": " + layout.status().message());
  }
  Port port;
  port.dims = dims;
  port.layout = layout.value();
  return port;
}

Status RunBuffers::prepare_input(std::size_t index, const ConstTensor& tensor,
                                 const DimValues& dims) {
  const std::string name = "input \"" + data_.layer.input_name(index) + "\"";
  auto made = make_port(data_.info.input_formats[index], data_.info.input_types[index], dims, name);
  if (!made.is_ok()) return made.status();
  Port& port = inputs_.emplace_back(std::move(made).value());
  if (port.layout.elements > 0 && tensor.data == nullptr) {
    return invalid_argument(data_.layer.who + ": " + name + " has no data");
  }
  if (port.layout.linear) {
    pointers_.inputs.push_back(tensor.data);
    return Status::ok();
  }
  port.memory.resize(static_cast<std::size_t>(port.layout.bytes()));
  to_format(port.layout, tensor.data, port.memory.data());
  port.data = port.memory.data();
  pointers_.inputs.push_back(port.data);
  return Status::ok();
}

Status RunBuffers::prepare_output(std::size_t index, const MutableTensor& tensor,
                                  const DimValues& dims) {
  const std::string name = "output \"" + data_.layer.output_name(index) + "\"";
  auto made =
      make_port(data_.info.output_formats[index], data_.info.output_types[index], dims, name);
  if (!made.is_ok()) return made.status();
  Port& port = outputs_.emplace_back(std::move(made).value());
  const auto room = make_layout(TensorFormat::kLinear, port.layout.type, tensor.dims);
  if (!room.is_ok() || room->elements < port.layout.elements ||
      (port.layout.elements > 0 && tensor.data == nullptr)) {
    return invalid_argument(data_.layer.who + ": " + name + " needs room for " + format_dims(dims) +
                            "; the buffer given is " +
                            (tensor.data == nullptr ? "null" : format_dims(tensor.dims)));
  }
  port.data = tensor.data;
  if (!port.layout.linear) {
    port.memory.resize(static_cast<std::size_t>(port.layout.bytes()));
    poison(port.layout.type, port.memory.data(), port.layout.bytes());
    port.data = port.memory.data();
  }
  // An aliased pair shares one buffer: the output's, which starts as a copy of the input unless the
  // caller gave one address for both.
  const std::int32_t alias = data_.info.aliased_input[index];
  if (alias >= 0) {
    const auto input = static_cast<std::size_t>(alias);
    const std::int64_t bytes = inputs_[input].layout.bytes();
    if (bytes != port.layout.bytes()) {
      return invalid_argument(data_.layer.who + ": " + name + " aliases input " +
                              std::to_string(alias) + ", but is not of its size");
    }
    if (bytes > 0 && port.data != pointers_.inputs[input]) {
      std::memcpy(port.data, pointers_.inputs[input], static_cast<std::size_t>(bytes));
    }
    pointers_.inputs[input] = port.data;
  }
  pointers_.outputs.push_back(port.data);
  return Status::ok();
}

Status RunBuffers::prepare(const std::vector<ConstTensor>& inputs,
                           const std::vector<DimValues>& upper,
                           const std::vector<MutableTensor>& outputs,
                           std::int64_t workspace_bytes) {
  const std::size_t count = upper.size() - inputs.size();
  if (outputs.size() != count) {
    return invalid_argument(data_.layer.who + ": got buffers for " +
                            std::to_string(outputs.size()) + " outputs; the layer has " +
                            std::to_string(count));
  }
  input_dims_.assign(upper.begin(), upper.begin() + static_cast<std::ptrdiff_t>(inputs.size()));
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    PLUGSMITH_RETURN_IF_ERROR(prepare_input(i, inputs[i], upper[i]));
  }
  for (std::size_t i = 0; i < count; ++i) {
    PLUGSMITH_RETURN_IF_ERROR(prepare_output(i, outputs[i], upper[inputs.size() + i]));
  }
  if (data_.watch_inputs) keep_copies();
  auto workspace = Workspace::make(workspace_bytes);
  if (!workspace.is_ok()) return workspace.status();
  workspace_ = std::move(workspace).value();
  pointers_.workspace = workspace_->data();
  pointers_.tactic = data_.info.tactic;
  return Status::ok();
}

std::vector<PortMemory> RunBuffers::memory() const {
  std::vector<PortMemory> ports;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    // An aliased pair has the output's memory, which holds a copy of the input by now.
    ports.push_back({"input \"" + data_.layer.input_name(i) + "\"",
                     const_cast<void*>(pointers_.inputs[i]), inputs_[i].layout.bytes(), true, -1});
  }
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    ports.push_back({"output \"" + data_.layer.output_name(i) + "\"", outputs_[i].data,
                     outputs_[i].layout.bytes(), false, data_.info.aliased_input[i]});
  }
  return ports;
}

void RunBuffers::keep_copies() {
  const auto& aliases = data_.info.aliased_input;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const auto* data = static_cast<const std::byte*>(pointers_.inputs[i]);
    const bool aliased =
        std::find(aliases.begin(), aliases.end(), static_cast<std::int32_t>(i)) != aliases.end();
    const std::int64_t bytes = aliased ? 0 : inputs_[i].layout.bytes();
    copies_.emplace_back(data, data + bytes);
  }
}

Status RunBuffers::check_inputs_are_unchanged() const {
  for (std::size_t i = 0; i < copies_.size(); ++i) {
    const auto* data = static_cast<const std::byte*>(pointers_.inputs[i]);
    const std::vector<std::byte>& before = copies_[i];
    if (before.empty() || std::memcmp(before.data(), data, before.size()) == 0) continue;
    const auto change = std::mismatch(before.begin(), before.end(), data).first - before.begin();
    return internal_error(data_.layer.who + ": input \"" + data_.layer.input_name(i) +
                          "\" was changed by the op, first at element " +
                          std::to_string(change / bytes_of(inputs_[i].layout.type, 1)) +
                          "; inputs are read-only unless getAliasedInput ties an output to them");
  }
  return Status::ok();
}

Result<DimValues> RunBuffers::read_sizes() const {
  DimValues sizes(outputs_.size(), 0);
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    if (!data_.layer.shapes.is_size_tensor(i)) continue;
    if (outputs_[i].layout.type == DataType::kInt64) {
      std::memcpy(&sizes[i], outputs_[i].data, sizeof(std::int64_t));
    } else {
      std::int32_t narrow = 0;
      std::memcpy(&narrow, outputs_[i].data, sizeof narrow);
      sizes[i] = narrow;
    }
    if (sizes[i] < 0) {
      return out_of_range(data_.layer.who + ": the plugin wrote " + std::to_string(sizes[i]) +
                          " into its size tensor \"" + data_.layer.output_name(i) +
                          "\"; a size must not be negative");
    }
  }
  return sizes;
}

Status RunBuffers::set_real_dims(std::size_t output, const DimValues& dims) {
  Port& port = outputs_[output];
  const std::string name = "output \"" + data_.layer.output_name(output) + "\"";
  for (std::size_t axis = 0; axis < dims.size(); ++axis) {
    if (dims[axis] <= port.dims[axis]) continue;
    return out_of_range(data_.layer.who + ": " + name + " has real dims " + format_dims(dims) +
                        ", above the upper bound " + format_dims(port.dims) +
                        " that declareSizeTensor promised");
  }
  const auto made =
      make_port(data_.info.output_formats[output], data_.info.output_types[output], dims, name);
  if (!made.is_ok()) return made.status();
  port.dims = dims;
  port.layout = made->layout;
  return Status::ok();
}

void RunBuffers::deliver(std::vector<MutableTensor>& outputs) const {
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    const Port& port = outputs_[i];
    outputs[i].dims = port.dims;
    if (!port.layout.linear) from_format(port.layout, port.data, outputs[i].data);
  }
}

}  // namespace plugsmith::host
