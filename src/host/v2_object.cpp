// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/v2_object.hpp"

#include <algorithm>

#include "src/host/plugin_object_call.hpp"
#include "src/host/resource_context.hpp"
#include "src/trt/trace/call_lines.hpp"

// The IPluginV2 family is deprecated, but TensorRT 10 and 11 still run it.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace plugsmith::host {
namespace {

constexpr std::size_t kMaxBlobBytes = std::size_t{1} << 34;
constexpr std::size_t kGuardBytes = 256;

/// What getTensorRTVersion says: the headers' major version, and which interface (contract W1).
struct VersionTag {
  std::int32_t major = 0, top_byte = 0;
};

VersionTag decode(std::int32_t version) {
  constexpr std::int32_t kFirstOfLongForm = 100000;  // 10.0 is 100000, 8.6.1 is 8601
  const std::int32_t number = version & 0xFFFFFF;
  return {number >= kFirstOfLongForm ? number / 10000 : number / 1000,
          (static_cast<std::int32_t>(static_cast<std::uint32_t>(version) >> 24U))};
}

bool is_of_this_generation(std::int32_t major) {
  const bool shares_the_table = PLUGSMITH_GENERATION == 8 && major == 9;
  return major == PLUGSMITH_GENERATION || shares_the_table;
}

Status check_tag(const std::string& who, const VersionTag& tag) {
  constexpr std::int32_t kPython = 0x43;
  if (!is_of_this_generation(tag.major)) {
    return unsupported(who +
                       ": the plugin's getTensorRTVersion says that it was compiled for "
                       "TensorRT " +
                       std::to_string(tag.major) + ", but this host plays TensorRT " +
                       std::to_string(PLUGSMITH_GENERATION) + ": rebuild it with the headers of " +
                       std::to_string(PLUGSMITH_GENERATION));
  }
  if (tag.top_byte == kPython) {
    return unsupported(who +
                       ": the plugin is an IPluginV2DynamicExt made in Python; the embedded "
                       "host runs plugins written in C++");
  }
  if (tag.top_byte > static_cast<std::int32_t>(V2Class::kDynamicExt)) {
    return unsupported(who + ": the top byte of the plugin's getTensorRTVersion is " +
                       std::to_string(tag.top_byte) +
                       ", which stands for no interface of the IPluginV2 family (0 to 3); do not "
                       "override that method");
  }
  return Status::ok();
}

}  // namespace

const char* to_string(V2Class v2_class) {
  switch (v2_class) {
    case V2Class::kV2: return "IPluginV2";
    case V2Class::kExt: return "IPluginV2Ext";
    case V2Class::kIoExt: return "IPluginV2IOExt";
    case V2Class::kDynamicExt: break;
  }
  return "IPluginV2DynamicExt";
}

V2Object::V2Object(std::shared_ptr<HostState> state, nvinfer1::IPluginV2* plugin, std::string who,
                   V2Class v2_class)
    : PluginObject(std::move(state), std::move(who)), plugin_(plugin), class_(v2_class) {}

Result<std::unique_ptr<V2Object>> V2Object::make(std::shared_ptr<HostState> state,
                                                 nvinfer1::IPluginV2* plugin, std::string who,
                                                 const V2Reference& reference) {
  std::int32_t version = 0;
  const Status asked = guarded(state->observer(), "a new plugin", "getTensorRTVersion",
                               [&] { version = plugin->getTensorRTVersion(); });
  const VersionTag tag = decode(version);
  const Status known = asked.is_ok() ? check_tag(who, tag) : asked;
  if (!known.is_ok()) {
    // destroy() has the same slot in all generations.
    PLUGSMITH_RETURN_IF_ERROR(
        guarded(state->observer(), "a new plugin", "destroy", [&] { plugin->destroy(); }));
    return known;
  }
  return wrap(std::move(state), plugin, std::move(who), static_cast<V2Class>(tag.top_byte),
              reference);
}

