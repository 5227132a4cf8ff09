// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <chrono>

#include "src/check/case_trial.hpp"
#include "src/check/forked.hpp"
#include "src/check/fresh_memory.hpp"
#include "src/check/invent_attributes.hpp"
#include "src/check/subject.hpp"
#include "src/check/v2_plugin.hpp"

namespace plugsmith::check {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kPatience = std::chrono::milliseconds(1200);  ///< for one set of attributes
constexpr auto kAllPatience = std::chrono::milliseconds(2500);
constexpr int kMostDeaths = 40;
constexpr std::int32_t kMostOutputs = 4096;

// How far an attempt got; beyond the reach, whether it could also be configured.
constexpr int kRehearsed = static_cast<int>(Reach::kNegotiated) + 1;

struct Progress {
  std::int32_t attempt, best, best_score;
  InputHints hints;
  std::array<char, 256> complaint;  ///< what the plugin logged at the last refusal
};

class Search {
 public:
  Search(Subject& subject, const GivenCase& given) : subject_(subject), given_(given) {}

  void run() {
    subject_.use.reach = Reach::kNothing;
    subject_.problem = "createPlugin refused every set of attributes that was tried; give --attr";
    if (given_.has_attributes) {
      try_attributes(given_.attributes, "");
      return;
    }
    // An IPluginV3 with defaults is checked as an ONNX node without attributes makes it. Those of
    // IPluginV2 more often leave members unset then.
    if (!subject_.is_v2() && without_attributes()) return;
    const InventedAttributes invented = invent_attributes(subject_);
    for (const auto& fields : invented.sets) {
      if (try_attributes(fields, "attributes " + describe_fields(fields))) return;
    }
    if (subject_.is_v2() && without_attributes()) return;
    if (subject_.use.reach == Reach::kNothing) explain_refusal(invented);
  }

 private:
  bool without_attributes() {
    if (given_.never_without_attributes) {
      subject_.problem = "createPlugin does not return without attributes (CK14); give --attr";
      return false;
    }
    if (subject_.is_v2()) {
      const ForkedEnd end = run_forked(*subject_.state, kPatience,
                                       [&] { subject_.make(std::vector<host::FieldValue>()); });
      if (!end.absent.empty()) subject_.problem = "the op " + end.text();
      if (!end.returned()) return false;  // CK14
    }
    return try_attributes({}, "no attributes: the op's defaults");
  }

  void explain_refusal(const InventedAttributes& invented) {
    if (invented.died && !invented.died->absent.empty()) {
      subject_.problem = "the op " + invented.died->text();
    } else if (invented.died) {
      subject_.problem = "createPlugin " + invented.died->text() +
                         (invented.died->may_lack_device() ? "; it may need a GPU" : "") +
                         "; give --attr";
    } else if (!invented.log.empty()) {
      quote(invented.log);
    }
  }

  void quote(const std::string& log) {
    subject_.problem =
        "createPlugin refused every set of attributes that was tried; give --attr. The plugin "
        "logged: \"" +
        log.substr(0, log.find('\n')) + "\"";
  }

  // Whether createPlugin makes an object whatever unset memory holds. With 0x01 a number is large,
  // but not too large for memory.
  bool makes_always(const std::vector<host::FieldValue>& fields) {
    SharedValue<bool> refused;
    const ForkedEnd end = run_forked(*subject_.state, kPatience, [&] {
      for (const int fill : {0x00, 0x01, 0x3C, 0xC3}) {
        fill_fresh_memory(fill);
        *refused = *refused || subject_.make(fields) == nullptr;
      }
    });
    if (end.returned() && !*refused) return true;
    if (subject_.use.reach != Reach::kNothing) return false;
    if (!end.returned()) subject_.problem = "createPlugin " + end.text() + "; give --attr";
    if (end.returned() && !end.log.empty()) quote(end.log);
    return false;
  }

