// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "plugsmith/status.hpp"

namespace plugsmith {

/// A symbol that a file uses and does not define.
struct ImportedSymbol {
  std::string name;
  std::string version;  ///< empty: any
  std::string library;  ///< the NEEDED entry that must have this version; empty: none is named
  bool weak = false;    ///< may stay undefined
};

/// What an ELF file wants of others, read without loading it.
struct ElfImports {
  std::vector<std::string> needed;
  std::vector<ImportedSymbol> symbols;
  std::map<std::string, std::set<std::string>> versions;  ///< that each NEEDED entry must define
  bool has_device_code = false;    ///< code for CUDA devices, as nvcc embeds it
  bool names_cuda_driver = false;  ///< holds the driver's file name, as a static CUDA runtime does
};

/// Errors as read_elf's, which tells more about a file that is no library.
Result<ElfImports> read_imports(const std::string& path);

/// How a library comes to its CUDA runtime.
enum class CudaRuntimeUse {
  kNone,    ///< it has none
  kShared,  ///< from libcudart.so
  kStatic,  ///< it is linked in
};
CudaRuntimeUse cuda_runtime_use(const ElfImports& imports);

/// "13" of "libcudart.so.13", its first number; empty where no libcudart is needed.
std::string cudart_needed(const ElfImports& imports);

}  // namespace plugsmith
