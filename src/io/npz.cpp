// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <zip.h>

#include <memory>

#include "src/io/npy.hpp"

namespace plugsmith::io {
namespace {

struct CloseArchive {
  void operator()(zip_t* archive) const { zip_discard(archive); }
};
struct CloseMember {
  void operator()(zip_file_t* member) const { zip_fclose(member); }
};
using Archive = std::unique_ptr<zip_t, CloseArchive>;

constexpr std::string_view kSuffix = ".npy";

Result<Archive> open_archive(const std::filesystem::path& path) {
  int code = 0;
  Archive archive(zip_open(path.c_str(), ZIP_RDONLY, &code));
  if (archive) return archive;
  zip_error_t error;
  zip_error_init_with_code(&error, code);
  const std::string reason = zip_error_strerror(&error);
  zip_error_fini(&error);
  return invalid_argument("cannot read " + path.string() + " as a .npz file: " + reason);
}

std::string member_name(zip_t* archive, zip_uint64_t index) {
  const char* name = zip_get_name(archive, index, 0);
  return name != nullptr ? name : "";
}

std::string array_names(zip_t* archive) {
  std::string names;
  for (zip_int64_t i = 0; i < zip_get_num_entries(archive, 0); ++i) {
    std::string name = member_name(archive, static_cast<zip_uint64_t>(i));
    if (name.ends_with(kSuffix)) name.resize(name.size() - kSuffix.size());
    names += (names.empty() ? "" : ", ") + name;
  }
  return names.empty() ? "none" : names;
}

Result<zip_int64_t> find_member(zip_t* archive, const std::string& member,
                                const std::string& file) {
  if (member.empty()) {
    if (zip_get_num_entries(archive, 0) == 1) return zip_int64_t{0};
    return invalid_argument(file + ": name the array to take, as " + file +
                            ":NAME; it holds: " + array_names(archive));
  }
  zip_int64_t index = zip_name_locate(archive, (member + std::string(kSuffix)).c_str(), 0);
  if (index < 0) index = zip_name_locate(archive, member.c_str(), 0);
  if (index >= 0) return index;
  return invalid_argument(file + ": holds no array \"" + member +
                          "\"; it holds: " + array_names(archive));
}

Result<std::vector<std::byte>> read_member(zip_t* archive, zip_uint64_t index,
                                           const std::string& what) {
  // Read in pieces: the size that the directory claims may be a lie.
  constexpr std::size_t kPiece = std::size_t{1} << 20U;
  constexpr std::size_t kLimit = std::size_t{1} << 36U;
  const std::unique_ptr<zip_file_t, CloseMember> member(zip_fopen_index(archive, index, 0));
  if (!member) {
    return invalid_argument("cannot read " + what + ": " + zip_strerror(archive));
  }
  std::vector<std::byte> content;
  for (;;) {
    const std::size_t filled = content.size();
    if (filled > kLimit) return out_of_range(what + ": unpacks to more than 64 GiB");
    content.resize(filled + kPiece);
    const zip_int64_t got = zip_fread(member.get(), content.data() + filled, kPiece);
    if (got < 0) {
      return invalid_argument("cannot read " + what + ": " + zip_file_strerror(member.get()));
    }
    content.resize(filled + static_cast<std::size_t>(got));
    if (got == 0) return content;
  }
}

}  // namespace

Result<Tensor> read_npz(const std::filesystem::path& path, const std::string& member) {
  auto archive = open_archive(path);
  if (!archive.is_ok()) return archive.status();
  auto index = find_member(archive->get(), member, path.string());
  if (!index.is_ok()) return index.status();
  const auto position = static_cast<zip_uint64_t>(*index);
  const std::string what = path.string() + ":" + member_name(archive->get(), position);
  auto content = read_member(archive->get(), position, what);
  if (!content.is_ok()) return content.status();
  return parse_npy(*content, what);
}

}  // namespace plugsmith::io
