// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/common/wire.hpp"

namespace plugsmith::wire {

std::string encode(const Json& value) {
  std::string bytes;
  Json::to_cbor(value, bytes);
  return bytes;
}

Result<Json> decode(std::string_view bytes) {
  Json value = Json::from_cbor(bytes.begin(), bytes.end(), true, false);
  if (value.is_object()) return value;
  return internal_error("the message from the other process holds no object");
}

Json to_json(const Status& status) {
  return {{"status", static_cast<int>(status.code())}, {"message", status.message()}};
}

Status status_from(const Json& reply) {
  const auto code = static_cast<StatusCode>(reply.value("status", 0));
  return code == StatusCode::kOk ? Status::ok() : Status(code, reply.value("message", ""));
}

Json to_json(const std::vector<NamedTensor>& tensors, std::vector<process::Bytes>& blocks) {
  Json list = Json::array();
  for (const NamedTensor& tensor : tensors) {
    list.push_back({{"name", tensor.name},
                    {"type", static_cast<int>(tensor.type)},
                    {"dims", tensor.dims},
                    {"block", blocks.size()}});
    blocks.push_back(tensor.bytes);
  }
  return list;
}

Result<std::vector<NamedTensor>> tensors_from(const Json& list,
                                              const std::vector<process::Bytes>& blocks) {
  std::vector<NamedTensor> tensors;
  for (const Json& entry : list) {
    NamedTensor tensor{entry.at("name").get<std::string>(),
                       static_cast<DataType>(entry.at("type").get<int>()),
                       entry.at("dims").get<io::Dims>(),
                       {}};
    const auto block = entry.at("block").get<std::size_t>();
    auto size = io::byte_count(tensor.type, tensor.dims, "tensor " + tensor.name);
    if (!size.is_ok()) return size.status();
    if (block >= blocks.size() || blocks[block].size() != static_cast<std::size_t>(*size)) {
      return internal_error("tensor " + tensor.name + " came without its bytes");
    }
    tensor.bytes = blocks[block];
    tensors.push_back(std::move(tensor));
  }
  return tensors;
}

}  // namespace plugsmith::wire
