// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
// A .npy file: read, written and read again it is the same tensor.
#include <span>
#include <vector>

#include "src/io/npy.hpp"
#include "tests/fuzz/bytes.hpp"

using plugsmith::fuzz::must;
namespace io = plugsmith::io;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::byte> content(reinterpret_cast<const std::byte*>(data), size);
  const auto tensor = io::parse_npy(content, "input");
  if (!tensor.is_ok()) {
    must(!tensor.status().message().empty(), "a refusal without a sentence");
    return 0;
  }
  const auto bytes = io::byte_count(tensor->type, tensor->dims, "input");
  must(bytes.is_ok() && static_cast<std::size_t>(*bytes) == tensor->bytes.size(),
       "the tensor's bytes are not those of its type and dims");
  const auto header = io::npy_header(tensor->type, tensor->dims);
  must(header.is_ok(), "a tensor that was read cannot be written");
  std::vector<std::byte> file(header->size());
  std::memcpy(file.data(), header->data(), header->size());
  file.insert(file.end(), tensor->bytes.begin(), tensor->bytes.end());
  const auto again = io::parse_npy(file, "output");
  must(again.is_ok() && again->dims == tensor->dims && again->bytes == tensor->bytes,
       "what was written reads as another tensor");
  return 0;
}
