// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/case_runner.hpp"

#include <algorithm>
#include <numeric>

#include "src/check/device_cases.hpp"
#include "src/check/device_ready.hpp"
#include "src/check/execution.hpp"
#include "src/check/loaded_library.hpp"
#include "src/check/trial_reference.hpp"

namespace plugsmith::check {
namespace {

class LoadedRunner final : public CaseRunner {
 public:
  explicit LoadedRunner(LoadedLibrary library) : library_(std::move(library)) {}

  const host::LibraryInfo& library() const override { return library_.info(); }

  Result<EngineCase> engine_case(std::size_t creator, const GivenCase& given) override {
    const auto found = negotiated(creator, given);
    if (!found.is_ok()) return found.status();
    const Subject& subject = *found.value();
    if (subject.use.fixed_dims) {
      return unsupported("an IPluginV2 without dynamic shapes is for networks of another kind");
    }
    EngineCase one;
    one.fields = subject.attributes;
    one.inputs_invented = !subject.inputs_given;
    for (std::size_t i = 0; i < subject.use.inputs(); ++i) {
      one.ranges.push_back({subject.use.min[i], subject.use.opt[i], subject.use.max[i]});
    }
    for (const std::int32_t elements : subject.use.shape_elements) {
      one.shape_inputs.emplace_back(static_cast<std::size_t>(elements), kShapeValue);
    }
    PLUGSMITH_RETURN_IF_ERROR(add_tensors(subject, one));
    return one;
  }

  Result<DeviceRuns> run_on_device(std::size_t creator, const GivenCase& given,
                                   const std::vector<std::size_t>& indices,
                                   const OnCase& on_case) override {
    const auto found = negotiated(creator, given);
    if (!found.is_ok()) return found.status();
    const Subject& subject = *found.value();
    if (subject.is_v2() && subject.use.fixed_dims) return unsupported(kNotDynamic);
    const std::vector<DeviceCase> all = device_cases(subject);
    DeviceRuns runs;
    for (const DeviceCase& one : all) runs.cases.push_back(describe(subject, one));
    runs.problems.resize(all.size());
    for (const std::size_t index : indices.empty() ? positions(all.size()) : indices) {
      if (index >= all.size()) return internal_error("the op has fewer device cases now");
      on_case(index, runs.cases[index]);
      ++runs.begun;
      const Status ran = run_bare(subject, all[index]);
      if (ran.is_ok()) ++runs.run;
      if (!ran.is_ok()) runs.problems[index] = ran.message();
      if (cuda::synchronize_device().is_ok()) continue;
      runs.device_lost = true;
      break;
    }
    return runs;
  }

  Result<std::string> memory_dependence(std::size_t creator, const GivenCase& given,
                                        const std::vector<std::size_t>& indices) override {
    const auto found = negotiated(creator, given);
    if (!found.is_ok()) return found.status();
    const Subject& subject = *found.value();
    const std::vector<DeviceCase> all = device_cases(subject);
    for (const std::size_t index : indices) {
      if (index >= all.size()) return internal_error("the op has fewer device cases now");
      auto depends = check::memory_dependence(subject, all[index]);
      if (!depends.is_ok() || !depends->empty()) return depends;
    }
    return std::string();
  }

 private:
  static std::vector<std::size_t> positions(std::size_t count) {
    std::vector<std::size_t> all(count);
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
  }

  // The creator with its case, which got as far as formats.
  Result<std::unique_ptr<Subject>> negotiated(std::size_t creator, const GivenCase& given) const {
    if (creator >= library().creators.size()) {
      return internal_error("the library offers fewer creators now");
    }
    if (!library_.is_known(creator)) return unsupported("its creator has another interface");
    auto subject = std::make_unique<Subject>(library_.subject(creator, given));
    find_case(*subject, given);
    if (subject->use.reach < Reach::kNegotiated) return unsupported(subject->problem);
    return Result<std::unique_ptr<Subject>>(std::move(subject));
  }

  static Status add_tensors(const Subject& subject, EngineCase& one) {
    const Combination combination = subject.use.matching().front();
    const auto shapes = trial_shapes(subject, subject.use.opt);
    if (!shapes.is_ok()) return unsupported(shapes.status().message());
    auto inputs = trial_inputs(subject, combination, shapes.value(), kTrialSeed);
    if (!inputs.is_ok()) return unsupported(inputs.status().message());
    one.inputs = std::move(inputs).value();
    if (!has_reference(subject)) {
      one.no_reference = "the library has no CPU reference to compare with";
    } else {
      auto outputs =
          reference_outputs(subject, combination, shapes.value(), one.inputs, Buffers::kAsAliased);
      const bool none = outputs.status().code() == StatusCode::kUnsupported;
      if (!outputs.is_ok() && !none) {
        return unsupported(outputs.status().message() +
                           "; give it legal inputs by --attr and --input");
      }
      if (!outputs.is_ok()) one.no_reference = outputs.status().message();
      if (outputs.is_ok()) one.reference = std::move(outputs).value();
    }
    return Status::ok();
  }

  LoadedLibrary library_;
};

}  // namespace

Result<std::unique_ptr<CaseRunner>> CaseRunner::load(host::HostOptions options,
                                                     const std::string& path,
                                                     const std::string& init_symbol) {
  auto library = LoadedLibrary::load(std::move(options), path, init_symbol);
  if (!library.is_ok()) return library.status();
  return std::unique_ptr<CaseRunner>(std::make_unique<LoadedRunner>(std::move(library).value()));
}

}  // namespace plugsmith::check
