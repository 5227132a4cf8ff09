// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/explanation.hpp"

// CK01 to CK27: libraries, creators, fields, clones, outputs.

namespace plugsmith::check {
namespace {

constexpr char kCapabilities[] =
    R"(IPluginCapability* getCapabilityInterface(PluginCapabilityType type) noexcept override {
  switch (type) {
    case PluginCapabilityType::kCORE: return static_cast<IPluginV3OneCore*>(this);
    case PluginCapabilityType::kBUILD: return static_cast<IPluginV3OneBuild*>(this);
    case PluginCapabilityType::kRUNTIME: return static_cast<IPluginV3OneRuntime*>(this);
    default: return nullptr;
  }
})";

constexpr char kClone[] = R"(IPluginV3* clone() noexcept override {
  return new (std::nothrow) Plugin(*this);  // and its members copy what they own
})";

constexpr char kCreate[] =
    R"(IPluginV3* createPlugin(char const* name, PluginFieldCollection const* fc,
                        TensorRTPhase phase) noexcept override {
  float scale = 1.0F;
  for (int32_t i = 0; i < fc->nbFields; ++i) {
    PluginField const& field = fc->fields[i];
    if (field.name == nullptr || std::strcmp(field.name, "scale") != 0) continue;
    if (field.type != PluginFieldType::kFLOAT32 || field.length != 1 || field.data == nullptr) {
      return nullptr;
    }
    scale = *static_cast<float const*>(field.data);  // copied
  }
  return scale > 0 ? new (std::nothrow) Plugin(scale) : nullptr;
})";

constexpr char kSerialize[] =
    R"(// Members: fields_, collection_ and scale_ live as long as the plugin.
PluginFieldCollection const* getFieldsToSerialize() noexcept override {
  field_ = {"scale", &scale_, PluginFieldType::kFLOAT32, 1};
  collection_ = {1, &field_};
  return &collection_;
})";

constexpr char kExports[] =
    R"(extern "C" TENSORRTAPI IPluginCreatorInterface* const* getCreators(int32_t& count) {
  static Creator creator;
  static IPluginCreatorInterface* const list[] = {&creator};
  count = 1;
  return list;
}
extern "C" TENSORRTAPI void setLoggerFinder(ILoggerFinder* finder) { loggers = finder; })";

