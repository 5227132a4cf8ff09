// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cfenv>
#include <limits>

#include "src/check/families.hpp"
#include "src/check/life.hpp"
#include "src/host/shape_call.hpp"

// CK45, CK74: values that TensorRT may pass and that tempt a plugin into bad arithmetic.

namespace plugsmith::check {
namespace {

// A crash is the finding; any code is right.
void ck45(const Subject& subject, Verdict& /*verdict*/) {
  const auto combination = subject.use.matching().front();
  const auto with = [&](std::int32_t rank, std::int64_t dim) {
    auto ports = subject.ports(combination);
    for (auto& port : ports.descs) {
      for (nvinfer1::Dims* dims : {&port.desc.dims, &port.min, &opt_of(port), &port.max}) {
        if (rank >= 0) dims->nbDims = rank;
        for (auto& value : dims->d) value = static_cast<host::DimNumber>(dim);
      }
    }
    subject.create()->configure(ports);
  };
  with(-1, 0);
  with(-1, std::numeric_limits<std::int32_t>::max());
  with(0, 0);
  with(nvinfer1::Dims::MAX_DIMS, 1);
}

bool takes_int8(const std::vector<PortFormat>& combination) {
  for (const auto& port : combination) {
    if (port.type == DataType::kInt8) return true;
  }
  return false;
}

// Floating-point faults, as fetestexcept tells them, of configuring and running with that scale.
int faults_with(const Subject& subject, const std::vector<PortFormat>& combination, float scale) {
  const auto plugin = subject.create();
  if (plugin->runtime() == nullptr) return 0;
  const auto ports = subject.ports(combination, scale);
  auto runtime_ports = subject.runtime_ports(combination);
  for (auto& desc : runtime_ports.descs) desc.scale = scale;
  std::feclearexcept(FE_ALL_EXCEPT);
  if (plugin->configure(ports) == 0) {
    plugin->workspace(ports);
    host::ResourceContext context(nullptr);
    const auto attached = plugin->attach(context);
    if (attached != nullptr && attached->runtime() != nullptr) {
      tell_no_device(subject, *attached);
      shape_change(*attached, runtime_ports);
    }
  }
  const int faults = std::fetestexcept(FE_INVALID | FE_DIVBYZERO);
  std::feclearexcept(FE_ALL_EXCEPT);
  return faults;
}

void ck74(const Subject& subject, Verdict& verdict) {
  bool any = false;
  for (const auto& combination : subject.use.combinations) {
    if (!takes_int8(combination)) continue;
    any = true;
    const int usual = faults_with(subject, combination, 1.0F);
    const int faults = faults_with(subject, combination, -1.0F) & ~usual;
    if (faults == 0) continue;
    return verdict.broken(
        std::string("with scale -1, which means that there is none, it ") +
            ((faults & FE_DIVBYZERO) != 0 ? "divides by zero" : "computes a NaN") + " for " +
            describe(combination, subject.use.inputs()),
        "configurePlugin, attachToContext or onShapeChange with scale -1");
  }
  if (!any) verdict.not_run("no accepted combination has INT8");
}

}  // namespace

std::span<const Check> misuse_checks() {
  static constexpr Check kChecks[] = {{"CK45", ck45, Reach::kNegotiated},
                                      {"CK74", ck74, Reach::kNegotiated}};
  return kChecks;
}

}  // namespace plugsmith::check