std::unique_ptr<V2Object> V2Object::wrap(std::shared_ptr<HostState> state,
                                         nvinfer1::IPluginV2* plugin, std::string who,
                                         V2Class v2_class, const V2Reference& reference) {
  std::unique_ptr<V2Object> object;
  if (v2_class == V2Class::kDynamicExt) {
    object = std::make_unique<V2DynamicObject>(std::move(state), plugin, std::move(who));
  } else {
    object = std::make_unique<V2StaticObject>(std::move(state), plugin, std::move(who), v2_class);
  }
  object->reference_ = reference;
  return object;
}

V2Object::~V2Object() {
  Status ended = Status::ok();
  const auto end = [&](const char* method, auto&& body) {
    trace(method);
    const Status status = call(method, body);
    if (ended.is_ok()) ended = status;
  };
  if (attached_) end("detachFromContext", [&] { ext().detachFromContext(); });
  if (initialized_) end("terminate", [&] { plugin_->terminate(); });
  end("destroy", [&] { plugin_->destroy(); });
  if (!ended.is_ok()) state()->logger.note(nvinfer1::ILogger::Severity::kERROR, ended.message());
}

Result<PluginTriple> V2Object::triple() {
  const char *type = nullptr, *version = nullptr, *name_space = nullptr;
  PLUGSMITH_RETURN_IF_ERROR(call("getPluginType", [&] { type = plugin_->getPluginType(); }));
  PLUGSMITH_RETURN_IF_ERROR(
      call("getPluginVersion", [&] { version = plugin_->getPluginVersion(); }));
  PLUGSMITH_RETURN_IF_ERROR(
      call("getPluginNamespace", [&] { name_space = plugin_->getPluginNamespace(); }));
  if (type == nullptr) return broken("getPluginType returned null; must be the creator's name");
  if (version == nullptr)
    return broken("getPluginVersion returned null; must be the creator's version");
  if (name_space == nullptr) {
    return broken("getPluginNamespace returned null; must be the creator's namespace");
  }
  return PluginTriple{type, version, name_space};
}

Status V2Object::ask_type() {
  const char* type = nullptr;
  PLUGSMITH_RETURN_IF_ERROR(call("getPluginType", [&] { type = plugin_->getPluginType(); }));
  if (type != nullptr) return Status::ok();
  return broken("getPluginType returned null; must be the creator's name");
}

Result<std::unique_ptr<V2Object>> V2Object::clone() {
  nvinfer1::IPluginV2* made = nullptr;
  PLUGSMITH_RETURN_IF_ERROR(call("clone", [&] { made = plugin_->clone(); }));
  if (made == nullptr) {
    trace("clone -> null");
    return broken("clone returned null; must return a copy of the plugin");
  }
  if (made == plugin_) {
    return broken("clone returned the object itself; must return a new one");
  }
  auto object = wrap(state(), made, who(), class_, reference_);
  trace("clone -> " + object->name());
  return object;
}

Result<std::unique_ptr<V2Object>> V2Object::enter_network() {
  const auto count = output_count();
  if (!count.is_ok()) return count.status();
  auto cloned = clone();
  if (cloned.is_ok()) PLUGSMITH_RETURN_IF_ERROR(ask_type());
  return cloned;
}

Result<std::int32_t> V2Object::output_count() {
  std::int32_t count = 0;
  PLUGSMITH_RETURN_IF_ERROR(call("getNbOutputs", [&] { count = plugin_->getNbOutputs(); }));
  PLUGSMITH_RETURN_IF_ERROR(check_output_count(count));
  if (count == 0) return broken("getNbOutputs returned 0; must be at least 1");
  return count;
}

