// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>

#include <algorithm>

#include "src/check/allocation_fault.hpp"
#include "src/check/families.hpp"
#include "src/host/fields.hpp"
#include "src/host/resource_context.hpp"
#include "src/host/shared_library.hpp"

// CK12, CK23: what TensorRT or the system may refuse to a plugin.

namespace plugsmith::check {
namespace {

using Phase = nvinfer1::TensorRTPhase;
using Made = std::unique_ptr<Plugin>;

class NoLogger final : public nvinfer1::ILoggerFinder {
 public:
  nvinfer1::ILogger* findLogger() override { return nullptr; }
};

void ck12(const Subject& subject, Verdict& verdict) {
  const auto library = host::SharedLibrary::open(subject.state->observer(), subject.info.library);
  if (!library.is_ok() || !library->exports_set_logger_finder()) {
    return verdict.not_run("the library does not export setLoggerFinder");
  }
  static NoLogger none;  // the library keeps the pointer
  if (!host::set_logger_finder(subject.state->observer(), *library, none).is_ok()) {
    return verdict.broken("setLoggerFinder threw an exception", "setLoggerFinder");
  }
  subject.create();
  auto wrong = subject.all_fields;
  for (auto& field : wrong) field.length = -1;
  subject.create(wrong, Phase::kBUILD);  // what is refused is logged
  subject.create({{"plugsmith_unknown_field", FieldType::kDims, 0, {}}}, Phase::kRUNTIME);
  (void)host::set_logger_finder(subject.state->observer(), *library, subject.state->finder);
}

/// A call that makes an object, bare: no code of the host's own runs within it.
struct Maker {
  const char* method;
  std::function<nvinfer1::IPluginV3*()> call;
};

bool same_fields(const Plugin& a, const Plugin& b) {
  if (a.runtime() == nullptr || b.runtime() == nullptr) return a.runtime() == b.runtime();
  const auto x = a.fields();
  const auto y = b.fields();
  if (!x.is_ok() || !y.is_ok()) return x.is_ok() == y.is_ok();
  return std::equal(x->begin(), x->end(), y->begin(), y->end(), [](const auto& p, const auto& q) {
    return p.name == q.name && p.type == q.type && p.data == q.data;
  });
}

/// Lets each allocation of the call fail in turn. Returns how many there are.
std::int64_t starve(const Subject& subject, const Plugin& original, const Maker& maker,
                    Verdict& verdict) {
  constexpr std::int64_t kMost = 64;
  std::int64_t requests = 0;
  for (std::int64_t failing = 0; failing <= std::min(requests, kMost); ++failing) {
    nvinfer1::IPluginV3* raw = nullptr;
    bool failed = false;
    {
      const host::CallMark mark(subject.state->observer(), subject.info.name.c_str(), maker.method);
      const AllocationFault fault(failing);
      raw = maker.call();
      failed = fault.failed();
      if (failing == 0) requests = fault.requests();
    }
    if (raw == nullptr || raw == original.raw()) continue;
    const Plugin made(subject.state, raw, subject.info.name);
    if (!failed || same_fields(made, original)) continue;
    verdict.broken(std::string(maker.method) + " returned an object though allocation " +
                       std::to_string(failing) + " of " + std::to_string(requests) +
                       " failed, and that object serializes other fields; must return null",
                   std::string(maker.method) + " with a failing operator new");
    break;
  }
  return requests;
}

void ck23(const Subject& subject, Verdict& verdict) {
  const auto original = subject.create();
  host::ResourceContext context(nullptr);
  const host::FieldCollection fields(subject.attributes);
  std::vector<Maker> makers{
      {"createPlugin",
       [&] { return subject.creator->createPlugin("checked", &fields.get(), Phase::kBUILD); }},
      {"clone", [&] { return original->raw()->clone(); }}};
  if (original->runtime() != nullptr) {
    makers.push_back(
        {"attachToContext", [&] { return original->runtime()->attachToContext(&context); }});
  }
  std::int64_t requests = 0;
  for (const Maker& maker : makers) requests += starve(subject, *original, maker, verdict);
  if (requests > 0) return;
  verdict.not_run(
      "no allocation of the plugin goes through this process's operator new: the library may "
      "carry a C++ runtime of its own");
}

}  // namespace

std::span<const Check> allocation_checks() {
  static constexpr Check kChecks[] = {{"CK12", ck12}, {"CK23", ck23}};
  return kChecks;
}

}  // namespace plugsmith::check
