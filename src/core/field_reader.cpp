// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/core/field_reader.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>

namespace plugsmith {
inline namespace v1 {
namespace {

template <class T>
T element(const FieldView& field, std::int32_t index) {
  T value;
  std::memcpy(&value,
              static_cast<const char*>(field.data) + static_cast<std::size_t>(index) * sizeof(T),
              sizeof(T));
  return value;
}

}  // namespace

std::string attribute_place(const std::string& op, const std::string& attribute) {
  return op + ": attribute \"" + attribute + "\"";
}

Status wrong_type(const std::string& where, const FieldView& field, const char* wanted) {
  return invalid_argument(where + " is " + to_string(field.type) + " of length " +
                          std::to_string(field.length) + "; must be " + wanted);
}

bool read_integer(const FieldView& field, std::int32_t index, std::int64_t& value) {
  switch (field.type) {
    case FieldType::kInt8: value = element<std::int8_t>(field, index); return true;
    case FieldType::kInt16: value = element<std::int16_t>(field, index); return true;
    case FieldType::kInt32: value = element<std::int32_t>(field, index); return true;
    case FieldType::kInt64: value = element<std::int64_t>(field, index); return true;
    default: return false;
  }
}

namespace {

bool read_real(const FieldView& field, std::int32_t index, double& value) {
  switch (field.type) {
    case FieldType::kFloat32:
      value = static_cast<double>(element<float>(field, index));
      return true;
    case FieldType::kFloat64: value = element<double>(field, index); return true;
    default: return false;
  }
}

// ONNX's parser counts the closing NUL in the length from TensorRT 8.5 on; applications may not.
std::string read_text(const FieldView& field) {
  std::string text(static_cast<const char*>(field.data), static_cast<std::size_t>(field.length));
  if (!text.empty() && text.back() == '\0') text.pop_back();
  return text;
}

template <class T>
Status read_integers(const std::string& where, const FieldView& field, std::vector<T>& out) {
  std::vector<T> values(static_cast<std::size_t>(field.length));
  for (std::int32_t i = 0; i < field.length; ++i) {
    std::int64_t value = 0;
    if (!read_integer(field, i, value)) return wrong_type(where, field, "kINT32 or kINT64");
    if (value < std::numeric_limits<T>::min() || value > std::numeric_limits<T>::max()) {
      return out_of_range(where + " is " + std::to_string(value) + "; must fit 32 bits");
    }
    values[static_cast<std::size_t>(i)] = static_cast<T>(value);
  }
  out = std::move(values);
  return Status::ok();
}

Status read_reals(const std::string& where, const FieldView& field, std::vector<float>& out) {
  std::vector<float> values(static_cast<std::size_t>(field.length));
  for (std::int32_t i = 0; i < field.length; ++i) {
    double value = 0.0;
    if (!read_real(field, i, value)) return wrong_type(where, field, "kFLOAT32");
    values[static_cast<std::size_t>(i)] = static_cast<float>(value);
  }
  out = std::move(values);
  return Status::ok();
}

// Writes a field's value into the attribute's place.
class Reader {
 public:
  Reader(const AttributeSpec& spec, const FieldView& field, std::string where)
      : spec_(spec), field_(field), where_(std::move(where)) {}

  Status operator()(std::int32_t* out) const { return scalar(out); }
  Status operator()(std::int64_t* out) const { return scalar(out); }
  Status operator()(std::vector<std::int32_t>* out) const {
    return read_integers(where_, field_, *out);
  }
  Status operator()(std::vector<std::int64_t>* out) const {
    return read_integers(where_, field_, *out);
  }
  Status operator()(std::vector<float>* out) const { return read_reals(where_, field_, *out); }

  Status operator()(float* out) const {
    if (field_.length != 1) return wrong_type(where_, field_, "kFLOAT32 of length 1");
    std::vector<float> one;
    PLUGSMITH_RETURN_IF_ERROR(read_reals(where_, field_, one));
    *out = one[0];
    return Status::ok();
  }
  Status operator()(bool* out) const {
    std::int32_t value = 0;
    PLUGSMITH_RETURN_IF_ERROR(scalar(&value));
    if (value != 0 && value != 1) {
      return invalid_argument(where_ + " is " + std::to_string(value) + "; must be 0 or 1");
    }
    *out = value == 1;
    return Status::ok();
  }
  Status operator()(std::string* out) const {
    if (field_.type != FieldType::kChar) return wrong_type(where_, field_, "kCHAR");
    *out = read_text(field_);
    return Status::ok();
  }
  Status operator()(std::vector<std::string>* out) const {
    if (field_.type != FieldType::kChar) return wrong_type(where_, field_, "kCHAR");
    std::vector<std::string> values;
    const auto* begin = static_cast<const char*>(field_.data);
    const char* end = begin + field_.length;
    while (begin < end) {
      const char* stop = std::find(begin, end, '\0');
      values.emplace_back(begin, stop);
      begin = stop == end ? end : stop + 1;
    }
    *out = std::move(values);
    return Status::ok();
  }
  Status operator()(const EnumRef& out) const {
    const std::vector<std::string>& names = spec_.value_names();
    if (field_.type == FieldType::kChar && !names.empty()) {
      const std::string text = read_text(field_);
      const auto found = std::find(names.begin(), names.end(), text);
      if (found != names.end()) {
        out.set(out.member, static_cast<std::int32_t>(found - names.begin()));
        return Status::ok();
      }
      std::int32_t number = 0;
      const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
      if (error == std::errc() && stop == text.data() + text.size()) {
        out.set(out.member, number);  // a number in words; its range is checked with the others
        return Status::ok();
      }
      std::string wanted;
      for (const std::string& name : names) wanted += (wanted.empty() ? "\"" : ", \"") + name + '"';
      return invalid_argument(where_ + " is \"" + text + "\"; must be one of " + wanted);
    }
    std::int32_t value = 0;
    PLUGSMITH_RETURN_IF_ERROR(scalar(&value));
    out.set(out.member, value);
    return Status::ok();
  }

 private:
  template <class T>
  Status scalar(T* out) const {
    if (field_.length != 1) {
      return wrong_type(where_, field_, "kINT32 of length 1");
    }
    std::vector<T> one;
    PLUGSMITH_RETURN_IF_ERROR(read_integers(where_, field_, one));
    *out = one[0];
    return Status::ok();
  }

  const AttributeSpec& spec_;
  const FieldView& field_;
  std::string where_;
};

}  // namespace

Status read_field(const std::string& op, const AttributeSpec& spec, const FieldView& field) {
  const std::string where = attribute_place(op, spec.name());
  if (field.length < 0 || (field.length > 0 && field.data == nullptr)) {
    return invalid_argument(where + " has length " + std::to_string(field.length) +
                            (field.data == nullptr ? " and null data" : "") +
                            "; must point to that many elements");
  }
  return std::visit(Reader(spec, field, where), spec.ref());
}

}  // namespace v1
}  // namespace plugsmith
