// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "src/check/device_trial.hpp"

// What the rules on a device share: a trial that is ready to run, and runs that speak up.

namespace plugsmith::check {

inline constexpr unsigned kTrialSeed = 1, kOtherTrialSeed = 2;

/// A trial of the case's first combination at opt, with inputs on the device.
struct ReadyTrial {
  std::unique_ptr<DeviceTrial> trial;
  TrialShapes shapes;
  std::vector<HostTensor> inputs;
  Combination combination;
  bool unknown = true;  ///< the inputs are invented, and no reference tells whether they are legal
};

/// False with the reason where the op cannot be run: then other rules speak.
bool prepare(const Subject& subject, Verdict& verdict, ReadyTrial& ready,
             Origin origin = Origin::kLoaded);
/// Whether a step between two runs went well; else the rule is not run, with the reason.
bool is_done(const Status& status, Verdict& verdict);
/// What follows the error of the last run if the op refused it and that is no fault; empty: it is
/// one, or there was no refusal.
std::string excuse(const ReadyTrial& ready);
/// One plain run; false with a finding where it fails, or with the reason where the op refuses
/// inputs that it may refuse.
bool run(ReadyTrial& ready, Verdict& verdict, const std::string& evidence = "enqueue");
/// The same, and its outputs.
bool run(ReadyTrial& ready, Verdict& verdict, std::vector<HostTensor>& outputs,
         const std::string& evidence = "enqueue");
/// A finding that begins with `what` unless both runs of one kernel agree.
void expect_same(const std::vector<HostTensor>& got, const std::vector<HostTensor>& want,
                 Verdict& verdict, const std::string& what, const char* evidence);

}  // namespace plugsmith::check
