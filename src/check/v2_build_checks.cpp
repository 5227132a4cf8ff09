// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "src/check/families.hpp"
#include "src/check/v2_plugin.hpp"

// CK46, CK88, CK89 for IPluginV2 plugins: formats, types and workspace.

namespace plugsmith::check {
namespace {

void run_shared(std::span<const Check> family, std::string_view rule, const Subject& subject,
                Verdict& verdict) {
  for (const Check& check : family) {
    if (rule == check.rule && subject.use.reach >= check.needs) check.run(subject, verdict);
  }
}

void ck46(const Subject& subject, Verdict& verdict) {
  constexpr std::size_t kLargest = std::size_t{1} << 40U;
  const auto plugin = make_v2(subject);
  if (plugin->is_dynamic()) return run_shared(configure_checks(), "CK46", subject, verdict);
  plugin->configure(subject.ports(subject.use.matching().front()));
  std::size_t before = 0;
  for (std::int32_t batch = 1; batch <= kMostBatch; ++batch) {
    const std::string call = "getWorkspaceSize(" + std::to_string(batch) + ")";
    const std::size_t bytes = plugin->batch_workspace(batch);
    if (bytes > kLargest) {
      return verdict.broken(call + " returned " + std::to_string(bytes) +
                                " bytes, more than 1 TiB: a negative number or an overflow",
                            call);
    }
    if (plugin->batch_workspace(batch) != bytes) {
      return verdict.broken(call + " changed its answer of " + std::to_string(bytes) + " bytes",
                            call);
    }
    if (bytes < before) {
      return verdict.broken(call + " asks " + std::to_string(bytes) + " bytes, a smaller batch " +
                                std::to_string(before),
                            call);
    }
    before = bytes;
  }
}

void ck88(const Subject& subject, Verdict& verdict) {
  for (const auto& [family, rule] :
       {std::pair{purity_checks(), "CK36"}, std::pair{purity_checks(), "CK37"},
        std::pair{format_checks(), "CK38"}, std::pair{format_checks(), "CK39"}}) {
    if (!verdict.decided()) run_shared(family, rule, subject, verdict);
  }
}

bool is_integer(DataType type) {
  return type == DataType::kInt32 || type == DataType::kInt64 || type == DataType::kBool;
}

void ck89(const Subject& subject, Verdict& verdict) {
  const auto& all = subject.use.combinations;
  const bool single = std::any_of(all.begin(), all.end(), [](const auto& combination) {
    return std::all_of(combination.begin(), combination.end(), [](const PortFormat& port) {
      return port.type == DataType::kFloat || is_integer(port.type);
    });
  });
  if (!single && host::PluginHost::generation() < 11) {
    verdict.broken(
        "no combination has float32 for all its floating-point ports: a weakly typed "
        "network without kFP16 and kINT8 has no format for the op",
        "supportsFormatCombination");
  }
  run_shared(format_checks(), "CK40", subject, verdict);
}

}  // namespace

std::span<const Check> v2_build_checks() {
  static constexpr Check kChecks[] = {{"CK46", ck46, Reach::kNegotiated},
                                      {"CK88", ck88, Reach::kShaped},
                                      {"CK89", ck89, Reach::kNegotiated}};
  return kChecks;
}

}  // namespace plugsmith::check
