// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "src/check/families.hpp"
#include "src/check/v2_plugin.hpp"

// CK01, CK04, CK80 for IPluginV2 plugins.

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace plugsmith::check {
namespace {

#if NV_TENSORRT_MAJOR >= 10  // creators are not versioned before
void ck01(const Subject& subject, Verdict& verdict) {
  const host::CallMark mark(subject.state->observer(), subject.info.name.c_str(),
                            "getInterfaceInfo");
  const auto info = subject.any_creator->getInterfaceInfo();
  if (info.major != 1 || info.minor != 0) {
    verdict.broken("the creator says that it is interface " + std::string(info.kind) + " " +
                       std::to_string(info.major) + "." + std::to_string(info.minor) +
                       "; must be PLUGIN CREATOR_V1 1.0",
                   "getInterfaceInfo");
  }
  const auto language = subject.any_creator->getAPILanguage();
  if (language != nvinfer1::APILanguage::kCPP) {
    verdict.broken("the creator says that its language is " +
                       std::to_string(static_cast<int>(language)) + "; must be kCPP (0)",
                   "getAPILanguage");
  }
}
#endif

void check_text(const char* method, const std::string& text, const std::string& of_creator,
                Verdict& verdict) {
  constexpr std::size_t kLongest = 1023;
  if (text == "(null)") {
    verdict.broken(std::string(method) + " returned null; must be a string", method);
  } else if (text.size() > kLongest) {
    verdict.broken(std::string(method) + " returned " + std::to_string(text.size()) +
                       " characters; must be at most 1023",
                   method);
  } else if (text != of_creator) {
    verdict.broken(std::string(method) + " of the plugin is \"" + text + "\", of its creator \"" +
                       of_creator +
                       "\"; must be the same: engines look the creator up by the plugin's",
                   method);
  }
}

void ck04(const Subject& subject, Verdict& verdict) {
  const auto plugin = make_v2(subject);
  const auto& info = subject.info;
  check_text("getPluginType", plugin->type(), info.name, verdict);
  check_text("getPluginVersion", plugin->version_text(), info.version, verdict);
  check_text("getPluginNamespace", plugin->name_space(), info.name_space, verdict);
  if (plugin->type() != info.name || plugin->version_text() != info.version) {
    verdict.broken("getPluginType or getPluginVersion changed its answer",
                   "getPluginType, second call");
  }
}

void ck80(const Subject& subject, Verdict& verdict) {
  const auto plugin = make_v2(subject);
  const std::int32_t built = generation_of(plugin->version());
  if (built != host::PluginHost::generation()) {
    return verdict.broken("getTensorRTVersion says that it was compiled with headers of version " +
                              std::to_string(plugin->version()) + ", TensorRT " +
                              std::to_string(built) + "; this is TensorRT " +
                              std::to_string(host::PluginHost::generation()) +
                              ", whose virtual tables differ",
                          "getTensorRTVersion");
  }
  if (!plugin->own_class()) {
    return verdict.not_run("the library has no run-time types that would tell its class");
  }
  if (plugin->tag() == static_cast<std::int32_t>(*plugin->own_class())) return;
  verdict.broken("the top byte of getTensorRTVersion is " + std::to_string(plugin->tag()) +
                     ", but the plugin is an " + to_string(*plugin->own_class()) +
                     ", for which it must be " +
                     std::to_string(static_cast<std::int32_t>(*plugin->own_class())) +
                     ": TensorRT would call other methods of it",
                 "getTensorRTVersion");
}

}  // namespace

std::span<const Check> v2_identity_checks() {
  static constexpr Check kChecks[] = {
#if NV_TENSORRT_MAJOR >= 10
    {"CK01", ck01, Reach::kNothing},
#endif
    {"CK04", ck04},
    {"CK80", ck80}
  };
  return kChecks;
}

}  // namespace plugsmith::check
