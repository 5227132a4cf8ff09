// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plugsmith/status.hpp"

namespace plugsmith {

/// What an ELF file says about itself, read without loading it.
struct ElfFile {
  std::string path;
  bool is_shared_object = false;
  std::string soname;                 ///< empty: none
  std::vector<std::string> needed;    ///< NEEDED entries, in order
  std::vector<std::string> exported;  ///< functions and objects that other files can use, sorted
  /// What plugsmithAbi would return, read from its code; nothing if it is not exported or not
  /// plain.
  std::optional<std::int32_t> plugsmith_abi;

  bool exports(const std::string& symbol) const;
  /// Exported names of the form init*Plugins, sorted.
  std::vector<std::string> init_functions() const;
};

/// Reads an ELF file of this machine. Invalid argument, with a sentence, when there is no such
/// file, or it is a directory, empty, a text file, truncated, no ELF, or made for another machine.
Result<ElfFile> read_elf(const std::string& path);

/// TensorRT generation that a library was built for: N of its NEEDED libnvinfer.so.N, else what
/// plugsmithAbi says; nothing if neither tells.
std::optional<int> tensorrt_generation(const ElfFile& elf);

}  // namespace plugsmith
