// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/elf_file.hpp"

#include <fcntl.h>
#include <gelf.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <memory>

namespace plugsmith {
namespace {

#if defined(__x86_64__)
constexpr std::uint16_t kThisMachine = EM_X86_64;
constexpr char kThisMachineName[] = "x86-64";
#elif defined(__aarch64__)
constexpr std::uint16_t kThisMachine = EM_AARCH64;
constexpr char kThisMachineName[] = "AArch64";
#else
#error "name this machine's ELF machine number here"
#endif

class File {
 public:
  explicit File(const std::string& path)
      : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

using ElfHandle = std::unique_ptr<Elf, int (*)(Elf*)>;

const char* machine_name(std::uint16_t machine) {
  switch (machine) {
    case EM_X86_64: return "x86-64";
    case EM_AARCH64: return "AArch64";
    case EM_386: return "x86 (32 bit)";
    case EM_ARM: return "ARM (32 bit)";
    case EM_PPC64: return "PowerPC 64";
    case EM_RISCV: return "RISC-V";
    default: return "a machine of unknown name";
  }
}

Status not_a_library(const std::string& path, const std::string& why) {
  return invalid_argument(path + ": " + why + "; a plugin library is an ELF shared object (.so)");
}

/// What the file is instead of an ELF file, judged by its first bytes.
Status explain_not_elf(const std::string& path, const std::string& head) {
  const bool text = std::all_of(head.begin(), head.end(), [](unsigned char c) {
    return c >= 0x80 || std::isprint(c) != 0 || std::isspace(c) != 0;
  });
  if (text) return not_a_library(path, "is a text file");
  if (head.size() >= 4 && head.compare(0, 4,
                                       "\x7f"
                                       "ELF") == 0) {
    return not_a_library(path, "is a truncated ELF file");
  }
  return not_a_library(path, "is not an ELF file");
}

Result<std::int64_t> regular_size(const std::string& path, int descriptor) {
  if (descriptor < 0) {
    const int reason = errno;
    return invalid_argument(path + ": cannot be opened: " + std::strerror(reason));
  }
  struct stat info = {};
  if (::fstat(descriptor, &info) != 0) {
    return invalid_argument(path + ": cannot be read: " + std::strerror(errno));
  }
  if (S_ISDIR(info.st_mode)) return not_a_library(path, "is a directory");
  if (!S_ISREG(info.st_mode)) return not_a_library(path, "is not a regular file");
  if (info.st_size == 0) return not_a_library(path, "is empty");
  return std::int64_t{info.st_size};
}

bool fits(std::uint64_t offset, std::uint64_t size, std::int64_t file_size) {
  const auto limit = static_cast<std::uint64_t>(file_size);
  return offset <= limit && size <= limit - offset;
}

/// Whether all that the headers point at lies inside the file.
bool is_complete(Elf* elf, const GElf_Ehdr& header, std::int64_t size) {
  if (!fits(header.e_shoff, std::uint64_t{header.e_shnum} * header.e_shentsize, size)) return false;
  if (!fits(header.e_phoff, std::uint64_t{header.e_phnum} * header.e_phentsize, size)) return false;
  for (int i = 0; i < header.e_phnum; ++i) {
    GElf_Phdr segment;
    if (gelf_getphdr(elf, i, &segment) == nullptr) return false;
    if (segment.p_type == PT_LOAD && !fits(segment.p_offset, segment.p_filesz, size)) return false;
  }
  return true;
}

void read_dynamic(Elf* elf, Elf_Scn* section, const GElf_Shdr& header, ElfFile& file) {
  Elf_Data* data = elf_getdata(section, nullptr);
  if (data == nullptr || header.sh_entsize == 0) return;
  const auto count = static_cast<int>(header.sh_size / header.sh_entsize);
  for (int i = 0; i < count; ++i) {
    GElf_Dyn entry;
    if (gelf_getdyn(data, i, &entry) == nullptr) return;
    // A program that may be loaded anywhere has the type of a shared object, too.
    if (entry.d_tag == DT_FLAGS_1 && (entry.d_un.d_val & DF_1_PIE) != 0) {
      file.is_shared_object = false;
    }
    if (entry.d_tag != DT_NEEDED && entry.d_tag != DT_SONAME) continue;
    const char* text = elf_strptr(elf, header.sh_link, static_cast<std::size_t>(entry.d_un.d_val));
    if (text == nullptr) continue;
    if (entry.d_tag == DT_NEEDED) {
      file.needed.emplace_back(text);
    } else {
      file.soname = text;
    }
  }
}

/// The constant that the instruction at `bytes` loads into the result register, in five bytes that
/// can be read: `b8 imm32` on x86-64, `movz w0, #imm16` on AArch64. Nothing for any other.
std::optional<std::int32_t> loaded_constant(const unsigned char* bytes) {
  if (kThisMachine == EM_X86_64) {
    std::int32_t value = 0;
    std::memcpy(&value, bytes + 1, sizeof value);
    return bytes[0] == 0xb8 ? std::optional(value) : std::nullopt;
  }
  std::uint32_t instruction = 0;
  std::memcpy(&instruction, bytes, sizeof instruction);
  if ((instruction & 0xFFE0001FU) != 0x52800000U) return std::nullopt;
  return static_cast<std::int32_t>(instruction >> 5U & 0xFFFFU);
}

/// The constant that a function returns whose code loads it into the result register within the
/// first instructions. Only values that look like plugsmithAbi's are taken.
std::optional<std::int32_t> returned_constant(Elf* elf, const GElf_Sym& symbol) {
  Elf_Scn* section = elf_getscn(elf, symbol.st_shndx);
  GElf_Shdr header;
  if (section == nullptr || gelf_getshdr(section, &header) == nullptr ||
      symbol.st_value < header.sh_addr) {
    return std::nullopt;
  }
  Elf_Data* data = elf_getdata(section, nullptr);
  const std::uint64_t begin = symbol.st_value - header.sh_addr;
  if (data == nullptr || data->d_buf == nullptr) return std::nullopt;
  constexpr std::uint64_t kWindow = 16;
  const std::uint64_t end = std::min(begin + std::min(kWindow, std::uint64_t{symbol.st_size}),
                                     std::uint64_t{data->d_size});
  for (std::uint64_t at = begin; at + 5 <= end; ++at) {
    const auto value = loaded_constant(static_cast<const unsigned char*>(data->d_buf) + at);
    if (value && *value / 1000 >= 7 && *value / 1000 < 100 && *value % 1000 < 100) return value;
  }
  return std::nullopt;
}

void read_symbols(Elf* elf, Elf_Scn* section, const GElf_Shdr& header, ElfFile& file) {
  Elf_Data* data = elf_getdata(section, nullptr);
  if (data == nullptr || header.sh_entsize == 0) return;
  const auto count = static_cast<int>(header.sh_size / header.sh_entsize);
  for (int i = 0; i < count; ++i) {
    GElf_Sym symbol;
    if (gelf_getsym(data, i, &symbol) == nullptr) return;
    const auto binding = GELF_ST_BIND(symbol.st_info);
    const auto visibility = GELF_ST_VISIBILITY(symbol.st_other);
    const bool visible = visibility == STV_DEFAULT || visibility == STV_PROTECTED;
    if (symbol.st_shndx == SHN_UNDEF || binding == STB_LOCAL || !visible) continue;
    const char* name = elf_strptr(elf, header.sh_link, symbol.st_name);
    if (name == nullptr || *name == '\0') continue;
    file.exported.emplace_back(name);
    if (file.exported.back() == "plugsmithAbi") file.plugsmith_abi = returned_constant(elf, symbol);
  }
}

}  // namespace

bool ElfFile::exports(const std::string& symbol) const {
  return std::binary_search(exported.begin(), exported.end(), symbol);
}

std::vector<std::string> ElfFile::init_functions() const {
  constexpr std::string_view kBegin = "init";
  constexpr std::string_view kEnd = "Plugins";
  std::vector<std::string> names;
  for (const std::string& name : exported) {
    const std::string_view view = name;
    if (view.size() >= kBegin.size() + kEnd.size() && view.substr(0, kBegin.size()) == kBegin &&
        view.substr(view.size() - kEnd.size()) == kEnd) {
      names.push_back(name);
    }
  }
  return names;
}

Result<ElfFile> read_elf(const std::string& path) {
  const File file(path);
  const Result<std::int64_t> size = regular_size(path, file.descriptor());
  if (!size.is_ok()) return size.status();
  std::array<char, 256> head{};
  const ssize_t got = ::pread(file.descriptor(), head.data(), head.size(), 0);
  if (got < 0) return invalid_argument(path + ": cannot be read: " + std::strerror(errno));

  elf_version(EV_CURRENT);
  const ElfHandle elf(elf_begin(file.descriptor(), ELF_C_READ, nullptr), &elf_end);
  GElf_Ehdr header;
  if (elf == nullptr || elf_kind(elf.get()) != ELF_K_ELF ||
      gelf_getehdr(elf.get(), &header) == nullptr) {
    return explain_not_elf(path, std::string(head.data(), static_cast<std::size_t>(got)));
  }
  if (header.e_machine != kThisMachine) {
    return invalid_argument(path + ": is built for " + machine_name(header.e_machine) +
                            " (ELF machine " + std::to_string(header.e_machine) +
                            "), but this is " + kThisMachineName +
                            "; build the library for this machine");
  }
  if (!is_complete(elf.get(), header, size.value())) {
    return not_a_library(path, "is a truncated ELF file");
  }
  ElfFile result;
  result.path = path;
  result.is_shared_object = header.e_type == ET_DYN;
  Elf_Scn* section = nullptr;
  while ((section = elf_nextscn(elf.get(), section)) != nullptr) {
    GElf_Shdr section_header;
    if (gelf_getshdr(section, &section_header) == nullptr) continue;
    if (section_header.sh_type == SHT_DYNAMIC)
      read_dynamic(elf.get(), section, section_header, result);
    if (section_header.sh_type == SHT_DYNSYM)
      read_symbols(elf.get(), section, section_header, result);
  }
  std::sort(result.exported.begin(), result.exported.end());
  return result;
}

std::optional<int> tensorrt_generation(const ElfFile& elf) {
  constexpr std::string_view kPrefix = "libnvinfer.so.";
  for (const std::string& needed : elf.needed) {
    if (needed.compare(0, kPrefix.size(), kPrefix) != 0) continue;
    int generation = 0;
    std::size_t at = kPrefix.size();
    for (; at < needed.size() && std::isdigit(static_cast<unsigned char>(needed[at])) != 0; ++at) {
      generation = generation * 10 + (needed[at] - '0');
      if (generation > 999) return std::nullopt;
    }
    if (at > kPrefix.size()) return generation;
  }
  if (elf.plugsmith_abi) return *elf.plugsmith_abi / 1000;
  return std::nullopt;
}

}  // namespace plugsmith
