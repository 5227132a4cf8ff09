// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/elf_imports.hpp"

#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <memory>
#include <string_view>

namespace plugsmith {
namespace {

constexpr std::string_view kCudart = "libcudart.so.";

using ElfHandle = std::unique_ptr<Elf, int (*)(Elf*)>;

/// The sections of a file that tell of its imports.
class Reader {
 public:
  Reader(Elf* elf, ElfImports& imports) : elf_(elf), imports_(imports) {}

  void read() {
    each([&](Elf_Scn* section, const GElf_Shdr& header) {
      if (header.sh_type == SHT_GNU_verneed) read_versions(section, header);
      if (header.sh_type == SHT_GNU_versym) version_of_symbol_ = elf_getdata(section, nullptr);
    });
    each([&](Elf_Scn* section, const GElf_Shdr& header) {
      if (header.sh_type == SHT_DYNAMIC) read_needed(section, header);
      if (header.sh_type == SHT_DYNSYM) read_symbols(section, header);
      if (header.sh_type == SHT_PROGBITS) look_for_cuda(section, header);
    });
  }

 private:
  template <class Visit>
  void each(Visit&& visit) {
    for (Elf_Scn* section = elf_nextscn(elf_, nullptr); section != nullptr;
         section = elf_nextscn(elf_, section)) {
      GElf_Shdr header;
      if (gelf_getshdr(section, &header) != nullptr) visit(section, header);
    }
  }

  std::string text(std::size_t table, std::uint64_t offset) const {
    const char* found = elf_strptr(elf_, table, static_cast<std::size_t>(offset));
    return found == nullptr ? "" : found;
  }

  void read_needed(Elf_Scn* section, const GElf_Shdr& header) {
    Elf_Data* data = elf_getdata(section, nullptr);
    GElf_Dyn entry;
    for (int i = 0; data != nullptr && gelf_getdyn(data, i, &entry) != nullptr; ++i) {
      if (entry.d_tag == DT_NEEDED) {
        imports_.needed.push_back(text(header.sh_link, entry.d_un.d_val));
      }
    }
  }

  void read_versions(Elf_Scn* section, const GElf_Shdr& header) {
    Elf_Data* data = elf_getdata(section, nullptr);
    GElf_Verneed file;
    for (int at = 0; data != nullptr && gelf_getverneed(data, at, &file) != nullptr;) {
      const std::string library = text(header.sh_link, file.vn_file);
      int at_version = at + static_cast<int>(file.vn_aux);
      GElf_Vernaux version;
      for (int i = 0; i < file.vn_cnt && gelf_getvernaux(data, at_version, &version) != nullptr;
           ++i) {
        const std::string name = text(header.sh_link, version.vna_name);
        imports_.versions[library].insert(name);
        by_index_[version.vna_other] = {library, name};
        at_version += static_cast<int>(version.vna_next);
      }
      if (file.vn_next == 0) break;
      at += static_cast<int>(file.vn_next);
    }
  }

  void read_symbols(Elf_Scn* section, const GElf_Shdr& header) {
    Elf_Data* data = elf_getdata(section, nullptr);
    GElf_Sym symbol;
    for (int i = 1; data != nullptr && gelf_getsym(data, i, &symbol) != nullptr; ++i) {
      if (symbol.st_shndx != SHN_UNDEF || GELF_ST_BIND(symbol.st_info) == STB_LOCAL) continue;
      ImportedSymbol imported;
      imported.name = text(header.sh_link, symbol.st_name);
      imported.weak = GELF_ST_BIND(symbol.st_info) == STB_WEAK;
      GElf_Versym index = 0;
      if (version_of_symbol_ != nullptr &&
          gelf_getversym(version_of_symbol_, i, &index) != nullptr) {
        const auto found = by_index_.find(index);
        if (found != by_index_.end()) {
          imported.library = found->second.library;
          imported.version = found->second.name;
        }
      }
      if (!imported.name.empty()) imports_.symbols.push_back(std::move(imported));
    }
  }

  void look_for_cuda(Elf_Scn* section, const GElf_Shdr& header) {
    std::size_t names = 0;
    if (elf_getshdrstrndx(elf_, &names) != 0) return;
    const std::string name = text(names, header.sh_name);
    if (name == ".nv_fatbin") imports_.has_device_code = true;
    if (name != ".rodata") return;
    const Elf_Data* data = elf_getdata(section, nullptr);
    if (data == nullptr || data->d_buf == nullptr) return;
    const std::string_view bytes(static_cast<const char*>(data->d_buf), data->d_size);
    imports_.names_cuda_driver = bytes.find("libcuda.so.1") != std::string_view::npos;
  }

  struct Version {
    std::string library, name;
  };
  Elf* elf_;
  ElfImports& imports_;
  Elf_Data* version_of_symbol_ = nullptr;
  std::map<int, Version> by_index_;
};

bool is_cuda_runtime_name(const std::string& name) {
  if (name.rfind("__cuda", 0) == 0) return true;
  constexpr std::size_t kPrefix = 4;
  return name.rfind("cuda", 0) == 0 && name.size() > kPrefix &&
         std::isupper(static_cast<unsigned char>(name[kPrefix])) != 0;
}

}  // namespace

Result<ElfImports> read_imports(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    return invalid_argument(path + ": cannot be opened: " + std::strerror(errno));
  }
  ElfImports imports;
  elf_version(EV_CURRENT);
  bool is_elf = false;
  {
    const ElfHandle elf(elf_begin(descriptor, ELF_C_READ_MMAP, nullptr), &elf_end);
    is_elf = elf != nullptr && elf_kind(elf.get()) == ELF_K_ELF;
    if (is_elf) Reader(elf.get(), imports).read();
  }
  ::close(descriptor);
  if (!is_elf) return invalid_argument(path + ": is not an ELF file");
  return imports;
}

std::string cudart_needed(const ElfImports& imports) {
  for (const std::string& needed : imports.needed) {
    if (needed.compare(0, kCudart.size(), kCudart) != 0) continue;
    const std::string version = needed.substr(kCudart.size());
    return version.substr(0, version.find('.'));
  }
  return "";
}

CudaRuntimeUse cuda_runtime_use(const ElfImports& imports) {
  const bool calls =
      std::any_of(imports.symbols.begin(), imports.symbols.end(),
                  [](const ImportedSymbol& symbol) { return is_cuda_runtime_name(symbol.name); });
  if (calls || !cudart_needed(imports).empty()) return CudaRuntimeUse::kShared;
  const bool linked_in = imports.has_device_code || imports.names_cuda_driver;
  return linked_in ? CudaRuntimeUse::kStatic : CudaRuntimeUse::kNone;
}

}  // namespace plugsmith
