// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/device_trial.hpp"

#include <algorithm>
#include <cstring>

#include "src/check/trial_reference.hpp"

namespace plugsmith::check {
namespace {

std::string name_of(std::size_t index, std::size_t inputs) {
  return index < inputs ? "input " + std::to_string(index)
                        : "output " + std::to_string(index - inputs);
}

}  // namespace

Result<std::unique_ptr<DeviceTrial>> DeviceTrial::make(const Subject& subject,
                                                       const Setting& setting) {
  std::unique_ptr<DeviceTrial> trial(new DeviceTrial(subject, setting));
  PLUGSMITH_RETURN_IF_ERROR(subject.is_v2() ? trial->prepare_v2() : trial->prepare_object());
  auto stream = cuda::DeviceStream::make();
  if (!stream.is_ok()) return stream.status();
  trial->stream_ = std::move(stream).value();
  return Result<std::unique_ptr<DeviceTrial>>(std::move(trial));
}

bool DeviceTrial::has_alias() const {
  return std::any_of(aliases_.begin(), aliases_.end(),
                     [](std::int32_t input) { return input >= 0; });
}

Result<cuda::GuardedBuffer> DeviceTrial::make_buffer(std::int64_t bytes) const {
  return setting_.memory == Memory::kBare ? cuda::GuardedBuffer::make_bare(bytes)
                                          : cuda::GuardedBuffer::make(bytes);
}

Status DeviceTrial::make_ports(const TrialShapes& shapes) {
  ports_.clear();
  descs_.descs.clear();
  descs_.inputs = static_cast<std::int32_t>(input_count());
  for (std::size_t i = 0; i < setting_.combination.size(); ++i) {
    const bool input = i < input_count();
    const std::size_t output = input ? 0 : i - input_count();
    const PortFormat& format = setting_.combination[i];
    auto layout = host::make_layout(format.format, format.type,
                                    input ? shapes.inputs[i] : shapes.upper[output]);
    if (!layout.is_ok()) return layout.status();
    Port made;
    made.layout = layout.value();
    made.alias = input ? -1 : aliases_[output];
    if (made.alias < 0) {
      auto buffer = make_buffer(made.layout.bytes());
      if (!buffer.is_ok()) return buffer.status();
      made.buffer = std::move(buffer).value();
    }
    ports_.push_back(std::move(made));
    descs_.descs.push_back(desc_of(format, input ? shapes.inputs[i] : shapes.outputs[output]));
  }
  return Status::ok();
}

Status DeviceTrial::set_shapes(const TrialShapes& shapes) {
  shapes_ = shapes;
  shapes_changed_ = true;
  PLUGSMITH_RETURN_IF_ERROR(make_ports(shapes));
  auto workspace = make_buffer(workspace_bytes_);
  if (!workspace.is_ok()) return workspace.status();
  workspace_ = std::move(workspace).value();
  return setting_.memory == Memory::kBare ? Status::ok() : poison_outputs(0xCD);
}

Status DeviceTrial::upload(Port& input) {
  return input.buffer.upload(input.given.data(), static_cast<std::int64_t>(input.given.size()));
}

Status DeviceTrial::set_inputs(const std::vector<HostTensor>& inputs) {
  inputs_ = inputs;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    Port& input = port(i);
    input.given.resize(static_cast<std::size_t>(input.layout.bytes()));
    if (input.layout.linear) {
      input.given = inputs[i].bytes;
    } else {
      host::to_format(input.layout, inputs[i].bytes.data(), input.given.data());
    }
    PLUGSMITH_RETURN_IF_ERROR(upload(input));
  }
  return Status::ok();
}

Status DeviceTrial::poison_outputs(unsigned char value) {
  for (std::size_t i = input_count(); i < ports_.size(); ++i) {
    if (port(i).alias < 0) PLUGSMITH_RETURN_IF_ERROR(port(i).buffer.fill(value));
  }
  return Status::ok();
}

Status DeviceTrial::fill_workspace(unsigned char value) { return workspace_.fill(value); }

Status DeviceTrial::move_buffers() {
  constexpr std::int64_t kElsewhere = 256;
  const auto remake = [](cuda::GuardedBuffer& buffer) -> Status {
    // The old one lives until the new one exists, so that the address must differ.
    auto made = cuda::GuardedBuffer::make(buffer.bytes(), kElsewhere);
    if (!made.is_ok()) return made.status();
    PLUGSMITH_RETURN_IF_ERROR(buffer.fill(0xEE));
    buffer = std::move(made).value();
    return Status::ok();
  };
  for (std::size_t i = 0; i < ports_.size(); ++i) {
    if (port(i).alias >= 0) continue;
    PLUGSMITH_RETURN_IF_ERROR(remake(port(i).buffer));
    if (i < input_count()) PLUGSMITH_RETURN_IF_ERROR(upload(port(i)));
  }
  return remake(workspace_);
}

