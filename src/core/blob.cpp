// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/core/blob.hpp"

#include <algorithm>
#include <cstring>

#include "src/core/digest.hpp"

namespace plugsmith {
inline namespace v1 {
namespace {

// Field data is stored as it lies in memory; TensorRT knows no big-endian machine.
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "blobs are little-endian");

constexpr char kMagic[] = {'P', 'L', 'U', 'G', 'S', 'M', 'T', 'H'};
constexpr std::size_t kChecksumAt = sizeof kMagic + 8;
constexpr std::size_t kHeaderBytes = kChecksumAt + 8;
constexpr std::size_t kFieldHeaderBytes = 16;

template <class T>
void append(std::vector<unsigned char>& blob, T value) {
  const auto* at = reinterpret_cast<const unsigned char*>(&value);
  blob.insert(blob.end(), at, at + sizeof value);
}

std::uint64_t checksum_of(const unsigned char* blob, std::size_t bytes) {
  const std::uint64_t head =
      fnv1a(blob + sizeof kMagic, static_cast<std::int64_t>(kChecksumAt - sizeof kMagic));
  return fnv1a(blob + kHeaderBytes, static_cast<std::int64_t>(bytes - kHeaderBytes), head);
}

Status damaged(const std::string& op, const std::string& what) {
  return invalid_argument(op + ": the plugin's bytes in the engine " + what +
                          "; the engine is damaged or was not written by this op, build it anew");
}

/// Takes numbers and runs of bytes from the front; what is not there is not taken.
class Reader {
 public:
  Reader(const unsigned char* at, std::size_t left) : at_(at), left_(left) {}

  template <class T>
  bool take(T& value) {
    if (left_ < sizeof value) return false;
    std::memcpy(&value, at_, sizeof value);
    skip(sizeof value);
    return true;
  }
  template <class Bytes>
  bool take(Bytes& bytes, std::size_t count) {
    if (left_ < count) return false;
    bytes.assign(at_, at_ + count);
    skip(count);
    return true;
  }
  std::size_t left() const { return left_; }

 private:
  void skip(std::size_t count) {
    at_ += count;
    left_ -= count;
  }
  const unsigned char* at_;
  std::size_t left_;
};

// The bytes that `length` elements of a type take; nothing for a type that does not exist.
bool fits_type(std::uint32_t type, std::uint32_t length, std::uint32_t bytes) {
  if (type > static_cast<std::uint32_t>(FieldType::kFp4)) return false;
  const auto each = static_cast<std::uint64_t>(bytes_of(static_cast<FieldType>(type)));
  return bytes == (each == 0 ? (std::uint64_t{length} + 1) / 2 : each * length);
}

Status read_field(const std::string& op, Reader& reader, std::size_t index, FieldData& field) {
  std::uint32_t name_bytes = 0, type = 0, length = 0, bytes = 0;
  const std::string place = "end inside field " + std::to_string(index);
  if (!reader.take(name_bytes) || !reader.take(type) || !reader.take(length) ||
      !reader.take(bytes) || !reader.take(field.name, name_bytes)) {
    return damaged(op, place);
  }
  if (!fits_type(type, length, bytes) || length > INT32_MAX ||
      field.name.find('\0') != std::string::npos) {
    return damaged(op, "hold a field \"" + std::string(field.name.c_str()) + "\" of type " +
                           std::to_string(type) + ", length " + std::to_string(length) + " and " +
                           std::to_string(bytes) + " bytes, which do not fit together");
  }
  if (!reader.take(field.bytes, bytes)) return damaged(op, place + ", \"" + field.name + "\"");
  field.type = static_cast<FieldType>(type);
  field.length = static_cast<std::int32_t>(length);
  return Status::ok();
}

Status check_header(const std::string& op, const unsigned char* blob, std::size_t bytes) {
  if (blob == nullptr || bytes < kHeaderBytes) {
    return damaged(op, blob == nullptr ? "are not there (null pointer)"
                                       : "are " + std::to_string(bytes) + ", fewer than the " +
                                             std::to_string(kHeaderBytes) + " of a header");
  }
  if (!is_blob(blob, bytes)) {
    return damaged(op,
                   "do not begin with Plugsmith's mark: another plugin of that name wrote them");
  }
  Reader reader(blob + sizeof kMagic, kHeaderBytes - sizeof kMagic);
  std::uint32_t format = 0, fields = 0;
  std::uint64_t checksum = 0;
  if (!reader.take(format) || !reader.take(fields) || !reader.take(checksum)) {
    return damaged(op, "have no whole header");
  }
  if (checksum != checksum_of(blob, bytes)) {
    return damaged(op, "do not match their checksum (" + std::to_string(bytes) + " bytes)");
  }
  if (format != kBlobFormat) {
    return unsupported(op + ": the engine stores its plugins in format " + std::to_string(format) +
                       ", this library knows format " + std::to_string(kBlobFormat) +
                       "; load the library that the engine was built with, or a newer one");
  }
  return Status::ok();
}

}  // namespace

std::vector<unsigned char> write_blob(const std::vector<FieldData>& fields) {
  std::vector<unsigned char> blob(kMagic, kMagic + sizeof kMagic);
  append(blob, kBlobFormat);
  append(blob, static_cast<std::uint32_t>(fields.size()));
  append(blob, std::uint64_t{0});
  for (const FieldData& field : fields) {
    append(blob, static_cast<std::uint32_t>(field.name.size()));
    append(blob, static_cast<std::uint32_t>(field.type));
    append(blob, static_cast<std::uint32_t>(field.length));
    append(blob, static_cast<std::uint32_t>(field.bytes.size()));
    blob.insert(blob.end(), field.name.begin(), field.name.end());
    blob.insert(blob.end(), field.bytes.begin(), field.bytes.end());
  }
  const std::uint64_t checksum = checksum_of(blob.data(), blob.size());
  std::memcpy(blob.data() + kChecksumAt, &checksum, sizeof checksum);
  return blob;
}

bool is_blob(const void* data, std::size_t bytes) {
  return data != nullptr && bytes >= sizeof kMagic && std::memcmp(data, kMagic, sizeof kMagic) == 0;
}

Result<std::vector<FieldData>> read_blob(const std::string& op, const void* data,
                                         std::size_t bytes) {
  const auto* blob = static_cast<const unsigned char*>(data);
  PLUGSMITH_RETURN_IF_ERROR(check_header(op, blob, bytes));
  std::uint32_t count = 0;
  std::memcpy(&count, blob + sizeof kMagic + 4, sizeof count);
  Reader reader(blob + kHeaderBytes, bytes - kHeaderBytes);
  if (count > reader.left() / kFieldHeaderBytes) {
    return damaged(op, "announce " + std::to_string(count) + " fields in " +
                           std::to_string(reader.left()) + " bytes");
  }
  std::vector<FieldData> fields(count);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    PLUGSMITH_RETURN_IF_ERROR(read_field(op, reader, i, fields[i]));
  }
  if (reader.left() != 0) {
    return damaged(op,
                   "go on for " + std::to_string(reader.left()) + " bytes behind the last field");
  }
  return fields;
}

}  // namespace v1
}  // namespace plugsmith
