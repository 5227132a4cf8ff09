// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "plugsmith/attributes.hpp"
#include "plugsmith/status.hpp"

// What an IPluginV2 writes into an engine: the same fields as an IPluginV3, in one run of bytes.
//
//   magic     8 bytes  "PLUGSMTH"
//   format    u32      kBlobFormat
//   fields    u32      how many follow
//   checksum  u64      FNV-1a, 64 bits, of everything behind it and of format and fields
//   per field: u32 name length, u32 type (FieldType), u32 length (elements), u32 bytes, name, data
//
// All numbers are little-endian. The schema version is the field kSchemaField, as in an IPluginV3's
// engine.

namespace plugsmith {
inline namespace v1 {

inline constexpr std::uint32_t kBlobFormat = 1;

/// The name under which a blob that Plugsmith did not write reaches an op's read_foreign(): one
/// field of kUnknown with all bytes that a hand-written IPluginV2 serialized.
inline constexpr char kForeignBlobField[] = "serialized";

std::vector<unsigned char> write_blob(const std::vector<FieldData>& fields);

/// Whether the bytes begin with our magic.
bool is_blob(const void* data, std::size_t bytes);

/// The fields of a blob; refuses what is truncated, longer than it should be, foreign, damaged, or
/// written by a later format. Reads nothing behind `bytes`. `op` is the op's name, for messages.
Result<std::vector<FieldData>> read_blob(const std::string& op, const void* data,
                                         std::size_t bytes);

}  // namespace v1
}  // namespace plugsmith
