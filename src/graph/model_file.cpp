// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#include <onnx/defs/parser.h>
#include <onnx/onnx_pb.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <optional>

#include "src/graph/external_data.hpp"
#include "src/graph/model_check.hpp"
#include "src/graph/onnx_model.hpp"

namespace plugsmith::graph {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kMostBytes = (std::int64_t{1} << 31) - 1;  // protobuf's limit

/// An open file descriptor.
class File {
 public:
  File(const std::string& path, int flags)
      : descriptor_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { close(); }
  bool is_open() const { return descriptor_ >= 0; }
  int get() const { return descriptor_; }
  bool close() {
    const int descriptor = descriptor_;
    descriptor_ = -1;
    return descriptor < 0 || ::close(descriptor) == 0;
  }

 private:
  int descriptor_;
};

Status file_error(const std::string& path, const char* what) {
  return invalid_argument(fmt::format("{}: {}: {}", path, what, std::strerror(errno)));
}

Result<std::string> read_file(const std::string& path) {
  // Without blocking: a named pipe must not stop us.
  const File file(path, O_RDONLY | O_NONBLOCK);
  if (!file.is_open()) return file_error(path, "cannot open the model");
  struct stat info = {};
  if (::fstat(file.get(), &info) != 0) return file_error(path, "cannot read the model");
  if (S_ISDIR(info.st_mode)) {
    return invalid_argument(path + ": is a folder; give the .onnx file in it");
  }
  if (!S_ISREG(info.st_mode)) return invalid_argument(path + ": is not a regular file");
  if (info.st_size == 0) return invalid_argument(path + ": is empty; an ONNX model is wanted");
  if (info.st_size > kMostBytes) {
    return invalid_argument(
        fmt::format("{}: has {} bytes; an ONNX file holds at most 2 GiB, larger "
                    "models keep their tensors in files beside it",
                    path, info.st_size));
  }
  std::string bytes(static_cast<std::size_t>(info.st_size), '\0');
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t got = ::read(file.get(), bytes.data() + done, bytes.size() - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return file_error(path, "cannot read the model");
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  bytes.resize(done);
  return bytes;
}

/// Reads protobuf's base-128 number at `at`; nothing at the end or after ten bytes.
std::optional<std::uint64_t> read_varint(std::string_view bytes, std::size_t& at) {
  std::uint64_t value = 0;
  for (int shift = 0; shift < 70 && at < bytes.size(); shift += 7) {
    const auto byte = static_cast<std::uint8_t>(bytes[at++]);
    value |= static_cast<std::uint64_t>(byte & 0x7F) << (shift < 63 ? shift : 63);
    if ((byte & 0x80) == 0) return value;
  }
  return std::nullopt;
}

/// Walks the outermost fields and says in words what keeps `bytes` from being a model. Protobuf's
/// own parser only answers no.
std::string what_is_wrong(std::string_view bytes) {
  constexpr std::uint64_t kLastField = 100;  // of ModelProto, with room for later versions
  std::size_t at = 0;
  while (at < bytes.size()) {
    const std::size_t start = at;
    const auto tag = read_varint(bytes, at);
    const std::uint64_t field = tag.value_or(0) >> 3;
    const std::uint64_t wire_type = tag.value_or(0) & 7;
    if (!tag.has_value() || field == 0 || field > kLastField ||
        (wire_type != 0 && wire_type != 2)) {
      return start == 0 ? "is not an ONNX model (its first bytes are not those of one)"
                        : fmt::format("is damaged at byte {}", start);
    }
    const auto value = read_varint(bytes, at);
    if (!value.has_value()) return fmt::format("is truncated at byte {}", bytes.size());
    if (wire_type == 0) continue;
    if (*value > bytes.size() - at) {
      return fmt::format(
          "is truncated or no ONNX model: at byte {} it announces {} bytes, but {} "
          "follow",
          start, *value, bytes.size() - at);
    }
    at += static_cast<std::size_t>(*value);
  }
  return "is damaged inside its graph";
}

Result<std::unique_ptr<onnx::ModelProto>> parse_bytes(std::string_view bytes,
                                                      const std::string& name) {
  if (bytes.empty()) return invalid_argument(name + ": is empty; an ONNX model is wanted");
  if (bytes.size() > static_cast<std::size_t>(kMostBytes)) {
    return invalid_argument(name + ": has more than 2 GiB, more than an ONNX file can hold");
  }
  auto proto = std::make_unique<onnx::ModelProto>();
  if (!proto->ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return invalid_argument(name + ": " + what_is_wrong(bytes));
  }
  return proto;
}

Status write_all(const File& file, const std::string& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t put = ::write(file.get(), bytes.data() + done, bytes.size() - done);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return invalid_argument(std::strerror(errno));
    done += static_cast<std::size_t>(put);
  }
  if (::fsync(file.get()) != 0) return invalid_argument(std::strerror(errno));
  return Status::ok();
}

Status replace_file(const fs::path& target, const std::string& bytes) {
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  const fs::path temporary =
      folder / fmt::format(".{}.{}.part", target.filename().string(), ::getpid());
  File file(temporary.string(), O_WRONLY | O_CREAT | O_TRUNC);
  if (!file.is_open()) return file_error(target.string(), "cannot write the model");
  Status status = write_all(file, bytes);
  if (status.is_ok() && !file.close()) status = invalid_argument(std::strerror(errno));
  if (status.is_ok() && ::rename(temporary.c_str(), target.c_str()) != 0) {
    status = invalid_argument(std::strerror(errno));
  }
  if (!status.is_ok()) {
    ::unlink(temporary.c_str());
    return invalid_argument(
        fmt::format("{}: cannot write the model: {}", target.string(), status.message()));
  }
  const File directory(folder.string(), O_RDONLY | O_DIRECTORY);
  if (directory.is_open())
    ::fsync(directory.get());  // best effort: the data are on the disk already
  return Status::ok();
}

}  // namespace

