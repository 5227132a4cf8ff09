// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/device_ready.hpp"

#include "src/check/trial_reference.hpp"

namespace plugsmith::check {
bool prepare(const Subject& subject, Verdict& verdict, ReadyTrial& ready, Origin origin) {
  ready.unknown = !subject.inputs_given && !has_reference(subject);
  const auto give_up = [&](const Status& status) {
    verdict.not_run("the op cannot be run here: " + status.message());
    return false;
  };
  const DeviceTrial::Setting setting{subject.use.matching().front(), 0, origin};
  ready.combination = setting.combination;
  auto shapes = trial_shapes(subject, subject.use.opt);
  if (!shapes.is_ok()) return give_up(shapes.status());
  ready.shapes = std::move(shapes).value();
  auto inputs = trial_inputs(subject, setting.combination, ready.shapes, kTrialSeed);
  if (!inputs.is_ok()) return give_up(inputs.status());
  ready.inputs = std::move(inputs).value();
  auto trial = DeviceTrial::make(subject, setting);
  if (!trial.is_ok()) return give_up(trial.status());
  ready.trial = std::move(trial).value();
  Status status = ready.trial->set_shapes(ready.shapes);
  if (status.is_ok()) status = ready.trial->set_inputs(ready.inputs);
  return status.is_ok() || give_up(status);
}

bool is_done(const Status& status, Verdict& verdict) {
  if (!status.is_ok()) verdict.not_run(status.message());
  return status.is_ok();
}

std::string excuse(const ReadyTrial& ready) {
  if (!ready.trial->was_refused()) return "";
  const std::string advice = "; give it legal ones by --attr and --input";
  const std::string refused = ready.trial->refused_by_reference();
  if (!refused.empty()) {
    return "; on the CPU, too: " + refused + advice;
  }
  return ready.unknown ? ": the op refuses the invented inputs" + advice : "";
}

bool run(ReadyTrial& ready, Verdict& verdict, const std::string& evidence) {
  const Status ran = ready.trial->run();
  if (ran.is_ok()) return true;
  const std::string reason = excuse(ready);
  if (!reason.empty()) {
    verdict.not_run(ran.message() + reason);
  } else {
    verdict.broken(ran.message() + " for legal inputs on this device", evidence);
  }
  return false;
}

bool run(ReadyTrial& ready, Verdict& verdict, std::vector<HostTensor>& outputs,
         const std::string& evidence) {
  if (!run(ready, verdict, evidence)) return false;
  auto got = ready.trial->outputs();
  if (!got.is_ok()) {
    verdict.broken(got.status().message(), evidence);
    return false;
  }
  outputs = std::move(got).value();
  return true;
}

void expect_same(const std::vector<HostTensor>& got, const std::vector<HostTensor>& want,
                 Verdict& verdict, const std::string& what, const char* evidence) {
  const std::string text = difference(got, want, kSameKernel);
  if (!text.empty()) verdict.broken(what + ": " + text, evidence);
}

}  // namespace plugsmith::check
