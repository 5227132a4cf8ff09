// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/symbol_table.hpp"

#include <cxxabi.h>
#include <elf.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>

namespace plugsmith::check {
namespace {

template <class T>
std::optional<T> read_at(const std::string& file, std::uint64_t offset) {
  T value{};
  if (offset > file.size() || file.size() - offset < sizeof(T)) return std::nullopt;
  std::memcpy(&value, file.data() + offset, sizeof(T));
  return value;
}

std::string text_at(const std::string& file, const Elf64_Shdr& strings, std::uint64_t offset) {
  const std::uint64_t start = strings.sh_offset + offset;
  if (offset >= strings.sh_size || start >= file.size()) return "";
  const std::size_t end = file.find('\0', start);
  return end == std::string::npos ? "" : file.substr(start, end - start);
}

void take_functions(const std::string& file, const Elf64_Shdr& table, const Elf64_Shdr& strings,
                    std::vector<FunctionSymbol>& functions) {
  for (std::uint64_t at = 0; at + sizeof(Elf64_Sym) <= table.sh_size; at += sizeof(Elf64_Sym)) {
    const auto symbol = read_at<Elf64_Sym>(file, table.sh_offset + at);
    if (!symbol) return;
    if (ELF64_ST_TYPE(symbol->st_info) != STT_FUNC || symbol->st_shndx == SHN_UNDEF) continue;
    functions.push_back({symbol->st_value, text_at(file, strings, symbol->st_name)});
  }
}

}  // namespace

std::vector<FunctionSymbol> function_symbols(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  const std::string file((std::istreambuf_iterator<char>(stream)), {});
  std::vector<FunctionSymbol> functions;
  const auto header = read_at<Elf64_Ehdr>(file, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
      header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_shentsize != sizeof(Elf64_Shdr)) {
    return functions;
  }
  const auto section = [&](std::uint64_t index) {
    return read_at<Elf64_Shdr>(file, header->e_shoff + index * sizeof(Elf64_Shdr));
  };
  for (std::uint64_t i = 0; i < header->e_shnum; ++i) {
    const auto table = section(i);
    if (!table || table->sh_type != SHT_SYMTAB) continue;
    const auto strings = section(table->sh_link);
    if (strings) take_functions(file, *table, *strings, functions);
  }
  return functions;
}

std::string demangled(const std::string& name) {
  int status = 0;
  char* text = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  std::string result = status == 0 ? text : name;
  std::free(text);  // NOLINT: __cxa_demangle hands out malloc'ed memory
  return result;
}

}  // namespace plugsmith::check