Result<Model> Model::load(const std::string& path) {
  auto bytes = read_file(path);
  if (!bytes.is_ok()) return bytes.status();
  auto proto = parse_bytes(*bytes, path);
  if (!proto.is_ok()) return proto.status();
  const fs::path parent = fs::path(path).parent_path();
  const std::string folder = parent.empty() ? "." : parent.string();
  const Status status = check_model(**proto, folder);
  if (!status.is_ok()) return Status(status.code(), path + ": " + status.message());
  return Model(std::move(*proto), path, folder);
}

Result<Model> Model::parse(std::string_view bytes, const std::string& name) {
  auto proto = parse_bytes(bytes, name);
  if (!proto.is_ok()) return proto.status();
  const Status status = check_model(**proto, "");
  if (!status.is_ok()) return Status(status.code(), name + ": " + status.message());
  return Model(std::move(*proto), name, "");
}

Result<Model> Model::from_text(const std::string& text, const std::string& name) {
  auto proto = std::make_unique<onnx::ModelProto>();
  try {
    onnx::OnnxParser parser(text.c_str());
    const onnx::Common::Status status = parser.Parse(*proto);
    if (!status.IsOK()) return invalid_argument(name + ": " + status.ErrorMessage());
  } catch (const std::exception& error) {  // the parser throws on numbers that it cannot read
    return invalid_argument(fmt::format("{}: not ONNX's text form: {}", name, error.what()));
  }
  const Status status = check_model(*proto, "");
  if (!status.is_ok()) return Status(status.code(), name + ": " + status.message());
  return Model(std::move(proto), name, "");
}

Status Model::save(const std::string& path) const {
  Model whole = clone();
  PLUGSMITH_RETURN_IF_ERROR(embed_external_data(whole.mutable_proto(), folder_));
  if (static_cast<std::int64_t>(whole.proto().ByteSizeLong()) > kMostBytes) {
    return unsupported(path + ": the model has more than 2 GiB, more than an ONNX file can hold");
  }
  std::string bytes;
  if (!whole.proto().SerializeToString(&bytes)) {
    return internal_error(path + ": the model could not be serialized");
  }
  return replace_file(path, bytes);
}

}  // namespace plugsmith::graph