  // True if a case was found, or none can be.
  bool try_attributes(const std::vector<host::FieldValue>& fields, const std::string& said) {
    if (!given_.has_attributes && !makes_always(fields)) return false;
    const host::LogScope log;
    const auto plugin = subject_.make(fields);
    if (plugin == nullptr) {
      if (subject_.use.reach == Reach::kNothing) {
        subject_.problem = log.attach(invalid_argument(subject_.problem)).message();
      }
      return false;
    }
    fields_ = &fields;
    said_ = said;
    if (subject_.use.reach == Reach::kNothing) keep(Case{}, "");
    if (const std::string reason = plugin->unbuildable(); !reason.empty()) {
      subject_.problem = reason;
      return true;
    }
    const std::int32_t outputs = plugin->output_count();
    if (outputs < 1 || outputs > kMostOutputs) {
      subject_.problem = "getNbOutputs is " + std::to_string(outputs);
      return true;
    }
    fixed_ = subject_.is_v2() && !static_cast<const V2Plugin&>(*plugin).is_dynamic();
    return given_.inputs.empty() ? invent_inputs(*plugin) : take_given(*plugin);
  }

  void keep(Case use, const std::string& said_inputs) {
    subject_.use = std::move(use);
    subject_.attributes = *fields_;
    subject_.assumed.clear();
    if (!said_.empty() && !subject_.info.fields.empty()) subject_.assumed.push_back(said_);
    if (!said_inputs.empty()) subject_.assumed.push_back(said_inputs);
  }

  bool take_given(const AnyPlugin& plugin) {
    Case use;
    for (const auto& input : given_.inputs) {
      use.network.push_back(input.spec.dims);
      use.min.push_back(input.profile.min);
      use.opt.push_back(input.profile.opt);
      use.max.push_back(input.profile.max);
      use.input_types.push_back(static_cast<nvinfer1::DataType>(input.spec.type));
    }
    use.shape_elements = given_.shape_elements;
    subject_.inputs_given = true;
    std::string problem;
    go(plugin, Origin::kGiven, use, problem);
    const bool done = use.reach == Reach::kNegotiated;
    keep(std::move(use), "");
    subject_.problem = problem;
    return done;
  }

  Origin invented_origin() const {
    return given_.input_types.empty() ? Origin::kInvented : Origin::kTypesGiven;
  }

  void go(const AnyPlugin& plugin, Origin origin, Case& use, std::string& problem) const {
    use.loosely_typed = subject_.is_v2();
    use.fixed_dims = fixed_;
    if (fixed_) use.network = use.opt;
    if (origin != Origin::kGiven) {
      use.input_types.assign(use.inputs(), nvinfer1::DataType::kFLOAT);
    }
    for (std::size_t i = 0; i < std::min(given_.input_types.size(), use.inputs()); ++i) {
      use.input_types[i] = static_cast<nvinfer1::DataType>(given_.input_types[i]);
    }
    advance(plugin, origin, use, problem);
  }

  // The attempt that got farthest in forked copies is repeated here, which it then survives.
  bool invent_inputs(const AnyPlugin& plugin) {
    const auto all = attempts(subject_.info, fixed_ ? Dimensions::kFixed : Dimensions::kOpenToo);
    SharedValue<Progress> progress;
    progress->best = -1;
    progress->hints = InputHints();
    const ForkedEnd died = explore(all, *progress);
    if (progress->best_score <= static_cast<int>(Reach::kCreated)) {
      if (subject_.use.reach <= Reach::kCreated) subject_.problem = no_input(died, *progress);
      return false;
    }
    const Attempt& best = all[static_cast<std::size_t>(progress->best)];
    Case use = best.make_case();
    std::string problem;
    go(plugin, invented_origin(), use, problem);
    // An IPluginV2 cannot refuse when it is configured; of an IPluginV3 that does CK44 tells.
    if (subject_.is_v2() && use.reach == Reach::kNegotiated && progress->best_score < kRehearsed) {
      use.reach = Reach::kShaped;
      const std::string complaint = progress->complaint.data();
      problem = "configurePlugin refuses every input that was tried" +
                (complaint.empty() ? "" : " (it logged \"" + complaint + "\")") + "; give --input";
    }
    const bool done = use.reach == Reach::kNegotiated;
    if (use.reach > subject_.use.reach || subject_.use.reach == Reach::kCreated) {
      subject_.problem = problem;
      keep(std::move(use), best.text());
    }
    return done;
  }

