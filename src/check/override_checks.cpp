// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>

#include <set>
#include <typeinfo>

#include "src/check/families.hpp"
#include "src/check/symbol_table.hpp"

// CK47: a getWorkspaceSize with IPluginV2's arguments hides IPluginV3's instead of overriding it.
// The virtual table tells which function is in force, .symtab which others the class has.

namespace plugsmith::check {
namespace {

// Slots of IPluginV3OneBuild in the Itanium C++ ABI, the same in all versions.
constexpr std::size_t kConfigurePlugin = 4;
constexpr std::size_t kGetWorkspaceSize = 9;

/// The plugin's build capability as its binary describes it.
class BuildClass {
 public:
  explicit BuildClass(nvinfer1::IPluginV3OneBuild& build)
      : table_(*reinterpret_cast<void***>(&build)) {
    Dl_info found{};
    if (::dladdr(table_[kConfigurePlugin], &found) == 0) return;
    base_ = static_cast<const char*>(found.dli_fbase);
    symbols_ = function_symbols(found.dli_fname);
    const std::string mark = "::configurePlugin(";
    const std::string configure = name_at(kConfigurePlugin);
    if (const auto end = configure.find(mark); end != std::string::npos) {
      names_.insert(configure.substr(0, end));
    }
    const auto* type = reinterpret_cast<const std::type_info* const*>(table_)[-1];
    if (type != nullptr) names_.insert(demangled(type->name()));
  }

  bool is_stripped() const { return symbols_.empty(); }

  /// Name of the function in a slot, "" if it has none.
  std::string name_at(std::size_t slot) const {
    const auto address = static_cast<std::uint64_t>(static_cast<const char*>(table_[slot]) - base_);
    for (const auto& symbol : symbols_) {
      if (symbol.address != address) continue;
      const std::string name = demangled(symbol.name);
      const std::string thunk = "non-virtual thunk to ";
      return name.rfind(thunk, 0) == 0 ? name.substr(thunk.size()) : name;
    }
    return "";
  }

  /// A function getWorkspaceSize of the class itself, "" if none is to be seen.
  std::string own_workspace_function() const {
    for (const auto& symbol : symbols_) {
      if (symbol.name.find("16getWorkspaceSize") == std::string::npos) continue;
      const std::string name = demangled(symbol.name);
      for (const std::string& class_name : names_) {
        if (name.rfind(class_name + "::getWorkspaceSize(", 0) == 0) return name;
      }
    }
    return "";
  }

 private:
  void** table_;
  const char* base_ = nullptr;
  std::vector<FunctionSymbol> symbols_;
  std::set<std::string> names_;  ///< of the class, and of the base that has configurePlugin
};

void ck47(const Subject& subject, Verdict& verdict) {
  const auto plugin = subject.create();
  if (plugin->build() == nullptr) return verdict.not_run("there is no build capability (CK02)");
  const BuildClass found(*plugin->build());
  if (found.is_stripped()) {
    return verdict.not_run(
        "the library has no .symtab (it is stripped), where a hidden overload shows");
  }
  const std::string in_force = found.name_at(kGetWorkspaceSize);
  if (in_force.empty()) return verdict.not_run("the function in force has no name in .symtab");
  if (in_force.rfind("nvinfer1::", 0) != 0) return;  // the class's own
  const std::string hidden = found.own_workspace_function();
  if (hidden.empty()) {
    return verdict.not_run(
        "the op overrides no getWorkspaceSize; one with other arguments that is defined inside the "
        "class would leave no symbol");
  }
  verdict.broken(hidden +
                     " does not override IPluginV3OneBuild's getWorkspaceSize, which takes "
                     "DynamicPluginTensorDesc: TensorRT calls the default, which returns 0",
                 ".symtab and virtual table of the build capability");
}

}  // namespace

std::span<const Check> override_checks() {
  static constexpr Check kChecks[] = {{"CK47", ck47}};
  return kChecks;
}

}  // namespace plugsmith::check
