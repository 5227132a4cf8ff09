// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/scratch_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace plugsmith::cli {
namespace {

Status not_made(const std::string& reason) {
  const char* given = std::getenv("TMPDIR");
  return resource_exhausted("no folder for temporary files can be made in " +
                            std::string(given == nullptr ? "/tmp" : given) + ": " + reason +
                            "; set TMPDIR to a folder that can be written");
}

}  // namespace

ScratchFolder::ScratchFolder() : status_(Status::ok()) {
  std::error_code error;
  const auto parent = std::filesystem::temp_directory_path(error);
  if (error) {
    status_ = not_made(error.message());
    return;
  }
  std::string pattern = (parent / "plugsmith-XXXXXX").string();
  if (::mkdtemp(pattern.data()) != nullptr) {
    path_ = pattern;
  } else {
    status_ = not_made(std::strerror(errno));
  }
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace plugsmith::cli
