// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/rule_tables.hpp"

// Interfaces, registry, libraries, fields, creation, clones, outputs.

namespace plugsmith::check {
namespace {

constexpr Rule kRules[] = {
    {"CK01", Severity::kError, Meaning::kWrong, Tier::kHost, false, "A1 A2 A3",
     "interface kind, major, minor of plugin, every capability and the creator are the expected "
     "ones; language is C++",
     "Derive from the nvinfer1:: aliases of the interface classes and override neither "
     "getInterfaceInfo nor getAPILanguage"},
    {"CK02", Severity::kError, Meaning::kCrash, Tier::kHost, true, "A6 A8",
     "getCapabilityInterface: three non-null in kBUILD, two in kRUNTIME; unknown type gives null, "
     "no abort",
     "Return static_cast<IPluginV3OneCore*>(this), ...Build*, ...Runtime* for the three types and "
     "nullptr for every other type"},
    {"CK03", Severity::kError, Meaning::kCrash, Tier::kHost, false, "A5 A7",
     "capability pointers stable over calls and before/after configure; vtable of returned pointer "
     "matches its kind (call a harmless getter through it)",
     "Convert this with static_cast to the concrete capability class, and return the same pointer "
     "every time"},
    {"CK04", Severity::kError, Meaning::kWrong, Tier::kHost, false, "B1 B2 A11",
     "plugin/creator name, version, namespace: non-null, at most 1023 chars, equal to each other, "
     "stable",
     "Return the same non-null string constants, at most 1023 characters, from creator and plugin"},
    {"CK05", Severity::kError, Meaning::kWrong, Tier::kHost, false, "C1 C2",
     "registration under the creator's own namespace then lookup finds the same object",
     "Register with the namespace that getPluginNamespace returns, and do not register twice"},
    {"CK06", Severity::kError, Meaning::kWrong, Tier::kHost, false, "C1 C7",
     "registering again returns false; deregister works; re-register works",
     "Keep one creator object with constant name, version and namespace"},
    {"CK07", Severity::kError, Meaning::kWrong, Tier::kHost, false, "C2 D8",
     "namespace passed other than creator's namespace is flagged",
     "Register under the creator's own namespace; REGISTER_TENSORRT_PLUGIN always uses the empty "
     "one"},
    {"CK08", Severity::kError, Meaning::kWrong, Tier::kHost, false, "D1",
     "library exports the symbols for its major version, C linkage, visible",
     "Export extern \"C\" getCreators and setLoggerFinder with default visibility"},
    {"CK09", Severity::kError, Meaning::kWrong, Tier::kHost, false, "D2 D3",
     "load: setLoggerFinder before getCreators; count > 0; no null, no empty names; second "
     "getCreators call returns identical pointers",
     "Return the same array of non-null, named creators with static storage on every call of "
     "getCreators"},
    {"CK10", Severity::kError, Meaning::kCrash, Tier::kHost, false, "D5",
     "library that self-registers and also exports the same triple",
     "Choose one way: register the creator while the library loads, or list it in getCreators"},
    {"CK11", Severity::kError, Meaning::kCrash, Tier::kHost, false, "D6",
     "unload: after deregisterLibrary + dlclose no creator of that library remains in the registry",
     "Do not register creators in static initialisers of a library that is unloaded, or deregister "
     "them"},
    {"CK12", Severity::kWarning, Meaning::kCrash, Tier::kHost, true, "D7",
     "findLogger returning null is survived",
     "Test the pointer that findLogger returns before using it"},
    {"CK13", Severity::kWarning, Meaning::kAdvice, Tier::kHost, false, "B3 B4 E3",
     "getFieldNames: fields array non-null, names non-null and unique, types in range for the "
     "version, data null",
     "Give each advertised field a unique name, a type of PluginFieldType and null data"},
    {"CK14", Severity::kError, Meaning::kCrash, Tier::kHost, true, "B5 B6 N8",
     "createPlugin with empty collection: returns plugin with defaults or null; no crash",
     "Give every attribute a default, or return nullptr when one that is needed is missing"},
    {"CK15", Severity::kError, Meaning::kWrong, Tier::kHost, true, "B6",
     "createPlugin with each field missing in turn, in reversed order, and with extra unknown "
     "fields",
     "Look fields up by name in any order, ignore unknown ones, and return nullptr for what is "
     "missing"},
    {"CK16", Severity::kError, Meaning::kWrong, Tier::kHost, true, "B5 B6",
     "createPlugin with wrong type, wrong length, null data, out-of-range values gives null, not a "
     "live object",
     "Check type, length, data and range of each field and return nullptr for what does not fit"},
    {"CK17", Severity::kError, Meaning::kCrash, Tier::kHost, true, "B8 N10",
     "field memory freed/poisoned after createPlugin: plugin still serializes the right values",
     "Copy the fields' data in createPlugin; the memory is the caller's and dies after the call"},
    {"CK18", Severity::kError, Meaning::kCrash, Tier::kHost, false, "B7 E7",
     "kRUNTIME creation from getFieldsToSerialize works and re-serializes identically (byte "
     "compare)",
     "Let createPlugin(kRUNTIME) take exactly what getFieldsToSerialize gives, and restore every "
     "member from it"},
    {"CK19", Severity::kError, Meaning::kCrash, Tier::kHost, true, "E2 E4",
     "getFieldsToSerialize: valid after return, repeatable, lengths/types consistent; fields of a "
     "clone do not alias the original's memory (delete original, read again, under ASan)",
     "Keep collection, array and data as members, and point the copy's fields at the copy's own "
     "members"},
    {"CK20", Severity::kError, Meaning::kWrong, Tier::kShim, false, "E5 G27",
     "kRUNTIME plugin without ever calling configurePlugin: onShapeChange + enqueue do not read "
     "unset build state (compare with build-path plugin)",
     "Serialize what configurePlugin decided, or compute it in onShapeChange"},
    {"CK21", Severity::kError, Meaning::kCrash, Tier::kHost, false, "A9 K22",
     "clone: independent, same names, same outputs, same serialized fields, same capabilities; "
     "delete order both ways",
     "Copy every member in clone; share nothing that the original's destructor frees"},
    {"CK22", Severity::kWarning, Meaning::kAdvice, Tier::kShim, false, "K23 M7",
     "clone/attachToContext/createPlugin: no device allocation counted by the shim",
     "Share device memory by reference counting instead of allocating it in clone"},
    {"CK23", Severity::kError, Meaning::kCrash, Tier::kHost, true, "B5 K19 K22 M2",
     "allocation failure injected (operator new throws) in clone, createPlugin, attachToContext "
     "gives null, no terminate",
     "Catch std::bad_alloc inside the method and return nullptr"},
    {"CK24", Severity::kError, Meaning::kCrash, Tier::kHost, false, "M2",
     "exception thrown from inside any method caught by a subprocess harness (terminate detected)",
     "Catch every exception inside the method and return its failure value"},
    {"CK25", Severity::kError, Meaning::kCrash, Tier::kHost, false, "G1",
     "getNbOutputs > 0, constant over life and clones",
     "Return a positive number of outputs that depends on nothing but the attributes"},
    {"CK26", Severity::kError, Meaning::kWrong, Tier::kHost, false, "G2 G5 G7 F5",
     "getOutputDataTypes writes every entry (pre-poisoned with -1), legal for version, not "
     "BOOL/UINT8/E8M0, deterministic",
     "Write one legal type for each output, from the arguments alone"},
    {"CK27", Severity::kWarning, Meaning::kAdvice, Tier::kHost, false, "G3",
     "no-input plugin returns kFLOAT",
     "Return kFLOAT from getOutputDataTypes of a plugin that has no inputs"},
};

}  // namespace

std::span<const Rule> creation_rules() { return kRules; }

}  // namespace plugsmith::check
