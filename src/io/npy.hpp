// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "src/io/file.hpp"
#include "src/io/tensor.hpp"

// NumPy's .npy and .npz files. Formats 1.0 to 3.0, C and Fortran order, both byte orders.
// Source: numpy.lib.format's documentation.
//
// Types that NumPy itself lacks are stored the way ml_dtypes stores them: bfloat16 as "<V2", FP8
// and E8M0 as "|V1" (read back as FP8). INT4 and FP4 have no form in a .npy file.

namespace plugsmith::io {

/// The tensor in `content`, a whole .npy file. `what` (a path) names it in messages. Refused with a
/// sentence: other types (float64, complex, text, ...), a size that contradicts the header.
Result<Tensor> parse_npy(std::span<const std::byte> content, const std::string& what);

Result<Tensor> read_npy(const std::filesystem::path& path);

/// One array of a .npz file. With an empty `member`, the file's only array. Errors name the arrays
/// that exist.
Result<Tensor> read_npz(const std::filesystem::path& path, const std::string& member);

/// A tensor to write; its bytes are somebody else's.
struct NpyContent {
  DataType type = DataType::kFloat;
  Dims dims;
  std::span<const std::byte> bytes;
};

/// The header that goes before the bytes of a tensor in a .npy file (format 1.0).
Result<std::string> npy_header(DataType type, const Dims& dims);

/// Adds a tensor, whose bytes somebody else keeps, to a set of files that are replaced together.
Status add_npy(AtomicFiles& files, const std::filesystem::path& path, const NpyContent& content);

}  // namespace plugsmith::io
