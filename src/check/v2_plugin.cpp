// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/v2_plugin.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "src/host/fields.hpp"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace plugsmith::check {
namespace {

constexpr std::int32_t kPythonTag = 0x43;
constexpr std::size_t kMostBytes = std::size_t{1} << 30U;
constexpr std::size_t kGuardBytes = 4096;

std::optional<V2Class> class_of(PluginV2* plugin) {
  // A library without run-time types has no type record before its virtual table.
  void* const* table = *reinterpret_cast<void* const* const*>(plugin);
  if (table[-1] == nullptr) return std::nullopt;
  if (dynamic_cast<PluginV2DynamicExt*>(plugin) != nullptr) return V2Class::kDynamicExt;
  if (dynamic_cast<PluginV2IOExt*>(plugin) != nullptr) return V2Class::kIOExt;
  if (dynamic_cast<PluginV2Ext*>(plugin) != nullptr) return V2Class::kExt;
  return V2Class::kV2;
}

CreatorV1& creator_of(const Subject& subject) {
  return static_cast<CreatorV1&>(*subject.any_creator);
}

std::string text_of(const char* text) { return text == nullptr ? "(null)" : text; }

}  // namespace

const char* to_string(V2Class level) {
  switch (level) {
    case V2Class::kV2: return "IPluginV2";
    case V2Class::kExt: return "IPluginV2Ext";
    case V2Class::kIOExt: return "IPluginV2IOExt";
    case V2Class::kDynamicExt: return "IPluginV2DynamicExt";
  }
  return "unknown";
}

std::int32_t generation_of(std::int32_t header_version) {
  constexpr std::int32_t kFirstOfTen = 100'000;
  return header_version / (header_version >= kFirstOfTen ? 10'000 : 1'000);
}

V2Plugin::V2Plugin(std::shared_ptr<host::HostState> state, PluginV2* plugin, std::string name)
    : AnyPlugin(std::move(state), std::move(name)), plugin_(plugin), own_class_(class_of(plugin)) {
  const std::int32_t told =
      call("getTensorRTVersion", [&] { return plugin_->getTensorRTVersion(); });
  constexpr std::int32_t kVersionBits = 24;
  version_ = told & ((1 << kVersionBits) - 1);
  tag_ = (told >> kVersionBits) & 0xFF;
  const bool known = tag_ <= static_cast<std::int32_t>(V2Class::kDynamicExt);
  level_ = own_class_.value_or(known ? static_cast<V2Class>(tag_) : V2Class::kV2);
}

V2Plugin::~V2Plugin() {
  call("destroy", [&] { plugin_->destroy(); });
}

std::string V2Plugin::unbuildable() const {
  const std::int32_t built = generation_of(version_);
  if (tag_ == kPythonTag) return "it is written in Python, which no other process can drive";
  if (built != host::PluginHost::generation()) {
    return "it is compiled for TensorRT " + std::to_string(built) + " (CK80)";
  }
  if (own_class_.has_value() || tag_ <= static_cast<std::int32_t>(V2Class::kDynamicExt)) return "";
  return "its class is not known (CK80)";
}

std::unique_ptr<V2Plugin> V2Plugin::clone() const {
  PluginV2* made = call("clone", [&]() -> PluginV2* { return plugin_->clone(); });
  if (made == nullptr || made == plugin_) return nullptr;
  return std::make_unique<V2Plugin>(host_state(), made, "clone of " + name());
}

void V2Plugin::attach(nvinfer1::IGpuAllocator* allocator) const {
  if (level_ == V2Class::kV2) return;
  call("attachToContext", [&] { as<PluginV2Ext>()->attachToContext(nullptr, nullptr, allocator); });
}

void V2Plugin::detach() const {
  if (level_ == V2Class::kV2) return;
  call("detachFromContext", [&] { as<PluginV2Ext>()->detachFromContext(); });
}

std::string V2Plugin::type() const {
  return call("getPluginType", [&] { return text_of(plugin_->getPluginType()); });
}

std::string V2Plugin::version_text() const {
  return call("getPluginVersion", [&] { return text_of(plugin_->getPluginVersion()); });
}

std::string V2Plugin::name_space() const {
  return call("getPluginNamespace", [&] { return text_of(plugin_->getPluginNamespace()); });
}

