// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/graph/external_data.hpp"

#include <fmt/format.h>
#include <onnx/onnx_pb.h>

#include <charconv>
#include <filesystem>
#include <fstream>

#include "src/graph/graph_walk.hpp"

namespace plugsmith::graph {
namespace {

namespace fs = std::filesystem;

// Protobuf's limit for one message.
constexpr std::int64_t kMostBytesInOneFile = (std::int64_t{1} << 31) - 1;

bool read_number(const std::string& text, std::int64_t& value) {
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  return result.ec == std::errc() && result.ptr == end && value >= 0;
}

/// Relative, without "..": nothing outside the model's folder is ever opened.
bool stays_below(const std::string& location) {
  const fs::path path(location);
  if (location.empty() || path.is_absolute()) return false;
  for (const fs::path& part : path) {
    if (part == "..") return false;
  }
  return true;
}

Status read_into(onnx::TensorProto& tensor, const ExternalData& data) {
  std::ifstream file(data.path, std::ios::binary);
  std::string bytes(static_cast<std::size_t>(data.bytes), '\0');
  file.seekg(data.offset);
  if (!file.read(bytes.data(), data.bytes)) {
    return invalid_argument(fmt::format("{}: cannot read {} bytes at offset {} for tensor \"{}\"",
                                        data.path, data.bytes, data.offset, tensor.name()));
  }
  tensor.set_raw_data(std::move(bytes));
  tensor.clear_external_data();
  tensor.clear_data_location();
  return Status::ok();
}

}  // namespace

Result<ExternalData> locate_external_data(const onnx::TensorProto& tensor,
                                          const std::string& folder) {
  std::string location;
  ExternalData data;
  std::int64_t length = -1;
  for (const auto& entry : tensor.external_data()) {
    if (entry.key() == "location") location = entry.value();
    const bool is_offset = entry.key() == "offset";
    if (!is_offset && entry.key() != "length") continue;
    if (!read_number(entry.value(), is_offset ? data.offset : length)) {
      return invalid_argument(
          fmt::format("tensor \"{}\": the {} of its external data is \"{}\"; it "
                      "must be a number of bytes",
                      tensor.name(), entry.key(), entry.value()));
    }
  }
  if (!stays_below(location)) {
    return invalid_argument(
        fmt::format("tensor \"{}\" is kept in \"{}\"; a model may keep tensors "
                    "in files of its own folder only",
                    tensor.name(), location));
  }
  data.path = (fs::path(folder) / location).string();
  std::error_code error;
  const auto size = static_cast<std::int64_t>(fs::file_size(data.path, error));
  if (error) {
    return invalid_argument(
        fmt::format("tensor \"{}\" is kept in {}, which cannot be read ({}); put "
                    "the file beside the model",
                    tensor.name(), data.path, error.message()));
  }
  data.bytes = length >= 0 ? length : size - data.offset;
  if (data.offset > size || data.bytes > size - data.offset || data.bytes < 0) {
    return invalid_argument(
        fmt::format("tensor \"{}\" needs {} bytes at offset {} of {}, which has "
                    "{}: the file is truncated or belongs to another model",
                    tensor.name(), data.bytes, data.offset, data.path, size));
  }
  return data;
}

Status embed_external_data(onnx::ModelProto& model, const std::string& folder) {
  auto total = static_cast<std::int64_t>(model.ByteSizeLong());
  return for_each_tensor(*model.mutable_graph(), [&](onnx::TensorProto& tensor) -> Status {
    if (tensor.data_location() != onnx::TensorProto::EXTERNAL) return Status::ok();
    auto data = locate_external_data(tensor, folder);
    if (!data.is_ok()) return data.status();
    total += data->bytes;
    if (total > kMostBytesInOneFile) {
      return unsupported(
          fmt::format("the model and its external tensors together take more than 2 "
                      "GiB (at tensor \"{}\"); one ONNX file cannot hold them",
                      tensor.name()));
    }
    return read_into(tensor, *data);
  });
}

}  // namespace plugsmith::graph
