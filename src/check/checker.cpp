// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/checker.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "src/check/execution.hpp"
#include "src/check/families.hpp"
#include "src/check/forked_check.hpp"
#include "src/check/library_checks.hpp"
#include "src/check/loaded_library.hpp"
#include "src/check/option_rules.hpp"
#include "src/cuda/device_stream.hpp"
#include "src/cuda/guarded_buffer.hpp"
#include "src/host/host_state.hpp"

namespace plugsmith::check {
namespace {

const std::map<std::string, Check>& op_checks() {
  static const std::map<std::string, Check> all = [] {
    std::map<std::string, Check> checks;
    for (const auto family :
         {identity_checks(),    field_checks(),  object_checks(),       shape_checks(),
          format_checks(),      purity_checks(), configure_checks(),    tactic_checks(),
          context_checks(),     alias_checks(),  allocation_checks(),   claim_checks(),
          given_shape_checks(), misuse_checks(), onnx_checks(),         override_checks(),
          resource_checks(),    thread_checks(), enqueue_call_checks(), recorded_life_checks()}) {
      for (const Check& check : family) checks.emplace(check.rule, check);
    }
    return checks;
  }();
  return all;
}

// In the order in which they are to run.
const std::vector<Check>& device_rules() {
  static const std::vector<Check> all = [] {
    std::vector<Check> checks;
    for (const auto family : {agreement_checks(), device_checks(), device_input_checks()}) {
      checks.insert(checks.end(), family.begin(), family.end());
    }
    return checks;
  }();
  return all;
}

bool is_device_rule(const std::string& id) {
  const auto& all = device_rules();
  return std::any_of(all.begin(), all.end(), [&](const Check& check) { return id == check.rule; });
}

// Of the rules for IPluginV3 those that hold for IPluginV2, too, and the latter's own.
const std::map<std::string, Check>& v2_op_checks() {
  static const std::map<std::string, Check> all = [] {
    std::map<std::string, Check> checks;
    for (const auto family :
         {v2_identity_checks(), v2_object_checks(), v2_build_checks(), v2_blob_checks(),
          claim_checks(), v2_answer_checks(), v2_recorded_checks()}) {
      for (const Check& check : family) checks.emplace(check.rule, check);
    }
    for (const char* rule : {"CK05", "CK06", "CK13", "CK14", "CK15", "CK16", "CK17", "CK25",
                             "CK26", "CK28", "CK29", "CK30", "CK31", "CK41", "CK42", "CK43",
                             "CK44", "CK58", "CK59", "CK65", "CK68", "CK69", "CK75"}) {
      if (const auto found = op_checks().find(rule); found != op_checks().end()) {
        const auto kept = checks.insert(*found).first;
        // Without an input that suits it, a plugin may end the process rather than answer.
        if (found->first == "CK26") kept->second.needs = Reach::kShaped;
      }
    }
    return checks;
  }();
  return all;
}

std::string why_not(const Rule& rule, bool is_v2) {
  const std::string id = rule.id;
  if (const char* option = option_of(id); *option != '\0') return std::string("needs ") + option;
  const bool of_v3 = is_v2 && op_checks().count(id) != 0 && !is_device_rule(id);
  if (!of_v3 && (rule.tier == Tier::kGpu || is_device_rule(id))) return "needs a GPU";
#if NV_TENSORRT_MAJOR < 10
  if (id == "CK56") return "TensorRT has no plugin resources before 10";
#endif
  if (of_v3) {
    return id >= "CK36" && id <= "CK40" ? "for an IPluginV2 it is a part of CK88 and CK89"
                                        : "speaks of IPluginV3 plugins; this is an IPluginV2";
  }
  if (!is_v2 && id >= "CK80" && id <= "CK89")
    return "speaks of IPluginV2 plugins; this is an IPluginV3";
  if (rule.tier == Tier::kShim) return "needs an interposed CUDA runtime";
  return "not implemented yet";
}

std::string missing(const Subject& subject, Reach needs) {
  if (subject.use.reach == Reach::kNothing) return subject.problem;
  if (needs == Reach::kShaped) return "could not invent a valid input: " + subject.problem;
  return (subject.inputs_given ? "" : "could not invent a valid input: ") + subject.problem;
}

class LoadedChecker final : public Checker {
 public:
  explicit LoadedChecker(LoadedLibrary library) : library_(std::move(library)) {}

  const host::LibraryInfo& library() const override { return library_.info(); }

  Report check_library(const Selection& selection, const OnRule& on_rule) override {
    Report report;
    for (const bool last : {false, true}) {
      for (const Rule& rule : all_rules()) {
        if (!is_library_rule(rule.id) || is_last_library_rule(rule.id) != last) continue;
        if (!selection.takes(rule.id)) continue;
        on_rule(rule.id);
        Verdict verdict(rule, report);
        check_library_rule(rule.id, library_.state(), library_.info(), verdict);
        verdict.close();
      }
    }
    return report;
  }

