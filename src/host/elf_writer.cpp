// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/elf_writer.hpp"

#include <elf.h>

#include <cstring>
#include <map>

// Format: System V ABI, with the symbol versions of the GNU loader (LSB "Symbol Versioning"). No
// section headers: a loader reads segments only.

namespace plugsmith {
namespace {

constexpr std::size_t kPage = 0x1000;
constexpr std::size_t kStubBytes = 32;

/// The string table in the making.
class Strings {
 public:
  Elf64_Word add(const std::string& text) {
    const auto [known, fresh] = at_.emplace(text, static_cast<Elf64_Word>(bytes_.size()));
    if (fresh) bytes_.append(text.c_str(), text.size() + 1);
    return known->second;
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_ = std::string(1, '\0');
  std::map<std::string, Elf64_Word> at_;
};

template <class T>
void append(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

std::size_t round_up(std::size_t value, std::size_t to) { return (value + to - 1) / to * to; }

/// The hash function of DT_HASH and of version names.
Elf64_Word elf_hash(const std::string& name) {
  Elf64_Word hash = 0;
  for (const char c : name) {
    hash = (hash << 4U) + static_cast<unsigned char>(c);
    const Elf64_Word high = hash & 0xF0000000U;
    if (high != 0) hash ^= high >> 24U;
    hash &= ~high;
  }
  return hash;
}

class ImageWriter {
 public:
  explicit ImageWriter(const StandInImage& image) : image_(image) {}

  std::string write() {
    lay_out_names();
    const std::size_t hash_bytes = 4 * (2 + 1 + symbols_);
    hash_ = round_up(sizeof(Elf64_Ehdr) + kSegments * sizeof(Elf64_Phdr), 8);
    symtab_ = round_up(hash_ + hash_bytes, 8);
    versym_ = symtab_ + symbols_ * sizeof(Elf64_Sym);
    verdef_ = round_up(versym_ + symbols_ * sizeof(Elf64_Half), 8);
    strtab_ = verdef_ + verdefs_.size();
    text_ = round_up(strtab_ + strings_.bytes().size(), 16);
    code_end_ = text_ + image_.functions.size() * kStubBytes;
    data_ = round_up(code_end_, kPage);
    dynamic_ = data_ + sizeof(void*);
    std::string bytes;
    add_headers(bytes);
    bytes.resize(hash_);
    add_hash(bytes);
    bytes.resize(symtab_);
    add_symbols(bytes);
    bytes.resize(verdef_);
    bytes += verdefs_ + strings_.bytes();
    bytes.resize(text_);
    for (std::size_t i = 0; i < image_.functions.size(); ++i) add_stub(bytes, i);
    bytes.resize(dynamic_);
    add_dynamic(bytes);
    return bytes;
  }

 private:
  static constexpr std::size_t kSegments = 4;
  static constexpr std::size_t kDynamicEntries = 11;

  void lay_out_names() {
    symbols_ = image_.functions.size() + 2;  // the null one, and the handler
    told_ = strings_.add(image_.told_library);
    soname_ = strings_.add(image_.soname);
    handler_ = strings_.add(kStandInHandler);
    for (const auto& function : image_.functions) strings_.add(function.name);
    // The first definition names the file itself.
    Elf64_Half index = 1;
    add_version(image_.soname.empty() ? "stand-in" : image_.soname, index, VER_FLG_BASE);
    for (const std::string& version : image_.versions) {
      index_of_version_[version] = ++index;
      add_version(version, index, 0);
    }
    // The last one ends the chain.
    Elf64_Verdef last;
    const std::size_t at = verdefs_.size() - sizeof(Elf64_Verdef) - sizeof(Elf64_Verdaux);
    std::memcpy(&last, verdefs_.data() + at, sizeof last);
    last.vd_next = 0;
    std::memcpy(verdefs_.data() + at, &last, sizeof last);
  }

  void add_version(const std::string& name, Elf64_Half index, Elf64_Half flags) {
    Elf64_Verdef definition{};
    definition.vd_version = VER_DEF_CURRENT;
    definition.vd_flags = flags;
    definition.vd_ndx = index;
    definition.vd_cnt = 1;
    definition.vd_hash = elf_hash(name);
    definition.vd_aux = sizeof(Elf64_Verdef);
    definition.vd_next = sizeof(Elf64_Verdef) + sizeof(Elf64_Verdaux);
    append(verdefs_, definition);
    append(verdefs_, Elf64_Verdaux{strings_.add(name), 0});
  }

  void add_headers(std::string& bytes) const {
    Elf64_Ehdr header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_ident[EI_VERSION] = EV_CURRENT;
    header.e_type = ET_DYN;
    header.e_machine = EM_X86_64;
    header.e_version = EV_CURRENT;
    header.e_phoff = sizeof(Elf64_Ehdr);
    header.e_ehsize = sizeof(Elf64_Ehdr);
    header.e_phentsize = sizeof(Elf64_Phdr);
    header.e_phnum = kSegments;
    header.e_shentsize = sizeof(Elf64_Shdr);
    append(bytes, header);
    const std::size_t dynamic_bytes = kDynamicEntries * sizeof(Elf64_Dyn);
    append(bytes, segment(PT_LOAD, PF_R | PF_X, 0, code_end_));
    append(bytes, segment(PT_LOAD, PF_R | PF_W, data_, dynamic_ + dynamic_bytes - data_));
    append(bytes, segment(PT_DYNAMIC, PF_R | PF_W, dynamic_, dynamic_bytes));
    append(bytes, segment(PT_GNU_STACK, PF_R | PF_W, 0, 0));
  }

  static Elf64_Phdr segment(Elf64_Word type, Elf64_Word flags, std::size_t at, std::size_t size) {
    Elf64_Phdr header{};
    header.p_type = type;
    header.p_flags = flags;
    header.p_offset = header.p_vaddr = header.p_paddr = at;
    header.p_filesz = header.p_memsz = size;
    header.p_align = type == PT_LOAD ? kPage : sizeof(void*);
    return header;
  }

  // One bucket: a chain through all symbols. There are hundreds at most.
  void add_hash(std::string& bytes) const {
    append(bytes, Elf64_Word{1});
    append(bytes, static_cast<Elf64_Word>(symbols_));
    append(bytes, Elf64_Word{1});
    append(bytes, Elf64_Word{0});
    for (std::size_t i = 1; i < symbols_; ++i) {
      append(bytes, static_cast<Elf64_Word>(i + 1 < symbols_ ? i + 1 : 0));
    }
  }

  void add_symbols(std::string& bytes) {
    append(bytes, Elf64_Sym{});
    std::string versions;
    append(versions, Elf64_Half{VER_NDX_LOCAL});
    append(bytes, symbol(handler_, STT_OBJECT, data_, sizeof(void*)));
    append(versions, Elf64_Half{VER_NDX_GLOBAL});
    for (std::size_t i = 0; i < image_.functions.size(); ++i) {
      const auto& function = image_.functions[i];
      append(bytes,
             symbol(strings_.add(function.name), STT_FUNC, text_ + i * kStubBytes, kStubBytes));
      const auto found = index_of_version_.find(function.version);
      append(versions,
             found == index_of_version_.end() ? Elf64_Half{VER_NDX_GLOBAL} : found->second);
    }
    bytes += versions;
  }

  static Elf64_Sym symbol(Elf64_Word name, unsigned char type, std::size_t at, std::size_t size) {
    Elf64_Sym made{};
    made.st_name = name;
    made.st_info = ELF64_ST_INFO(STB_GLOBAL, type);
    made.st_shndx = 1;  // any but undefined: there are no sections
    made.st_value = at;
    made.st_size = size;
    return made;
  }

  // lea rdi, [name]; lea rsi, [library]; jmp [handler]
  void add_stub(std::string& bytes, std::size_t index) {
    const std::size_t end = bytes.size() + kStubBytes;
    const auto relative = [&](std::size_t target) {
      append(bytes, static_cast<std::int32_t>(static_cast<std::int64_t>(target) -
                                              static_cast<std::int64_t>(bytes.size() + 4)));
    };
    bytes += "\x48\x8d\x3d";
    relative(strtab_ + strings_.add(image_.functions[index].name));
    bytes += "\x48\x8d\x35";
    relative(strtab_ + told_);
    bytes += "\xff\x25";
    relative(data_);
    bytes.resize(end, '\xcc');
  }

  void add_dynamic(std::string& bytes) const {
    const auto add = [&](Elf64_Sxword tag, std::size_t value) {
      Elf64_Dyn entry{};
      entry.d_tag = tag;
      entry.d_un.d_val = value;
      append(bytes, entry);
    };
    add(DT_HASH, hash_);
    add(DT_SYMTAB, symtab_);
    add(DT_SYMENT, sizeof(Elf64_Sym));
    add(DT_STRTAB, strtab_);
    add(DT_STRSZ, strings_.bytes().size());
    add(DT_VERSYM, versym_);
    add(DT_VERDEF, verdef_);
    add(DT_VERDEFNUM, 1 + image_.versions.size());
    if (!image_.soname.empty()) add(DT_SONAME, soname_);
    bytes.resize(dynamic_ + kDynamicEntries * sizeof(Elf64_Dyn));  // DT_NULL is all zeros
  }

  const StandInImage& image_;
  Strings strings_;
  std::map<std::string, Elf64_Half> index_of_version_;
  std::string verdefs_;
  std::size_t symbols_ = 0;
  Elf64_Word told_ = 0, soname_ = 0, handler_ = 0;
  std::size_t hash_ = 0, symtab_ = 0, versym_ = 0, verdef_ = 0, strtab_ = 0;
  std::size_t text_ = 0, code_end_ = 0, data_ = 0, dynamic_ = 0;
};

}  // namespace

Result<std::string> write_stand_in(const StandInImage& image) {
#if defined(__x86_64__)
  return ImageWriter(image).write();
#else
  return unsupported("a stand-in for " + image.told_library +
                     " can only be made on x86-64; install that library");
#endif
}

}  // namespace plugsmith
