// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "src/io/npy.hpp"
#include "tests/support/temporary_folder.hpp"

namespace plugsmith::test {

inline std::vector<float> read_floats(const std::filesystem::path& path) {
  auto tensor = io::read_npy(path);
  EXPECT_TRUE(tensor.is_ok()) << tensor.status().message();
  std::vector<float> values;
  if (!tensor.is_ok()) return values;
  values.resize(tensor->bytes.size() / sizeof(float));
  if (!values.empty()) std::memcpy(values.data(), tensor->bytes.data(), tensor->bytes.size());
  return values;
}

/// Writes a .npy file of float32 and returns its path.
inline std::string write_floats(const TemporaryFolder& folder, const std::vector<float>& values,
                                const io::Dims& dims, const std::string& name = "x.npy") {
  const std::string header = *io::npy_header(DataType::kFloat, dims);
  return folder.write(name, header + std::string(reinterpret_cast<const char*>(values.data()),
                                                 values.size() * sizeof(float)));
}

}  // namespace plugsmith::test
