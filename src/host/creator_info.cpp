// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/creator_info.hpp"

#include <cstring>

#include "src/host/call_guard.hpp"

// IPluginCreator (V1) is deprecated, but libraries still offer it: the host must be able to list
// it.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace plugsmith::host {
namespace {

constexpr std::int32_t kMaxFields = 4096;

struct RawStrings {
  const char *name = nullptr, *version = nullptr, *name_space = nullptr;
};

// The sanitizer would object to the V3Quick case below.
#define PLUGSMITH_BY_SLOT __attribute__((no_sanitize("vptr")))

template <class Interface>
PLUGSMITH_BY_SLOT const char* name_of(Interface& creator) {
  return creator.getPluginName();
}
template <class Interface>
PLUGSMITH_BY_SLOT const char* version_of(Interface& creator) {
  return creator.getPluginVersion();
}
template <class Interface>
PLUGSMITH_BY_SLOT const char* namespace_of(Interface& creator) {
  return creator.getPluginNamespace();
}

// One guard a getter, so that a crash is blamed on the right one.
template <class Interface>
Status read_strings(CallObserver* observer, Interface& creator, RawStrings& strings) {
  const std::string who = "a creator";
  PLUGSMITH_RETURN_IF_ERROR(
      guarded(observer, who, "getPluginName", [&] { strings.name = name_of(creator); }));
  PLUGSMITH_RETURN_IF_ERROR(
      guarded(observer, who, "getPluginVersion", [&] { strings.version = version_of(creator); }));
  return guarded(observer, who, "getPluginNamespace",
                 [&] { strings.name_space = namespace_of(creator); });
}

#if PLUGSMITH_GENERATION >= 10
// A V3Quick creator has the same methods in the same virtual table slots as a V3One creator except
// for createPlugin, whose signature even varies between releases: it is never called.
nvinfer1::IPluginCreatorV3One& as_v3(Creator& creator) {
  return static_cast<nvinfer1::IPluginCreatorV3One&>(creator);
}
#endif

nvinfer1::IPluginCreator& as_v1(Creator& creator) {
  return static_cast<nvinfer1::IPluginCreator&>(creator);
}

Status null_string(const char* method) {
  return invalid_argument(std::string("a creator's ") + method +
                          " returned null; must be a NUL-terminated string");
}

PLUGSMITH_BY_SLOT const nvinfer1::PluginFieldCollection* field_names(
    [[maybe_unused]] InterfaceKind kind, Creator& creator) {
#if PLUGSMITH_GENERATION >= 10
  if (kind != InterfaceKind::kV1) return as_v3(creator).getFieldNames();
#endif
  return as_v1(creator).getFieldNames();
}

Result<std::vector<FieldInfo>> copy_fields(const nvinfer1::PluginFieldCollection* fields,
                                           const std::string& who) {
  if (fields == nullptr) {
    return invalid_argument(
        who + ": getFieldNames returned null; must be a collection (it may be empty)");
  }
  if (fields->nbFields < 0 || fields->nbFields > kMaxFields ||
      (fields->nbFields > 0 && fields->fields == nullptr)) {
    return invalid_argument(who + ": getFieldNames claims " + std::to_string(fields->nbFields) +
                            " fields" + (fields->fields == nullptr ? " without an array" : ""));
  }
  std::vector<FieldInfo> result;
  for (std::int32_t i = 0; i < fields->nbFields; ++i) {
    const nvinfer1::PluginField& field = fields->fields[i];
    if (field.name == nullptr) {
      return invalid_argument(who + ": field " + std::to_string(i) +
                              " of getFieldNames has no name");
    }
    result.push_back({field.name, static_cast<FieldType>(field.type), field.length});
  }
  return result;
}

}  // namespace

const char* to_string(InterfaceKind kind) {
  switch (kind) {
    case InterfaceKind::kV3One: return "IPluginCreatorV3One";
    case InterfaceKind::kV3Quick: return "IPluginCreatorV3Quick";
    case InterfaceKind::kV1: return "IPluginCreator";
    case InterfaceKind::kUnknown: break;
  }
  return "unknown creator interface";
}

#if PLUGSMITH_GENERATION >= 10
Result<InterfaceKind> interface_kind(CallObserver* observer, Creator& creator) {
  nvinfer1::InterfaceInfo info{nullptr, 0, 0};
  PLUGSMITH_RETURN_IF_ERROR(guarded(observer, "a creator", "getInterfaceInfo",
                                    [&] { info = creator.getInterfaceInfo(); }));
  if (info.kind == nullptr) return null_string("getInterfaceInfo().kind");
  if (std::strcmp(info.kind, "PLUGIN CREATOR_V3ONE") == 0) return InterfaceKind::kV3One;
  if (std::strcmp(info.kind, "PLUGIN CREATOR_V3QUICK") == 0) return InterfaceKind::kV3Quick;
  if (std::strcmp(info.kind, "PLUGIN CREATOR_V1") == 0) return InterfaceKind::kV1;
  return unsupported(
      std::string("a creator has interface kind \"") + info.kind +
      "\"; known are PLUGIN CREATOR_V3ONE, PLUGIN CREATOR_V3QUICK and PLUGIN CREATOR_V1");
}
#else
Result<InterfaceKind> interface_kind(CallObserver* /*observer*/, Creator& /*creator*/) {
  return InterfaceKind::kV1;  // there is no other before TensorRT 10
}
#endif

Result<CreatorIdentity> read_identity(CallObserver* observer, Creator& creator) {
  const Result<InterfaceKind> kind = interface_kind(observer, creator);
  if (!kind.is_ok()) return kind.status();
  RawStrings strings;
#if PLUGSMITH_GENERATION >= 10
  if (kind.value() != InterfaceKind::kV1) {
    PLUGSMITH_RETURN_IF_ERROR(read_strings(observer, as_v3(creator), strings));
  }
#endif
  if (kind.value() == InterfaceKind::kV1) {
    PLUGSMITH_RETURN_IF_ERROR(read_strings(observer, as_v1(creator), strings));
  }
  if (strings.name == nullptr) return null_string("getPluginName");
  if (strings.version == nullptr) return null_string("getPluginVersion");
  if (strings.name_space == nullptr) return null_string("getPluginNamespace");
  return CreatorIdentity{strings.name, strings.version, strings.name_space, kind.value()};
}

Result<DescribedCreator> read_creator(CallObserver* observer, Creator& creator) {
  const Result<CreatorIdentity> identity = read_identity(observer, creator);
  if (!identity.is_ok()) return identity.status();
  const std::string who = "creator " + identity->name;
  const nvinfer1::PluginFieldCollection* fields = nullptr;
  PLUGSMITH_RETURN_IF_ERROR(guarded(observer, who, "getFieldNames",
                                    [&] { fields = field_names(identity->kind, creator); }));
  DescribedCreator described;
  described.info.name = identity->name;
  described.info.version = identity->version;
  described.info.name_space = identity->name_space;
  described.info.kind = identity->kind;
  auto copied = copy_fields(fields, who);
  if (copied.is_ok()) {
    described.info.fields = std::move(copied).value();
  } else {
    described.problem = copied.status().message();
  }
  return described;
}

std::string describe(const CreatorIdentity& identity) {
  std::string text = identity.name + " version " + identity.version;
  if (!identity.name_space.empty()) text += " in namespace " + identity.name_space;
  return text;
}

}  // namespace plugsmith::host