constexpr Explanation kExplanations[] = {
    {"CK01",
     "TensorRT picks the virtual table by these strings and numbers; an unknown kind is refused, a "
     "wrong version is called through a table of another layout",
     R"(class Plugin : public nvinfer1::IPluginV3,
               public nvinfer1::IPluginV3OneCore,
               public nvinfer1::IPluginV3OneBuild,
               public nvinfer1::IPluginV3OneRuntime { /* getInterfaceInfo is inherited */ };)"},
    {"CK02",
     "TensorRT 10.6 calls through the pointer without a test: a null one ends the process in "
     "addPluginV3",
     kCapabilities},
    {"CK03",
     "a pointer that was cast with reinterpret_cast, or changes, makes TensorRT call other methods "
     "than it means",
     kCapabilities},
    {"CK04",
     "a plan stores the three strings and looks the creator up by them; where they differ the plan "
     "does not load",
     R"(char const* getPluginName() const noexcept override { return kName; }      // one constant in
char const* getPluginVersion() const noexcept override { return "1"; }     // creator and plugin
char const* getPluginNamespace() const noexcept override { return kNamespace; })"},
    {"CK05",
     "a creator that is registered under another namespace than its own is found under neither",
     R"(registry.registerCreator(creator, creator.getPluginNamespace());)"},
    {"CK06",
     "the registry compares objects and names; a creator whose names change cannot be removed "
     "again",
     R"(static Creator creator;  // one object, constant strings)"},
    {"CK07",
     "registration succeeds all the same, and every look-up fails later, far from the cause",
     R"(char const* getPluginNamespace() const noexcept override { return ""; }
...
REGISTER_TENSORRT_PLUGIN(Creator);  // always registers under "")"},
    {"CK08", "loadLibrary and trtexec --dynamicPlugins refuse a library without both symbols",
     kExports},
    {"CK09",
     "deregisterLibrary asks for the creators again: other pointers stay registered after the "
     "library is gone",
     kExports},
    {"CK10",
     "loadLibrary fails on the second registration, closes the library, and leaves the first "
     "pointing into unmapped memory",
     R"(// Either this, for programs that dlopen the library themselves:
REGISTER_TENSORRT_PLUGIN(Creator);
// or getCreators, for loadLibrary. Not both.)"},
    {"CK11", "the registry keeps the bare pointer; the next look-up reads unmapped memory",
     R"(IPluginRegistry::PluginLibraryHandle handle = registry.loadLibrary("libops.so");
registry.deregisterLibrary(handle);  // deregisters what getCreators lists, then closes)"},
    {"CK12",
     "findLogger gave null during loadLibrary of TensorRT 10.15; a plugin that logs there crashes",
     R"(if (ILogger* logger = finder->findLogger()) logger->log(ILogger::Severity::kINFO, text);)"},
    {"CK13",
     "the ONNX parser reads the list to know which attributes to hand over; a wrong entry is read "
     "as another type",
     R"(static PluginField const fields[] = {{"scale", nullptr, PluginFieldType::kFLOAT32, 1}};
static PluginFieldCollection const collection{1, fields};
return &collection;)"},
    {"CK14", "the parser leaves out every attribute that the node lacks, so that this call happens",
     kCreate},
    {"CK15", "fields come in the order of the caller, and any of them may be missing", kCreate},
    {"CK16",
     "a value that is read as another type, or beyond its length, gives a plugin with garbage in "
     "it and no message",
     kCreate},
    {"CK17",
     "the memory belongs to the caller and is gone after the call; the parser frees it at once",
     kCreate},
    {"CK18",
     "a plan that was built cannot be loaded: 10.6 ends the process on a null from "
     "createPlugin(kRUNTIME)",
     kSerialize},
    {"CK19",
     "TensorRT reads the fields after the call returned; pointers to locals, or into a deleted "
     "original, give a corrupt plan",
     kSerialize},
    {"CK20",
     "a plan that is loaded in another process never gets configurePlugin; what it would have set "
     "is garbage there",
     R"(// What enqueue needs and configurePlugin decides is serialized.
fields_ = {{"scale", &scale_, PluginFieldType::kFLOAT32, 1},
           {"tile", &tile_, PluginFieldType::kINT32, 1}};)"},
    {"CK21", "TensorRT works on clones alone; 10.6 ends the process on a null one", kClone},
    {"CK22",
     "builders clone many times and for many threads; device memory in each copy is paid each time",
     R"(Plugin(Plugin const& other) : scale_(other.scale_) {}  // device memory: in attachToContext)"},
    {"CK23", "an exception that leaves a noexcept method ends the process with std::terminate",
     kClone},
    {"CK24", "the methods are noexcept: an exception that leaves one ends the process",
     R"(int32_t onShapeChange(...) noexcept override {
  try {
    plan_.update(shape);
    return 0;
  } catch (std::exception const& error) {
    log(error.what());
    return 1;
  }
})"},
    {"CK25", "zero outputs end the process in 10.6; a count that changes overruns arrays",
     R"(int32_t getNbOutputs() const noexcept override { return 1; })"},
    {"CK26", "an entry that is not written is whatever was in memory; BOOL and UINT8 are refused",
     R"(int32_t getOutputDataTypes(DataType* types, int32_t count, DataType const* in,
                           int32_t) const noexcept override {
  for (int32_t i = 0; i < count; ++i) types[i] = in[0];
  return 0;
})"},
    {"CK27",
     "without inputs nothing else says the type; TensorRT expects float there (10.6 builds such a "
     "layer, but cannot load its plan)",
     R"(types[0] = DataType::kFLOAT;  // nbInputs is 0)"},
};

}  // namespace

std::span<const Explanation> creation_explanations() { return kExplanations; }

}  // namespace plugsmith::check
