// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/recorded_trial.hpp"

#include <algorithm>

#include "src/check/execution.hpp"
#include "src/host/reformat.hpp"

namespace plugsmith::check {
namespace {

Status failed(const char* call, std::int64_t code, const CudaCalls& calls = {}) {
  return internal_error(std::string(call) + " returned " + std::to_string(code) +
                        unsupported_call(calls));
}

}  // namespace

Result<std::unique_ptr<RecordedTrial>> RecordedTrial::make(const Subject& subject,
                                                           const cuda_shim::Api& api,
                                                           const Setting& setting) {
  std::unique_ptr<RecordedTrial> trial(new RecordedTrial(subject, api, setting));
  trial->combination_ = subject.use.matching().front();
  trial->stream_ = api.stream();
  api.set_current_device(0);
  PLUGSMITH_RETURN_IF_ERROR(subject.is_v2() ? trial->prepare_v2() : trial->prepare_object());
  return Result<std::unique_ptr<RecordedTrial>>(std::move(trial));
}

RecordedTrial::~RecordedTrial() {
  if (subject_.is_v2() && attached_ != nullptr) v2().detach();
  attached_.reset();
  if (initialized_) {
    auto& object = static_cast<V2Plugin&>(*object_);
    object.call("terminate", [&] { object.raw()->terminate(); });
  }
  object_.reset();
  free_buffers();
  api_.take_last_error();
  api_.set_current_device(0);
}

Status RecordedTrial::set_tactic(const Plugin& plugin) const {
  const auto code =
      plugin.call("setTactic", [&] { return plugin.runtime()->setTactic(setting_.tactic); });
  return code == 0 ? Status::ok() : failed("setTactic", code);
}

void RecordedTrial::find_aliases(const Plugin& plugin) {
  for (std::size_t i = 0; i < subject_.use.output_types.size(); ++i) {
    const auto output = static_cast<std::int32_t>(i);
    aliases_.push_back(plugin.build_v2() == nullptr ? -1 : plugin.call("getAliasedInput", [&] {
      return plugin.build_v2()->getAliasedInput(output);
    }));
  }
}

Status RecordedTrial::prepare_object() {
  auto object = subject_.create();
  if (object == nullptr || object->runtime() == nullptr || object->build() == nullptr) {
    return internal_error("createPlugin gave no object with build and runtime capability");
  }
  find_aliases(*object);
  const host::Ports ports = subject_.ports(combination_);
  if (const auto code = object->configure(ports); code != 0) return failed("configurePlugin", code);
  PLUGSMITH_RETURN_IF_ERROR(set_tactic(*object));
  workspace_bytes_ = static_cast<std::int64_t>(object->workspace(ports));
  if (setting_.life != Life::kBuilt) {
    auto fields = object->fields();
    if (!fields.is_ok()) return fields.status();
    object = subject_.create(fields.value(), nvinfer1::TensorRTPhase::kRUNTIME);
    if (object == nullptr || object->runtime() == nullptr) {
      return internal_error("createPlugin(kRUNTIME) gave no object with a runtime capability");
    }
    if (setting_.life != Life::kTacticAtLast) PLUGSMITH_RETURN_IF_ERROR(set_tactic(*object));
  }
  if (setting_.life == Life::kCloned) object = object->clone();
  if (object == nullptr) return internal_error("clone gave no object");
  api_.begin();
  auto attached = object->attach(context_);
  calls_since_begin(api_, attach_calls_);
  if (attached == nullptr || attached->runtime() == nullptr) {
    return internal_error("attachToContext gave no object with a runtime capability" +
                          unsupported_call(attach_calls_));
  }
  object_ = std::move(object);
  attached_ = std::move(attached);
  return setting_.life == Life::kTacticAtLast ? set_tactic(v3()) : Status::ok();
}

Status RecordedTrial::prepare_v2() {
  auto object = make_v2(subject_);
  if (object == nullptr || !object->is_dynamic()) {
    return unsupported(kNotDynamic);
  }
  aliases_.assign(subject_.use.output_types.size(), -1);
  const host::Ports ports = subject_.ports(combination_);
  object->configure(ports);
  workspace_bytes_ = static_cast<std::int64_t>(object->workspace(ports));
  api_.begin();
  const auto code = object->call("initialize", [&] { return object->raw()->initialize(); });
  CudaCalls calls;
  calls_since_begin(api_, calls);
  if (code != 0) return failed("initialize", code, calls);
  auto copy = object->clone();
  object_ = std::move(object);
  initialized_ = true;
  if (copy == nullptr) return internal_error("clone gave no object");
  api_.begin();
  copy->attach();
  calls_since_begin(api_, attach_calls_);
  attached_ = std::move(copy);
  return Status::ok();
}

RecordedTrial::Ran RecordedTrial::configure_again() {
  Ran ran;
  api_.begin();
  ran.code = change_shapes(subject_, *attached_, descs_);
  ran.all_kept = calls_since_begin(api_, ran.calls);
  return ran;
}

void* RecordedTrial::allocate(std::int64_t bytes) {
  if (bytes <= 0) return nullptr;
  owned_.push_back(api_.allocate(static_cast<std::size_t>(bytes)));
  return owned_.back();
}

void RecordedTrial::free_buffers() {
  for (void* memory : owned_) api_.release(memory);
  owned_.clear();
  ports_.clear();
}

Status RecordedTrial::make_buffers(const TrialShapes& shapes) {
  free_buffers();
  descs_ = {};
  descs_.inputs = static_cast<std::int32_t>(shapes.inputs.size());
  for (std::size_t i = 0; i < combination_.size(); ++i) {
    const bool input = i < shapes.inputs.size();
    const std::size_t output = input ? 0 : i - shapes.inputs.size();
    const PortFormat& format = combination_[i];
    const auto layout = host::make_layout(format.format, format.type,
                                          input ? shapes.inputs[i] : shapes.upper[output]);
    if (!layout.is_ok()) return layout.status();
    const std::int32_t alias = input ? -1 : aliases_[output];
    const bool aliased = alias >= 0 && static_cast<std::size_t>(alias) < shapes.inputs.size();
    const std::int64_t bytes = layout->bytes();
    ports_.push_back(aliased ? ports_[static_cast<std::size_t>(alias)] : allocate(bytes));
    if (!aliased && bytes > 0 && ports_.back() == nullptr) {
      return internal_error("there is no memory for " + std::to_string(bytes) + " bytes");
    }
    descs_.descs.push_back(desc_of(format, input ? shapes.inputs[i] : shapes.outputs[output]));
  }
  workspace_ = allocate(workspace_bytes_);
  return Status::ok();
}

Status RecordedTrial::set_shapes(const TrialShapes& shapes) {
  PLUGSMITH_RETURN_IF_ERROR(make_buffers(shapes));
  api_.begin();
  const host::LogScope log;
  const auto code = change_shapes(subject_, *attached_, descs_);
  shape_calls_.clear();
  calls_since_begin(api_, shape_calls_);
  api_.take_last_error();
  return code == 0 ? Status::ok() : log.attach(failed(shape_method(subject_), code, shape_calls_));
}

RecordedTrial::Ran RecordedTrial::enqueue() {
  Ran ran;
  const auto inputs = static_cast<std::size_t>(descs_.inputs);
  std::vector<const void*> in(ports_.begin(), ports_.begin() + descs_.inputs);
  std::vector<void*> out(ports_.begin() + static_cast<std::ptrdiff_t>(inputs), ports_.end());
  in.resize(in.size() + kPadding, nullptr);
  out.resize(out.size() + kPadding, nullptr);
  api_.begin();
  const host::LogScope log;
  auto* stream = static_cast<cudaStream_t>(const_cast<void*>(stream_));
  ran.code =
      check::enqueue(subject_, *attached_, descs_, {in.data(), out.data(), workspace_, stream});
  ran.all_kept = calls_since_begin(api_, ran.calls);
  if (ran.code != 0) ran.refusal = log.attach(failed("enqueue", ran.code, ran.calls)).message();
  return ran;
}

std::unique_ptr<RecordedTrial> ready_trial(const Subject& subject, const cuda_shim::Api& api,
                                           Verdict& verdict,
                                           const RecordedTrial::Setting& setting) {
  const auto give_up = [&](const Status& status) {
    verdict.not_run("the op cannot be run here: " + status.message());
    return nullptr;
  };
  auto trial = RecordedTrial::make(subject, api, setting);
  if (!trial.is_ok()) return give_up(trial.status());
  const auto shapes = trial_shapes(subject, subject.use.opt);
  if (!shapes.is_ok()) return give_up(shapes.status());
  const Status status = (*trial)->set_shapes(*shapes);
  if (!status.is_ok()) return give_up(status);
  return std::move(trial).value();
}

}  // namespace plugsmith::check
