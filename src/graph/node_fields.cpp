// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/graph/node_fields.hpp"

#include <fmt/format.h>
#include <onnx/onnx_pb.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "src/graph/element_types.hpp"

namespace plugsmith::graph {
namespace {

using host::FieldValue;
using Tensor = onnx::TensorProto;

template <class T>
void append(FieldValue& field, const T& value) {
  const std::size_t at = field.data.size();
  field.data.resize(at + sizeof(T));
  std::memcpy(field.data.data() + at, &value, sizeof(T));
  ++field.length;
}

void append_text(FieldValue& field, const std::string& text, const ParserVersion& version) {
  for (const char letter : text) append(field, letter);
  if (version.at_least(8, 5)) append(field, '\0');
}

void append_int(FieldValue& field, std::int64_t value, std::vector<std::string>& warnings) {
  const auto cut = static_cast<std::int32_t>(static_cast<std::uint64_t>(value));
  if (cut != value) {
    warnings.push_back(
        fmt::format("attribute \"{}\" is {}; TensorRT's parser cuts it to 32 bits: the "
                    "plugin gets {}",
                    field.name, value, cut));
  }
  append(field, cut);
}

/// How a tensor attribute of one element type arrives; nothing where the parser refuses it.
struct TensorRule {
  FieldType type;
  std::size_t bytes;  ///< of one element as stored
};
std::optional<TensorRule> tensor_rule(std::int32_t onnx_type, const ParserVersion& version) {
  switch (onnx_type) {
    case Tensor::FLOAT: return TensorRule{FieldType::kFloat32, 4};
    case Tensor::DOUBLE: return TensorRule{FieldType::kFloat32, 8};
    case Tensor::FLOAT16: return TensorRule{FieldType::kFloat16, 2};
    case Tensor::BFLOAT16:
      if (!version.at_least(9, 0)) return std::nullopt;
      return TensorRule{FieldType::kBf16, 2};
    case Tensor::INT8: return TensorRule{FieldType::kInt8, 1};
    case Tensor::INT16: return TensorRule{FieldType::kInt16, 2};
    case Tensor::INT32: return TensorRule{FieldType::kInt32, 4};
    case Tensor::UINT8:
      if (!version.at_least(8, 0)) return std::nullopt;
      return TensorRule{FieldType::kInt32, 1};
    case Tensor::INT64:
      if (version.at_least(9, 0)) return std::nullopt;
      return TensorRule{FieldType::kInt32, 8};
    default: return std::nullopt;
  }
}

/// The tensor's elements as dense bytes in their own type.
std::string raw_bytes(const Tensor& tensor) {
  if (tensor.has_raw_data()) return tensor.raw_data();
  std::string bytes;
  const auto put = [&](const auto& value, std::size_t size) {
    bytes.append(reinterpret_cast<const char*>(&value), size);  // little endian, as ONNX is
  };
  const auto size = static_cast<std::size_t>(onnx_type_bits(tensor.data_type())) / 8;
  for (const float value : tensor.float_data()) put(value, sizeof(value));
  for (const double value : tensor.double_data()) put(value, sizeof(value));
  for (const std::int64_t value : tensor.int64_data()) put(value, sizeof(value));
  for (const std::int32_t value : tensor.int32_data()) put(value, std::min<std::size_t>(size, 4));
  return bytes;
}

template <class T>
T read_at(const std::string& bytes, std::size_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

Result<FieldValue> field_from_tensor(FieldValue field, const Tensor& tensor,
                                     const ParserVersion& version,
                                     std::vector<std::string>& warnings) {
  const auto rule = tensor_rule(tensor.data_type(), version);
  if (!rule.has_value()) {
    return unsupported(fmt::format(
        "attribute \"{}\" is a tensor of {}, which the ONNX parser of TensorRT {} cannot hand to a "
        "plugin; use float32, float16, int8, int16 or int32, or make it an input",
        field.name, onnx_type_name(tensor.data_type()), to_string(version)));
  }
  if (tensor.data_location() == Tensor::EXTERNAL) {
    return unsupported(
        fmt::format("attribute \"{}\" keeps its data in another file; put them into the "
                    "model",
                    field.name));
  }
  field.type = rule->type;
  const std::string bytes = raw_bytes(tensor);
  const std::size_t count = bytes.size() / rule->bytes;
  if (count > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
    return out_of_range(fmt::format("attribute \"{}\" has more than 2^31 elements", field.name));
  }
  for (std::size_t i = 0; i < count; ++i) {
    switch (tensor.data_type()) {
      case Tensor::DOUBLE: append(field, static_cast<float>(read_at<double>(bytes, i))); break;
      case Tensor::UINT8:
        append(field, static_cast<std::int32_t>(read_at<std::uint8_t>(bytes, i)));
        break;
      case Tensor::INT64: append_int(field, read_at<std::int64_t>(bytes, i), warnings); break;
      default: break;
    }
  }
  if (field.length == 0) {
    field.data.resize(bytes.size());
    std::copy_n(reinterpret_cast<const std::byte*>(bytes.data()), bytes.size(), field.data.begin());
    field.length = static_cast<std::int32_t>(count);
  }
  return field;
}

Status refused_type(const onnx::AttributeProto& attribute) {
  return unsupported(
      fmt::format("attribute \"{}\" is of type {}, which TensorRT's ONNX parser cannot "
                  "hand to a plugin",
                  attribute.name(), onnx::AttributeProto::AttributeType_Name(attribute.type())));
}

/// What the parser reads itself, for every plugin.
bool is_parsers_own(const std::string& name) {
  return name == "plugin_version" || name == "plugin_namespace" || name == "aot" ||
         name == "tensorrt_plugin_shape_input_indices";
}

void warn_about_unseen(const onnx::NodeProto& node, const host::CreatorInfo& creator,
                       std::vector<std::string>& warnings) {
  std::vector<std::string> advertised;
  for (const auto& field : creator.fields) advertised.push_back(field.name);
  for (const auto& attribute : node.attribute()) {
    const bool is_known =
        std::find(advertised.begin(), advertised.end(), attribute.name()) != advertised.end();
    if (is_known || is_parsers_own(attribute.name())) continue;
    const auto near = nearest_names(attribute.name(), advertised, 1);
    warnings.push_back(fmt::format(
        "attribute \"{}\" never reaches the plugin: creator \"{}\" does not advertise it, and "
        "TensorRT drops it without a word{}",
        attribute.name(), creator.name,
        near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near.front())));
  }
}

}  // namespace

Result<FieldValue> field_from(const onnx::AttributeProto& attribute, const ParserVersion& version,
                              std::vector<std::string>& warnings) {
  using Attribute = onnx::AttributeProto;
  FieldValue field;
  field.name = attribute.name();
  switch (attribute.type()) {
    case Attribute::FLOAT:
    case Attribute::FLOATS:
      field.type = FieldType::kFloat32;
      if (attribute.type() == Attribute::FLOAT) append(field, attribute.f());
      for (const float value : attribute.floats()) append(field, value);
      break;
    case Attribute::INT:
    case Attribute::INTS:
      field.type = FieldType::kInt32;
      if (attribute.type() == Attribute::INT) append_int(field, attribute.i(), warnings);
      for (const std::int64_t value : attribute.ints()) append_int(field, value, warnings);
      break;
    case Attribute::STRING:
    case Attribute::STRINGS:
      field.type = FieldType::kChar;
      if (attribute.type() == Attribute::STRING) append_text(field, attribute.s(), version);
      for (const std::string& text : attribute.strings()) append_text(field, text, version);
      break;
    case Attribute::TENSOR:
      return field_from_tensor(std::move(field), attribute.t(), version, warnings);
    default: return refused_type(attribute);
  }
  // 7.1 counted bytes here.
  if (!version.at_least(7, 2)) field.length = static_cast<std::int32_t>(field.data.size());
  return field;
}

Result<NodeFields> node_fields(const onnx::NodeProto& node, const host::CreatorInfo& creator,
                               const ParserVersion& version) {
  NodeFields result;
  for (const auto& advertised : creator.fields) {
    const auto found = std::find_if(
        node.attribute().begin(), node.attribute().end(),
        [&](const onnx::AttributeProto& attribute) { return attribute.name() == advertised.name; });
    if (found == node.attribute().end()) {
      if (version.at_least(7, 2)) continue;
      return invalid_argument(
          fmt::format("attribute \"{}\" is missing, and the parser of TensorRT {} "
                      "demands all that the creator advertises",
                      advertised.name, to_string(version)));
    }
    auto field = field_from(*found, version, result.warnings);
    if (!field.is_ok()) return field.status();
    result.fields.push_back(std::move(*field));
  }
  warn_about_unseen(node, creator, result.warnings);
  return result;
}

}  // namespace plugsmith::graph
