// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <limits>

#include "src/check/families.hpp"

// CK01 to CK06: interfaces and identity.

namespace plugsmith::check {
namespace {

using Type = nvinfer1::PluginCapabilityType;
using Phase = nvinfer1::TensorRTPhase;

struct Expected {
  const char* what;
  const nvinfer1::IVersionedInterface* object;
  const char* kind;
  int highest_major;
};

std::string text_of(const nvinfer1::InterfaceInfo& info) {
  return std::string(info.kind == nullptr ? "(null)" : info.kind) + " " +
         std::to_string(info.major) + "." + std::to_string(info.minor);
}

void ck01(const Subject& subject, Verdict& verdict) {
  const auto plugin = subject.create();
  for (const Expected& each :
       {Expected{"the creator", subject.creator, "PLUGIN CREATOR_V3ONE", 1},
        Expected{"the plugin", plugin->raw(), "PLUGIN", 1},
        Expected{"kCORE", plugin->capability(Type::kCORE), "PLUGIN_V3ONE_CORE", 1},
        Expected{"kBUILD", plugin->capability(Type::kBUILD), "PLUGIN_V3ONE_BUILD", 2},
        Expected{"kRUNTIME", plugin->capability(Type::kRUNTIME), "PLUGIN_V3ONE_RUNTIME", 1}}) {
    if (each.object == nullptr) continue;  // CK02
    const auto info =
        plugin->call("getInterfaceInfo", [&] { return each.object->getInterfaceInfo(); });
    if (info.kind == nullptr || std::strcmp(info.kind, each.kind) != 0 || info.major < 1 ||
        info.major > each.highest_major) {
      verdict.broken(std::string(each.what) + " says that it is interface " + text_of(info) +
                         "; must be " + each.kind + " 1" + (each.highest_major > 1 ? " or 2" : ""),
                     "getInterfaceInfo");
    }
    const auto language =
        plugin->call("getAPILanguage", [&] { return each.object->getAPILanguage(); });
    if (language != nvinfer1::APILanguage::kCPP) {
      verdict.broken(std::string(each.what) + " says that its language is " +
                         std::to_string(static_cast<int>(language)) + "; must be kCPP (0)",
                     "getAPILanguage");
    }
  }
}

void ck02(const Subject& subject, Verdict& verdict) {
  const auto plugin = subject.create();
  const std::pair<Type, const char*> all[] = {
      {Type::kCORE, "kCORE"}, {Type::kBUILD, "kBUILD"}, {Type::kRUNTIME, "kRUNTIME"}};
  for (const auto& [type, name] : all) {
    if (plugin->capability(type) == nullptr) {
      verdict.broken(std::string("getCapabilityInterface(") + name +
                         ") of an object made for kBUILD returned null; TensorRT crashes on that",
                     std::string("getCapabilityInterface(") + name + ")");
    }
  }
  constexpr std::int32_t kUnknown = 977;
  if (plugin->capability(static_cast<Type>(kUnknown)) != nullptr) {
    verdict.broken(
        "getCapabilityInterface of a type that does not exist (977) returned a pointer; "
        "must be null",
        "getCapabilityInterface(977)");
  }
}

void ck03(const Subject& subject, Verdict& verdict) {
  const auto plugin = subject.create();
  for (const Type type : {Type::kCORE, Type::kBUILD, Type::kRUNTIME}) {
    const auto* first = plugin->capability(type);
    if (first == plugin->capability(type)) continue;
    verdict.broken("getCapabilityInterface gave two different pointers for capability " +
                       std::to_string(static_cast<int>(type)) + " of one object",
                   "getCapabilityInterface, second call");
  }
}

struct Strings {
  const char* text[3];
};

bool same(const char* a, const char* b) { return std::strcmp(a, b) == 0; }

void ck04(const Subject& subject, Verdict& verdict) {
  constexpr const char* kMethods[] = {"getPluginName", "getPluginVersion", "getPluginNamespace"};
  constexpr std::size_t kLongest = 1023;
  const auto plugin = subject.create();
  const auto* core = plugin->core();
  if (core == nullptr) return verdict.not_run("there is no core capability (CK02)");
  const auto of_creator = [&] {
    return Strings{{subject.creator->getPluginName(), subject.creator->getPluginVersion(),
                    subject.creator->getPluginNamespace()}};
  };
  const auto of_plugin = [&] {
    return plugin->call("getPluginName", [&] {
      return Strings{{core->getPluginName(), core->getPluginVersion(), core->getPluginNamespace()}};
    });
  };
  const Strings creator = of_creator();
  const Strings mine = of_plugin();
  for (int i = 0; i < 3; ++i) {
    const std::string method = kMethods[i];
    if (mine.text[i] == nullptr || creator.text[i] == nullptr) {
      return verdict.broken(method + " returned null; must be a string", method);
    }
    const std::string first = mine.text[i];
    if (first.size() > kLongest) {
      verdict.broken(method + " returned " + std::to_string(first.size()) +
                         " characters; must be at most 1023",
                     method);
    }
    if (first != creator.text[i]) {
      verdict.broken(method + " of the plugin is \"" + first + "\", of its creator \"" +
                         creator.text[i] +
                         "\"; must be the same: engines look the creator up by the plugin's",
                     method);
    }
    if (!same(of_plugin().text[i], first.c_str()) || !same(of_creator().text[i], first.c_str())) {
      verdict.broken(method + " changed its answer from \"" + first + "\"",
                     method + ", second call");
    }
  }
}

void ck05(const Subject& subject, Verdict& verdict) {
  host::Registry registry(subject.state->observer(), subject.state->logger, nullptr);
  const auto& info = subject.info;
  if (!registry.registerCreator(*subject.any_creator, info.name_space.c_str())) {
    return verdict.broken(
        "an empty registry refuses the creator under its own namespace \"" + info.name_space + "\"",
        "registerCreator");
  }
#if NV_TENSORRT_MAJOR >= 10
  const auto* found =
      registry.getCreator(info.name.c_str(), info.version.c_str(), info.name_space.c_str());
#else
  const auto* found =
      registry.getPluginCreator(info.name.c_str(), info.version.c_str(), info.name_space.c_str());
#endif
  if (found != subject.any_creator) {
    verdict.broken("the registry does not find the creator under " + info.name + " version " +
                       info.version + " namespace \"" + info.name_space + "\"",
                   "getCreator");
  }
  registry.deregisterCreator(*subject.any_creator);
}

void ck06(const Subject& subject, Verdict& verdict) {
  host::Registry registry(subject.state->observer(), subject.state->logger, nullptr);
  const char* name_space = subject.info.name_space.c_str();
  if (!registry.registerCreator(*subject.any_creator, name_space)) {
    return verdict.not_run("the creator cannot be registered once (CK05)");
  }
  if (registry.registerCreator(*subject.any_creator, name_space)) {
    verdict.broken(
        "the creator could be registered twice: its name, version or namespace changed "
        "in between",
        "registerCreator, second call");
  }
  if (!registry.deregisterCreator(*subject.any_creator) ||
      !registry.registerCreator(*subject.any_creator, name_space)) {
    verdict.broken("the creator could not be deregistered and registered again",
                   "registerCreator after deregisterCreator");
  }
  registry.deregisterCreator(*subject.any_creator);
}

}  // namespace

std::span<const Check> identity_checks() {
  static constexpr Check kChecks[] = {{"CK01", ck01},
                                      {"CK02", ck02},
                                      {"CK03", ck03},
                                      {"CK04", ck04},
                                      {"CK05", ck05, Reach::kNothing},
                                      {"CK06", ck06, Reach::kNothing}};
  return kChecks;
}

}  // namespace plugsmith::check
