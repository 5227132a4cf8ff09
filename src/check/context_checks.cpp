// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <set>

#include "src/check/families.hpp"
#include "src/check/forked.hpp"
#include "src/check/life.hpp"
#include "src/check/memory_use.hpp"

// CK53, CK55, CK57, CK77: aliasing, execution contexts, life at run time.

namespace plugsmith::check {
namespace {

using Phase = nvinfer1::TensorRTPhase;

void check_pair(const Subject& subject, std::size_t input, std::size_t output, Verdict& verdict) {
  const std::size_t port = subject.use.inputs() + output;
  const std::string pair = "input " + std::to_string(input) + " and output " +
                           std::to_string(output) + ", which are aliased,";
  for (const auto& combination : subject.use.matching()) {
    if (combination[input] == combination[port]) continue;
    return verdict.broken(pair + " may differ in type or format: " +
                              describe(combination, subject.use.inputs()) + " is accepted",
                          "supportsFormatCombination");
  }
  if (subject.use.opt[input] != subject.use.output_opt[output]) {
    verdict.broken(pair + " have shapes " + describe({subject.use.opt[input]}) + " and " +
                       describe({subject.use.output_opt[output]}) + "; must be the same",
                   "getOutputShapes");
  }
}

void ck53(const Subject& subject, Verdict& verdict) {
  const auto plugin = subject.create();
  if (plugin->build_v2() == nullptr) {
    return verdict.not_run("its build capability has no getAliasedInput (version 1.0)");
  }
  std::map<std::int32_t, std::size_t> owner;
  for (std::size_t i = 0; i < subject.use.output_types.size(); ++i) {
    const auto output = static_cast<std::int32_t>(i);
    const std::int32_t input = plugin->call(
        "getAliasedInput", [&] { return plugin->build_v2()->getAliasedInput(output); });
    const std::string call = "getAliasedInput(" + std::to_string(i) + ")";
    if (input == -1) continue;
    if (input < -1 || input >= static_cast<std::int32_t>(subject.use.inputs())) {
      return verdict.broken(call + " returned " + std::to_string(input) +
                                "; must be -1 or an input, of which there are " +
                                std::to_string(subject.use.inputs()),
                            call);
    }
    const auto [known, fresh] = owner.emplace(input, i);
    if (!fresh) {
      return verdict.broken("outputs " + std::to_string(known->second) + " and " +
                                std::to_string(i) + " both alias input " + std::to_string(input),
                            call);
    }
    check_pair(subject, static_cast<std::size_t>(input), i, verdict);
  }
}

void ck55(const Subject& subject, Verdict& verdict) {
  const auto plugin = subject.create();
  if (plugin->runtime() == nullptr) return verdict.not_run("there is no runtime capability (CK02)");
  host::ResourceContext first_context(nullptr);
  host::ResourceContext second_context(nullptr);
  const host::LogScope log;
  const auto first = plugin->attach(first_context);
  const auto second = plugin->attach(second_context);
  if (first == nullptr || second == nullptr) {
    const std::string said =
        log.attach(invalid_argument("attachToContext returned null")).message();
    if (mentions_device(said)) return verdict.not_run(said);
    return verdict.broken(std::string("attachToContext returned null or the object itself") +
                              (first == nullptr ? "" : " for a second context") +
                              "; TensorRT crashes on null",
                          "attachToContext");
  }
  if (first->raw() == second->raw()) {
    return verdict.broken("attachToContext gave two contexts the same object", "attachToContext");
  }
  if (first->core() == nullptr || first->runtime() == nullptr) {
    verdict.broken("the object of a context lacks the core or runtime capability",
                   "getCapabilityInterface of a context's object");
  }
}

void ck57(const Subject& subject, Verdict& verdict) {
  constexpr int kWarmUp = 50;
  constexpr int kCalls = 1000;
  constexpr std::size_t kBytesPerCall = 8;  // less is no leak of each call
  const auto plugin = subject.create();
  if (plugin->runtime() == nullptr) return verdict.not_run("there is no runtime capability (CK02)");
  host::ResourceContext context(nullptr);
  const auto attached = plugin->attach(context);
  if (attached == nullptr || attached->runtime() == nullptr) {
    return verdict.not_run("there is no object for a context (CK55)");
  }
  tell_no_device(subject, *attached);
  const auto ports = subject.runtime_ports(subject.use.matching().front());
  if (const std::int32_t code = shape_change(*attached, ports); code != 0) {
    return verdict.not_run("onShapeChange returned " + std::to_string(code) +
                           " (it may need a GPU, or other inputs)");
  }
  for (int i = 0; i < kWarmUp; ++i) shape_change(*attached, ports);
  const std::size_t before = heap_bytes_in_use();
  for (int i = 0; i < kCalls; ++i) {
    const std::int32_t code = shape_change(*attached, ports);
    if (code == 0) continue;
    return verdict.broken("call " + std::to_string(kWarmUp + i + 2) +
                              " of onShapeChange with the same shapes returned " +
                              std::to_string(code) + ", the first returned 0",
                          "onShapeChange, repeated");
  }
  const std::size_t after = heap_bytes_in_use();
  if (after < before + kBytesPerCall * kCalls) return;
  verdict.broken(std::to_string(kCalls) + " calls of onShapeChange with the same shapes left " +
                     std::to_string(after - before) + " bytes more in use: it leaks",
                 "onShapeChange, repeated");
}

void ck77(const Subject& subject, Verdict& verdict) {
  const auto built = subject.create();
  if (built->runtime() == nullptr) return verdict.not_run("there is no runtime capability (CK02)");
  const auto ports = subject.ports(subject.use.matching().front());
  if (built->configure(ports) != 0) return verdict.not_run("configurePlugin refuses the inputs");
  const auto fields = built->fields();
  if (!fields.is_ok()) return verdict.not_run("getFieldsToSerialize is broken (CK19)");
  const auto loaded = subject.create(fields.value(), Phase::kRUNTIME);
  if (loaded == nullptr) return verdict.not_run("createPlugin(kRUNTIME) refuses (CK18)");
  const char* who[] = {"an object that was configured", "an object that was loaded"};
  const Plugin* objects[] = {built.get(), loaded.get()};
  std::int32_t codes[] = {0, 0};
  for (int i = 0; i < 2; ++i) {
    if (objects[i]->runtime() == nullptr) {
      return verdict.broken(std::string(who[i]) + " has no runtime capability",
                            "getCapabilityInterface(kRUNTIME)");
    }
    objects[i]->call("setTactic", [&] { return objects[i]->runtime()->setTactic(0); });
    host::ResourceContext context(nullptr);
    const auto attached = objects[i]->attach(context);
    if (attached == nullptr || attached->runtime() == nullptr) {
      if (i == 0) return verdict.not_run("there is no object for a context (CK55)");
      return verdict.broken("attachToContext fails for an object that was loaded from an engine",
                            "attachToContext after createPlugin(kRUNTIME)");
    }
    tell_no_device(subject, *attached);
    codes[i] = shape_change(*attached, subject.runtime_ports(subject.use.matching().front()));
  }
  if (codes[0] != 0) {
    return verdict.not_run("onShapeChange returned " + std::to_string(codes[0]) +
                           " (it may need a GPU, or other inputs)");
  }
  if (codes[1] == 0) return;
  verdict.broken("onShapeChange returned " + std::to_string(codes[1]) +
                     " for an object that was loaded from an engine, and 0 for one that "
                     "configurePlugin was called on",
                 "onShapeChange after createPlugin(kRUNTIME)");
}

}  // namespace

std::span<const Check> context_checks() {
  static constexpr Check kChecks[] = {{"CK53", ck53, Reach::kNegotiated},
                                      {"CK55", ck55},
                                      {"CK57", ck57, Reach::kNegotiated},
                                      {"CK77", ck77, Reach::kNegotiated}};
  return kChecks;
}

}  // namespace plugsmith::check