  static std::string no_input(const ForkedEnd& died, const Progress& progress) {
    const std::string complaint = progress.complaint.data();
    if (!died.method.empty())
      return "with every input that was tried the plugin " + died.text() + "; give --input";
    return "the plugin refused every input that was tried" +
           (complaint.empty() ? "" : " (it logged \"" + complaint + "\")") + "; give --input";
  }

  // Runs through the attempts; one that ends its process is passed over. How the last one that did
  // so ended.
  ForkedEnd explore(const std::vector<Attempt>& all, Progress& progress) const {
    const auto until = std::min(Clock::now() + kPatience, started_ + kAllPatience);
    ForkedEnd last;
    for (int deaths = 0; deaths < kMostDeaths; ++deaths) {
      const auto left = until - Clock::now();
      if (left <= Clock::duration::zero()) break;
      const ForkedEnd end =
          run_forked(*subject_.state, std::chrono::duration_cast<std::chrono::milliseconds>(left),
                     [&] { explore_from(all, until, progress); });
      if (end.returned() || end.kind == ForkedEnd::Kind::kNotForked) break;
      last = end;
      progress.hints.learn(end.log);
      ++progress.attempt;
    }
    return last;
  }

  void explore_from(const std::vector<Attempt>& all, Clock::time_point until,
                    Progress& progress) const {
    const auto plugin = subject_.make(*fields_);
    if (plugin == nullptr) return;
    for (; progress.attempt < static_cast<std::int32_t>(all.size()); ++progress.attempt) {
      const Attempt& attempt = all[static_cast<std::size_t>(progress.attempt)];
      if (progress.hints.exclude(attempt)) continue;
      const std::size_t known = given_.input_types.size();
      if (known != 0 && attempt.dims.size() != known) continue;
      if (Clock::now() > until) return;
      const int score = rate(*plugin, attempt);
      const std::string log = logged_errors();
      progress.hints.learn(log);
      if (!log.empty())
        log.substr(0, log.find('\n'))
            .copy(progress.complaint.data(), progress.complaint.size() - 1);
      if (score > progress.best_score) {
        progress.best_score = score;
        progress.best = progress.attempt;
      }
      if (score == kRehearsed) return;
    }
  }

  // An attempt that the plugin logs an error about is none, whatever the plugin answers.
  int rate(const AnyPlugin& plugin, const Attempt& attempt) const {
    forget_log();
    Case use = attempt.make_case();
    std::string problem;
    go(plugin, invented_origin(), use, problem);
    const int reach = static_cast<int>(use.reach);
    if (use.reach < Reach::kShaped) return reach;
    // What it said of types that were tried on the way does not count.
    forget_log();
    plugin.types(use.input_types, static_cast<std::int32_t>(use.output_types.size()));
    plugin.shapes(use.network, use.shape_elements, use.output_types);
    if (!logged_errors().empty()) return static_cast<int>(Reach::kCreated);
    if (use.reach != Reach::kNegotiated) return reach;
    Subject trial = subject_;
    trial.use = use;
    const auto ports = trial.ports(use.matching().front());
    const auto copy = subject_.make(*fields_);
    if (copy == nullptr || copy->configure(ports) != 0) return reach;
    copy->workspace(ports);
    return logged_errors().empty() ? kRehearsed : reach;
  }

  Subject& subject_;
  const GivenCase& given_;
  const std::vector<host::FieldValue>* fields_ = nullptr;
  std::string said_;
  bool fixed_ = false;
  const Clock::time_point started_ = Clock::now();
};

}  // namespace

void find_case(Subject& subject, const GivenCase& given) {
  Search(subject, given).run();
  subject.all_fields = subject.attributes;
  if (!subject.all_fields.empty() || subject.is_v2()) return;
  const InventedAttributes invented = invent_attributes(subject);
  if (!invented.sets.empty()) subject.all_fields = invented.sets.front();
}

}  // namespace plugsmith::check