  Report check_op(std::size_t index, const GivenCase& given, const Selection& selection,
                  const OnRule& on_rule) override {
    Report report;
    if (!library_.is_known(index)) {
      refuse(library().creators.at(index), selection, report);
      return report;
    }
    Subject subject = library_.subject(index, given);
    if (selection.takes("CK14") && !given.has_attributes) {
      on_rule("CK14");  // what the search below would die of
      if (!subject.is_v2()) subject.make(std::vector<host::FieldValue>());
      on_rule("");
    }
    find_case(subject, given);
    report.assumed = subject.assumed;
    if (subject.use.reach < Reach::kNegotiated) report.problem = subject.problem;
    report.combinations = subject.use.combinations;
    report.inputs = static_cast<int>(subject.use.inputs());
    for (const Rule& rule : all_rules()) {
      if (is_library_rule(rule.id) || is_process_rule(rule.id) || !selection.takes(rule.id)) {
        continue;
      }
      if (selection.on_device && is_device_rule(rule.id)) continue;
      Verdict verdict(rule, report);
      check_rule(rule, subject, verdict, report, on_rule);
      verdict.close();
    }
    if (selection.on_device) check_on_device(subject, selection, report, on_rule);
    return report;
  }

 private:
  // After a fault the device answers every call with the same error, so nothing more can be said.
  static void check_on_device(const Subject& subject, const Selection& selection, Report& report,
                              const OnRule& on_rule) {
    const std::string no_device = cuda::why_no_device();
    std::string lost;
    for (const Check& check : device_rules()) {
      if (!selection.takes(check.rule)) continue;
      Verdict verdict(*find_rule(check.rule), report);
      if (!no_device.empty()) {
        verdict.not_run(no_device);
      } else if (subject.is_v2() && subject.use.fixed_dims) {
        verdict.not_run(kNotDynamic);
      } else if (!lost.empty()) {
        verdict.not_run("the device is in error since " + lost);
      } else if (subject.use.reach < check.needs) {
        verdict.not_run(missing(subject, check.needs));
      } else {
        on_rule(check.rule);
        check.run(subject, verdict);
        if (!cuda::synchronize_device().is_ok()) lost = check.rule;
      }
      verdict.close();
    }
  }

  static void check_rule(const Rule& rule, const Subject& subject, Verdict& verdict, Report& report,
                         const OnRule& on_rule) {
    const auto& checks = subject.is_v2() ? v2_op_checks() : op_checks();
    const auto found = checks.find(rule.id);
    if (found == checks.end()) return verdict.not_run(why_not(rule, subject.is_v2()));
    const Check& check = found->second;
    if (subject.use.reach < check.needs) return verdict.not_run(missing(subject, check.needs));
    on_rule(rule.id);
    if (subject.is_v2()) return run_forked_check(rule, check, subject, verdict, report);
    check.run(subject, verdict);
  }

  static void refuse(const host::CreatorInfo& info, const Selection& selection, Report& report) {
    const std::string reason =
        info.kind == host::InterfaceKind::kV3Quick
            ? "its creator is an IPluginCreatorV3Quick, which TensorRT's Python API alone uses"
            : "its creator has an interface that is not known";
    report.problem = reason;
    for (const Rule& rule : all_rules()) {
      if (is_library_rule(rule.id) || is_process_rule(rule.id)) continue;
      if (selection.takes(rule.id)) report.not_run.push_back({rule.id, reason});
    }
  }

  LoadedLibrary library_;
};

}  // namespace

std::size_t implemented_rules() {
  std::set<std::string> rules;
  for (const auto* checks : {&op_checks(), &v2_op_checks()}) {
    for (const auto& [rule, check] : *checks) rules.insert(rule);
  }
  for (const Check& check : device_rules()) rules.insert(check.rule);
  for (const Rule& rule : all_rules()) {
    const bool elsewhere = is_process_rule(rule.id) || *option_of(rule.id) != '\0';
    if (is_library_rule(rule.id) || elsewhere) rules.insert(rule.id);
  }
  return rules.size();
}

Result<std::unique_ptr<Checker>> Checker::load(host::HostOptions options, const std::string& path,
                                               const std::string& init_symbol) {
  auto library = LoadedLibrary::load(std::move(options), path, init_symbol);
  if (!library.is_ok()) return library.status();
  return std::unique_ptr<Checker>(std::make_unique<LoadedChecker>(std::move(library).value()));
}

}  // namespace plugsmith::check
