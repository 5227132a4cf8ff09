// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace plugsmith::check {

/// A function in an ELF file's .symtab: also those that the file does not export.
struct FunctionSymbol {
  std::uint64_t address = 0;  ///< relative to where the file is loaded
  std::string name;           ///< mangled
};

/// The functions of .symtab; empty where the file is stripped, or no ELF file of this machine.
std::vector<FunctionSymbol> function_symbols(const std::string& path);

/// "ns::Class::method(int)"; the name itself where it is not mangled.
std::string demangled(const std::string& name);

}  // namespace plugsmith::check
