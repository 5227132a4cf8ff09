// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/life.hpp"

#include "src/trt/reference_abi.hpp"

namespace plugsmith::check {

void tell_no_device(const Subject& subject, const Plugin& plugin) {
  if (!subject.info.has_reference) return;
  auto* found = plugin.capability(trt::kReferenceCapability);
  if (found == nullptr) return;
  plugin.call("expect_reference",
              [&] { static_cast<trt::IReferenceCapability*>(found)->expect_reference(); });
}

std::int32_t shape_change(const Plugin& plugin, const host::RuntimePorts& ports) {
  return plugin.call("onShapeChange", [&] {
    return plugin.runtime()->onShapeChange(ports.in(), ports.inputs, ports.out(), ports.outputs());
  });
}

bool attach_both(const Subject& subject, Contexts& made) {
  made.plugin = subject.create();
  if (made.plugin->runtime() == nullptr) return false;
  for (int i = 0; i < 2; ++i) {
    made.objects[i] = made.plugin->attach(made.contexts[i]);
    if (made.objects[i] == nullptr || made.objects[i]->runtime() == nullptr) return false;
    tell_no_device(subject, *made.objects[i]);
  }
  return true;
}

std::string live_once(const Subject& subject, int changes) {
  const auto plugin = subject.create();
  const auto combination = subject.use.matching().front();
  const auto ports = subject.ports(combination);
  if (plugin->configure(ports) != 0) return "configurePlugin refuses the inputs";
  const auto winner = plugin->clone();
  if (winner == nullptr || winner->runtime() == nullptr) return "clone gives no object (CK21)";
  if (winner->configure(ports) != 0) return "configurePlugin refuses the inputs on a clone";
  winner->workspace(ports);
  const auto fields = winner->fields();
  if (!fields.is_ok()) return "getFieldsToSerialize is broken (CK19)";
  const auto loaded = subject.create(fields.value(), nvinfer1::TensorRTPhase::kRUNTIME);
  if (loaded == nullptr || loaded->runtime() == nullptr) {
    return "createPlugin(kRUNTIME) gives no object (CK18)";
  }
  loaded->call("setTactic", [&] { return loaded->runtime()->setTactic(0); });
  host::ResourceContext context(nullptr);
  const auto attached = loaded->attach(context);
  if (attached == nullptr || attached->runtime() == nullptr) {
    return "attachToContext gives no object (CK55)";
  }
  tell_no_device(subject, *attached);
  for (int i = 0; i < changes; ++i) shape_change(*attached, subject.runtime_ports(combination));
  return "";
}

}  // namespace plugsmith::check