void* DeviceTrial::address(std::size_t index) {
  const std::int32_t alias = port(index).alias;
  Port& owner = alias < 0 ? port(index) : port(static_cast<std::size_t>(alias));
  return owner.layout.stored_elements == 0 ? nullptr : owner.buffer.data();
}

Status DeviceTrial::enqueue(Stream stream) {
  if (shapes_changed_) {
    const auto code = change_shapes(subject_, attached(), descs_);
    if (code != 0) return failed_call(shape_method(subject_), code);
    shapes_changed_ = false;
  }
  std::vector<const void*> inputs;
  std::vector<void*> outputs;
  for (std::size_t i = 0; i < ports_.size(); ++i) {
    if (i < input_count()) {
      inputs.push_back(address(i));
    } else {
      outputs.push_back(address(i));
    }
  }
  void* workspace = workspace_bytes_ == 0 ? nullptr : workspace_.data();
  const auto code = check::enqueue(subject_, attached(), descs_,
                                   {inputs.data(), outputs.data(), workspace, stream});
  return code == 0 ? Status::ok() : failed_call("enqueue", code);
}

Status DeviceTrial::run() {
  const Status enqueued = enqueue(stream_->get());
  const Status finished = stream_->synchronize();
  refused_ = !enqueued.is_ok() && finished.is_ok();
  return enqueued.is_ok() ? finished : enqueued;
}

std::string DeviceTrial::refused_by_reference() const {
  return refusal(subject_, setting_.combination, shapes_, inputs_);
}

Result<host::DimValues> DeviceTrial::sizes() {
  host::DimValues sizes(shapes_.outputs.size(), 0);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (!subject_.use.shapes.shapes.is_size_tensor(i)) continue;
    Port& output = port(input_count() + i);
    std::int32_t narrow = 0;
    const bool wide = output.layout.type == DataType::kInt64;
    PLUGSMITH_RETURN_IF_ERROR(output.buffer.download(
        wide ? static_cast<void*>(&sizes[i]) : static_cast<void*>(&narrow), output.layout.bytes()));
    if (!wide) sizes[i] = narrow;
  }
  return sizes;
}

Result<std::vector<HostTensor>> DeviceTrial::outputs() {
  const auto counts = sizes();
  if (!counts.is_ok()) return counts.status();
  const auto real = real_output_dims(subject_, shapes_, counts.value());
  if (!real.is_ok()) return real.status();
  std::vector<HostTensor> outputs;
  for (std::size_t i = 0; i < shapes_.outputs.size(); ++i) {
    Port& output = port(input_count() + i);
    const auto layout = host::make_layout(setting_.combination[input_count() + i].format,
                                          output.layout.type, real.value()[i]);
    if (!layout.is_ok()) return layout.status();
    if (layout->bytes() > output.layout.bytes()) {
      return out_of_range("output " + std::to_string(i) + " has real dims " +
                          describe({real.value()[i]}) + ", above its upper bound " +
                          describe({shapes_.upper[i]}));
    }
    std::vector<std::byte> formatted(static_cast<std::size_t>(layout->bytes()));
    Port& owner = output.alias < 0 ? output : port(static_cast<std::size_t>(output.alias));
    PLUGSMITH_RETURN_IF_ERROR(owner.buffer.download(formatted.data(), layout->bytes()));
    HostTensor tensor{output.layout.type, real.value()[i], {}};
    if (layout->linear) {
      tensor.bytes = std::move(formatted);
    } else {
      tensor.bytes.resize(static_cast<std::size_t>(bytes_of(tensor.type, layout->elements)));
      host::from_format(layout.value(), formatted.data(), tensor.bytes.data());
    }
    outputs.push_back(std::move(tensor));
  }
  return outputs;
}

Status DeviceTrial::check_guards() {
  for (std::size_t i = 0; i < ports_.size(); ++i) {
    if (port(i).alias >= 0) continue;
    PLUGSMITH_RETURN_IF_ERROR(port(i).buffer.check_guards(name_of(i, input_count())));
  }
  return Status::ok();
}

Status DeviceTrial::check_workspace() { return workspace_.check_guards("the workspace"); }

Status DeviceTrial::check_inputs() {
  for (std::size_t i = 0; i < input_count(); ++i) {
    const auto input = static_cast<std::int32_t>(i);
    if (std::count(aliases_.begin(), aliases_.end(), input) > 0) continue;
    std::vector<std::byte> now(port(i).given.size());
    PLUGSMITH_RETURN_IF_ERROR(
        port(i).buffer.download(now.data(), static_cast<std::int64_t>(now.size())));
    const auto change = std::mismatch(now.begin(), now.end(), port(i).given.begin());
    if (change.first == now.end()) continue;
    return internal_error("input " + std::to_string(i) + " was changed, first at byte " +
                          std::to_string(change.first - now.begin()));
  }
  return Status::ok();
}

}  // namespace plugsmith::check
