// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/families.hpp"
#include "src/check/forked.hpp"
#include "src/check/fresh_memory.hpp"
#include "src/check/v2_plugin.hpp"

// CK21, CK83, CK85 for IPluginV2 plugins: clones and contexts.

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace plugsmith::check {
namespace {

constexpr auto kPatience = std::chrono::seconds(5);

// Whether both serialize the same bytes; yes where either cannot be asked (CK81).
bool same_state(const V2Plugin& a, const V2Plugin& b) {
  const auto x = a.state();
  const auto y = b.state();
  return !x.is_ok() || !y.is_ok() || x->front().data == y->front().data;
}

// Whether bytes that nobody sets show in what is serialized.
bool has_garbage(const Subject& subject) {
  std::vector<std::vector<std::byte>> seen;
  for (const int fill : {0x3C, 0xC3}) {
    fill_fresh_memory(fill);
    const auto original = make_configured_v2(subject);
    fill_fresh_memory(fill);
    const auto copy = original->clone();
    if (copy == nullptr) return false;
    for (const V2Plugin* plugin : {original.get(), copy.get()}) {
      fill_fresh_memory(fill);
      const auto state = plugin->state();
      if (!state.is_ok()) return false;
      seen.push_back(state->front().data);
    }
  }
  return seen[0] != seen[2] || seen[1] != seen[3];
}

void ck21(const Subject& subject, Verdict& verdict) {
  auto original = make_configured_v2(subject);
  auto copy = original->clone();
  if (copy == nullptr) {
    return verdict.broken("clone returned null or the object itself", "clone");
  }
  if (copy->type() != original->type() || copy->version_text() != original->version_text()) {
    verdict.broken("the clone has another name or version", "getPluginType of a clone");
  }
  if (copy->tag() != original->tag()) {
    verdict.broken("the clone is of another class", "getTensorRTVersion of a clone");
  }
  // What was configured is part of it.
  if (subject.use.reach == Reach::kNegotiated && !same_state(*original, *copy) &&
      !has_garbage(subject)) {
    verdict.broken("the clone serializes other bytes than the original", "serialize of a clone");
  }
  original.reset();  // a clone of a clone must outlive both orders of deletion
  auto second = copy->clone();
  second.reset();
}

void set_namespace(const V2Plugin& plugin, const char* name_space) {
  plugin.call("setPluginNamespace", [&] { plugin.raw()->setPluginNamespace(name_space); });
}

// The clone of an object in use keeps what was set and configured.
void keeps_state(const Subject& subject, Verdict& verdict) {
  const char* name_space = "plugsmith_check";
  const auto original = make_v2(subject);
  set_namespace(*original, name_space);
  if (original->name_space() != name_space) {
    return verdict.broken("getPluginNamespace is \"" + original->name_space() +
                              "\" after setPluginNamespace(\"" + name_space + "\")",
                          "setPluginNamespace");
  }
  const auto ports = subject.ports(subject.use.matching().front());
  original->configure(ports);
  const auto copy = original->clone();
  if (copy == nullptr) return verdict.not_run("clone returns null (CK21)");
  if (copy->name_space() != name_space) {
    return verdict.broken("the namespace of a clone is \"" + copy->name_space() +
                              "\", of the original \"" + name_space +
                              "\": the engine then looks for another creator",
                          "getPluginNamespace of a clone");
  }
  if (copy->workspace(ports) != original->workspace(ports)) {
    verdict.broken("the clone of a configured object asks for another workspace",
                   "getWorkspaceSize of a clone after configurePlugin");
  }
}

struct Started {
  std::int32_t code;
  bool initialized, cloned;
};

void ck83(const Subject& subject, Verdict& verdict) {
  keeps_state(subject, verdict);
  if (verdict.decided()) return;
  SharedValue<Started> started;
  const ForkedEnd end = run_forked(*subject.state, kPatience, [&] {
    const auto ports = subject.ports(subject.use.matching().front());
    const auto original = make_v2(subject);
    original->configure(ports);
    started->code = original->call("initialize", [&] { return original->raw()->initialize(); });
    if (started->code != 0) return;
    started->initialized = true;
    const auto copy = original->clone();
    started->cloned = copy != nullptr;
    if (copy == nullptr) return;
    copy->configure(ports);
    original->call("terminate", [&] { original->raw()->terminate(); });
  });
  const std::string no_gpu = " (it may need a GPU)";
  if (!started->initialized) {
    return verdict.not_run(end.returned()
                               ? "initialize returned " + std::to_string(started->code) + no_gpu
                               : "the plugin " + end.text() + no_gpu);
  }
  if (end.returned() && started->cloned) return;
  if (!end.returned() && (!end.is_fault() || end.may_lack_device())) {
    return verdict.not_run("the plugin " + end.text() + no_gpu);
  }
  verdict.broken(end.returned() ? "clone of an initialized object returned null"
                                : "the clone of an initialized object " + end.text(),
                 end.returned() ? "clone after initialize" : end.method);
}

void ck85(const Subject& subject, Verdict& verdict) {
  if (make_v2(subject)->level() == V2Class::kV2) {
    return verdict.not_run("an IPluginV2 has no attachToContext");
  }
  SharedValue<bool> cloned;
  const ForkedEnd end = run_forked(*subject.state, kPatience, [&] {
    const auto original = make_configured_v2(subject);
    const auto first = original->clone();
    const auto second = original->clone();
    *cloned = first != nullptr && second != nullptr;
    if (!*cloned) return;
    first->attach();
    second->attach();
    first->detach();
    first->attach();
    first->detach();
    second->detach();
  });
  if (end.returned() && !*cloned) return verdict.not_run("clone returns null (CK21)");
  if (end.returned()) return;
  if (!end.is_fault() || end.may_lack_device()) {
    return verdict.not_run("the plugin " + end.text() + " (it may need a GPU or cuDNN)");
  }
  verdict.broken(
      "given null cuDNN and cuBLAS handles and a null allocator, as TensorRT 10 does "
      "by default and 11 always, the plugin " +
          end.text(),
      end.method.empty() ? "attachToContext" : end.method);
}

}  // namespace

std::span<const Check> v2_object_checks() {
  static constexpr Check kChecks[] = {
      {"CK21", ck21}, {"CK83", ck83, Reach::kNegotiated}, {"CK85", ck85, Reach::kNegotiated}};
  return kChecks;
}

}  // namespace plugsmith::check