Result<std::vector<nvinfer1::DataType>> V2Object::output_types(
    const std::vector<nvinfer1::DataType>& inputs, std::int32_t outputs) {
  const nvinfer1::DataType first = inputs.empty() ? nvinfer1::DataType::kFLOAT : inputs[0];
  std::vector<nvinfer1::DataType> types(static_cast<std::size_t>(outputs), first);
  if (class_ == V2Class::kV2) return types;  // one type for all
  for (std::int32_t i = 0; i < outputs; ++i) {
    nvinfer1::DataType& type = types[static_cast<std::size_t>(i)];
    // A plugin without inputs is told float, as in IPluginV3.
    const nvinfer1::DataType* in = inputs.empty() ? &first : inputs.data();
    const auto count = static_cast<std::int32_t>(inputs.size());
    PLUGSMITH_RETURN_IF_ERROR(
        call("getOutputDataType", [&] { type = ext().getOutputDataType(i, in, count); }));
    if (tracing()) trace(trace::data_type_line(i, {in, count}, type));
    PLUGSMITH_RETURN_IF_ERROR(check_type("getOutputDataType", static_cast<std::size_t>(i), type));
  }
  return types;
}

Status V2Object::initialize() {
  std::int32_t code = 0;
  PLUGSMITH_RETURN_IF_ERROR(call("initialize", [&] { code = plugin_->initialize(); }));
  trace("initialize" + trace::failure(code));
  if (code != 0) return non_zero("initialize", code);
  initialized_ = true;
  return Status::ok();
}

Result<std::vector<std::byte>> V2Object::serialize(std::byte poison) {
  std::size_t size = 0;
  PLUGSMITH_RETURN_IF_ERROR(
      call("getSerializationSize", [&] { size = plugin_->getSerializationSize(); }));
  trace("getSerializationSize -> " + std::to_string(size));
  if (size > kMaxBlobBytes) {
    return broken("getSerializationSize returned " + std::to_string(size) +
                  "; must be the number of bytes that serialize writes");
  }
  std::vector<std::byte> buffer(kGuardBytes + size + kGuardBytes, poison);
  const auto begin = buffer.begin() + static_cast<std::ptrdiff_t>(kGuardBytes);
  const auto end = begin + static_cast<std::ptrdiff_t>(size);
  trace("serialize");
  PLUGSMITH_RETURN_IF_ERROR(call("serialize", [&] { plugin_->serialize(&*begin); }));
  const auto untouched = [poison](std::byte byte) { return byte == poison; };
  if (!std::all_of(buffer.begin(), begin, untouched) ||
      !std::all_of(end, buffer.end(), untouched)) {
    return broken("serialize wrote outside the " + std::to_string(size) +
                  " bytes that getSerializationSize announces; make both agree");
  }
  return std::vector<std::byte>(begin, end);
}

Status V2Object::attach(ContextResources& resources) {
  if (class_ == V2Class::kV2) return Status::ok();
  trace("attachToContext cudnn null cublas null allocator set");
  PLUGSMITH_RETURN_IF_ERROR(call(
      "attachToContext", [&] { ext().attachToContext(nullptr, nullptr, &resources.allocator); }));
  attached_ = true;
  return Status::ok();
}

Status V2Object::end_timing() {
  if (attached_) {
    trace("detachFromContext");
    PLUGSMITH_RETURN_IF_ERROR(call("detachFromContext", [&] { ext().detachFromContext(); }));
  }
  trace("terminate");
  initialized_ = false;
  return call("terminate", [&] { plugin_->terminate(); });
}

Result<std::unique_ptr<PluginObject>> V2Object::make_context_object(ContextResources& resources) {
  auto cloned = clone();
  if (!cloned.is_ok()) return cloned.status();
  PLUGSMITH_RETURN_IF_ERROR(cloned.value()->attach(resources));
  return std::unique_ptr<PluginObject>(std::move(cloned).value());
}

Status V2Object::expect_reference() {
  return call("plugsmithExpectReference", [&] { reference_.expect(plugin_); });
}

std::int32_t V2Object::call_reference(const RuntimePorts& ports, const EnqueueBuffers& buffers,
                                      MessageBuffer message) {
  return reference_.reference(plugin_, ports.in(), ports.out(), buffers.inputs.data(),
                              buffers.outputs.data(), message.text, message.bytes);
}

}  // namespace plugsmith::host