Result<std::vector<host::FieldValue>> V2Plugin::state() const {
  constexpr auto kGuard = std::byte{0xC7};
  const std::size_t bytes =
      call("getSerializationSize", [&] { return plugin_->getSerializationSize(); });
  if (bytes > kMostBytes) return invalid_argument("getSerializationSize is broken (CK81)");
  std::vector<std::byte> data(bytes + kGuardBytes, kGuard);
  call("serialize", [&] { plugin_->serialize(data.data()); });
  const auto end = data.begin() + static_cast<std::ptrdiff_t>(bytes);
  if (std::any_of(end, data.end(), [&](std::byte byte) { return byte != kGuard; })) {
    return invalid_argument("serialize writes too much (CK81)");
  }
  data.resize(bytes);
  host::FieldValue field;
  field.name = "serialized";
  field.length = static_cast<std::int32_t>(bytes);
  field.data = std::move(data);
  return std::vector<host::FieldValue>{std::move(field)};
}

std::int32_t V2Plugin::output_count() const {
  return call("getNbOutputs", [&] { return plugin_->getNbOutputs(); });
}

TypesAnswer V2Plugin::types(const std::vector<nvinfer1::DataType>& inputs,
                            std::int32_t outputs) const {
  TypesAnswer answer;
  if (level_ == V2Class::kV2) {  // one type for all ports
    answer.types.assign(static_cast<std::size_t>(outputs),
                        inputs.empty() ? nvinfer1::DataType::kFLOAT : inputs.front());
    return answer;
  }
  std::vector<nvinfer1::DataType> in = inputs;
  in.resize(inputs.size() + kPadding, nvinfer1::DataType::kFLOAT);
  for (std::int32_t i = 0; i < outputs; ++i) {
    answer.types.push_back(call("getOutputDataType", [&] {
      return as<PluginV2Ext>()->getOutputDataType(i, in.data(),
                                                  static_cast<std::int32_t>(inputs.size()));
    }));
  }
  return answer;
}

bool V2Plugin::supports(std::int32_t position, const host::Ports& ports) const {
  using Format = nvinfer1::TensorFormat;
  const auto& asked = ports.descs[static_cast<std::size_t>(position)].desc;
  if (level_ == V2Class::kV2 || level_ == V2Class::kExt) {
    // One format for all ports, and for the plain class one type; some are never asked about.
    const auto& first = ports.descs.front().desc;
    if (asked.format != first.format) return false;
    if (level_ == V2Class::kV2 && asked.type != first.type) return false;
    if (asked.format == Format::kCHW4 || asked.format == Format::kCHW16 ||
        asked.format == Format::kCHW32) {
      return false;
    }
    if (asked.type == nvinfer1::DataType::kBOOL || asked.type == nvinfer1::DataType::kUINT8) {
      return false;
    }
    return call("supportsFormat",
                [&] { return plugin_->supportsFormat(asked.type, asked.format); });
  }
  std::vector<nvinfer1::PluginTensorDesc> descs;
  for (const auto& port : ports.descs) descs.push_back(port.desc);
  descs.resize(descs.size() + kPadding);
  return call("supportsFormatCombination", [&] {
    return is_dynamic() ? as<PluginV2DynamicExt>()->supportsFormatCombination(
                              position, descs.data(), ports.inputs, ports.outputs())
                        : as<PluginV2IOExt>()->supportsFormatCombination(
                              position, descs.data(), ports.inputs, ports.outputs());
  });
}

std::unique_ptr<AnyPlugin> make_v2(const Subject& subject,
                                   const nvinfer1::PluginFieldCollection& fields) {
  const std::string who = "creator " + subject.info.name;
  PluginV2* made = nullptr;
  {
    const host::CallMark mark(subject.state->observer(), who.c_str(), "createPlugin");
    made = creator_of(subject).createPlugin("checked", &fields);
  }
  if (made == nullptr) return nullptr;
  return std::make_unique<V2Plugin>(subject.state, made, subject.info.name);
}

std::unique_ptr<V2Plugin> make_v2(const Subject& subject) {
  auto made = subject.make();
  return std::unique_ptr<V2Plugin>(static_cast<V2Plugin*>(made.release()));
}

std::unique_ptr<V2Plugin> make_configured_v2(const Subject& subject) {
  auto plugin = make_v2(subject);
  if (subject.use.reach == Reach::kNegotiated) {
    plugin->configure(subject.ports(subject.use.matching().front()));
  }
  return plugin;
}

std::unique_ptr<V2Plugin> deserialize(const Subject& subject, const void* data, std::size_t bytes) {
  const std::string who = "creator " + subject.info.name;
  PluginV2* made = nullptr;
  {
    const host::CallMark mark(subject.state->observer(), who.c_str(), "deserializePlugin");
    made = creator_of(subject).deserializePlugin("checked", data, bytes);
  }
  if (made == nullptr) return nullptr;
  return std::make_unique<V2Plugin>(subject.state, made, "deserialized " + subject.info.name);
}

const nvinfer1::PluginFieldCollection* v2_field_names(const Subject& subject) {
  return creator_of(subject).getFieldNames();
}

}  // namespace plugsmith::check
