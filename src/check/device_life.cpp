// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/device_trial.hpp"

// The object of a trial on a device, up to attachToContext.

namespace plugsmith::check {

Status DeviceTrial::load_object(std::unique_ptr<Plugin>& object) {
  auto fields = object->fields();
  if (!fields.is_ok()) return fields.status();
  auto loaded = subject_.create(fields.value(), nvinfer1::TensorRTPhase::kRUNTIME);
  if (loaded == nullptr || loaded->runtime() == nullptr) {
    return internal_error("createPlugin(kRUNTIME) gave no object with a runtime capability");
  }
  object = std::move(loaded);
  return Status::ok();
}

Status DeviceTrial::prepare_object() {
  auto object = subject_.create();
  if (object == nullptr || object->runtime() == nullptr) {
    return internal_error("createPlugin gave no object with a runtime capability");
  }
  for (std::size_t i = 0; i < subject_.use.output_types.size(); ++i) {
    const auto output = static_cast<std::int32_t>(i);
    aliases_.push_back(object->build_v2() == nullptr ? -1 : object->call("getAliasedInput", [&] {
      return object->build_v2()->getAliasedInput(output);
    }));
  }
  const host::Ports ports = subject_.ports(setting_.combination);
  if (const auto code = object->configure(ports); code != 0)
    return failed_call("configurePlugin", code);
  const auto set_tactic = [&] {
    return object->call("setTactic", [&] { return object->runtime()->setTactic(setting_.tactic); });
  };
  if (const auto code = set_tactic(); code != 0) return failed_call("setTactic", code);
  workspace_bytes_ = static_cast<std::int64_t>(object->workspace(ports));
  if (setting_.origin == Origin::kLoaded) {
    PLUGSMITH_RETURN_IF_ERROR(load_object(object));
    if (const auto code = set_tactic(); code != 0) return failed_call("setTactic", code);
  }
  attached_ = object->attach(context_);
  if (attached_ == nullptr || attached_->runtime() == nullptr) {
    return internal_error("attachToContext gave no object with a runtime capability");
  }
  object_ = std::move(object);
  return Status::ok();
}

Status DeviceTrial::prepare_v2() {
  auto object = make_v2(subject_);
  if (object == nullptr) return internal_error("createPlugin gave no object");
  if (!object->is_dynamic()) return unsupported(kNotDynamic);
  aliases_.assign(subject_.use.output_types.size(), -1);
  const host::Ports ports = subject_.ports(setting_.combination);
  object->configure(ports);
  workspace_bytes_ = static_cast<std::int64_t>(object->workspace(ports));
  if (setting_.origin == Origin::kLoaded) {
    const auto state = object->state();
    if (!state.is_ok()) return state.status();
    const std::vector<std::byte>& bytes = state->front().data;
    object = deserialize(subject_, bytes.data(), bytes.size());
    if (object == nullptr) return internal_error("deserializePlugin gave no object");
  }
  auto context = V2Context::make(subject_, std::move(object));
  if (!context.is_ok()) return context.status();
  v2_ = std::move(context).value();
  return Status::ok();
}

const AnyPlugin& DeviceTrial::attached() const {
  if (v2_ != nullptr) return v2_->attached();
  return *attached_;
}

}  // namespace plugsmith::check
