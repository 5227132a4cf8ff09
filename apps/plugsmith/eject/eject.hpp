// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "apps/plugsmith/eject/op_source.hpp"
#include "plugsmith/status.hpp"

namespace plugsmith::cli::eject {

struct Request {
  LibraryOp identity;
  std::filesystem::path folder;   ///< the op's sources
  std::string name;               ///< the folder's name, e.g. pad_to
  std::filesystem::path headers;  ///< Plugsmith's public headers
};

/// Text by file name.
using Files = std::map<std::string, std::string>;

/// The op as sources that need TensorRT and CUDA only. Reads files, writes none.
Result<Files> eject(const Request& request);

}  // namespace plugsmith::cli::eject
