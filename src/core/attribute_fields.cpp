// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "plugsmith/attributes.hpp"
#include "src/core/field_reader.hpp"

namespace plugsmith {
inline namespace v1 {
namespace {

const AttributeSpec* find(const Attributes& attributes, const std::string& name) {
  for (const AttributeSpec& spec : attributes.specs()) {
    if (spec.name() == name) return &spec;
  }
  return nullptr;
}

std::string known_names(const Attributes& attributes) {
  std::string text;
  for (const AttributeSpec& spec : attributes.specs()) {
    text += (text.empty() ? "" : ", ") + spec.name();
  }
  return text.empty() ? "it has no attributes" : "it has: " + text;
}

Status unnamed_field(const std::string& op) {
  return invalid_argument(op + ": a field has no name (null pointer); give each field a name");
}

// The schema version of an engine, or a refusal if it is newer than ours. Engines of hand-written
// plugins have none: they count as version 1.
Result<std::int32_t> engine_schema(const std::string& op, const Attributes& attributes,
                                   const std::vector<FieldView>& fields) {
  for (const FieldView& field : fields) {
    if (std::strcmp(field.name, kSchemaField) != 0) continue;
    std::int64_t schema = 0;
    if (field.length != 1 || field.data == nullptr || !read_integer(field, 0, schema)) {
      return wrong_type(attribute_place(op, kSchemaField), field, "kINT32 of length 1");
    }
    if (schema > attributes.schema() || schema < 1) {
      return unsupported(op + ": the engine was built with schema " + std::to_string(schema) +
                         " of this op, this library knows up to " +
                         std::to_string(attributes.schema()) +
                         "; load the library that the engine was built with, or a newer one");
    }
    return static_cast<std::int32_t>(schema);
  }
  return 1;
}

const FieldView* stored_field(const AttributeSpec& spec, const std::vector<FieldView>& fields) {
  for (const FieldView& field : fields) {
    if (spec.name() == field.name) return &field;
    if (!spec.old_name().empty() && spec.old_name() == field.name) return &field;
  }
  return nullptr;
}

template <class T>
void store(FieldData& field, const T* values, std::size_t count) {
  field.length = static_cast<std::int32_t>(count);
  field.bytes.resize(count * sizeof(T));
  if (count > 0) std::memcpy(field.bytes.data(), values, count * sizeof(T));
}

class Writer {
 public:
  explicit Writer(FieldData& field) : field_(field) {}
  void operator()(const bool* value) const {
    const std::int32_t number = *value ? 1 : 0;
    store(field_, &number, 1);
  }
  void operator()(const EnumRef& ref) const {
    const std::int32_t number = ref.get(ref.member);
    store(field_, &number, 1);
  }
  void operator()(const std::string* text) const { store(field_, text->c_str(), text->size() + 1); }
  void operator()(const std::vector<std::string>* list) const {
    std::string joined;
    for (const std::string& text : *list) joined.append(text.c_str(), text.size() + 1);
    store(field_, joined.data(), joined.size());
  }
  template <class T>
  void operator()(const std::vector<T>* list) const {
    store(field_, list->data(), list->size());
  }
  template <class T>
  void operator()(const T* value) const {
    store(field_, value, 1);
  }

 private:
  FieldData& field_;
};

FieldData written(const AttributeSpec& spec) {
  FieldData field;
  field.name = spec.name();
  field.type = spec.field_type();
  std::visit(Writer(field), spec.ref());
  return field;
}

}  // namespace

Status read_build_fields(const std::string& op, const Attributes& attributes,
                         const std::vector<FieldView>& fields) {
  for (const FieldView& field : fields) {
    if (field.name == nullptr) return unnamed_field(op);
    const AttributeSpec* spec = find(attributes, field.name);
    if (spec == nullptr) {
      return invalid_argument(op + ": no attribute \"" + field.name + "\"; " +
                              known_names(attributes));
    }
    PLUGSMITH_RETURN_IF_ERROR(read_field(op, *spec, field));
  }
  return Status::ok();
}

Status read_engine_fields(const std::string& op, const Attributes& attributes,
                          const std::vector<FieldView>& fields) {
  for (const FieldView& field : fields) {
    if (field.name == nullptr) return unnamed_field(op);
  }
  const Result<std::int32_t> schema = engine_schema(op, attributes, fields);
  if (!schema.is_ok()) return schema.status();
  for (const AttributeSpec& spec : attributes.specs()) {
    if (spec.is_build_only()) continue;
    const FieldView* field = stored_field(spec, fields);
    if (field != nullptr) {
      PLUGSMITH_RETURN_IF_ERROR(read_field(op, spec, *field));
    } else if (spec.since_schema() <= *schema) {
      return invalid_argument(attribute_place(op, spec.name()) +
                              " is missing from the engine; it was not written by this op");
    }
  }
  return Status::ok();
}

bool are_plugsmith_fields(const std::vector<FieldView>& fields) {
  return std::any_of(fields.begin(), fields.end(), [](const FieldView& field) {
    return field.name != nullptr && std::strcmp(field.name, kSchemaField) == 0;
  });
}

std::vector<FieldData> write_engine_fields(const Attributes& attributes) {
  std::vector<FieldData> fields;
  FieldData& schema = fields.emplace_back();
  schema.name = kSchemaField;
  schema.type = FieldType::kInt32;
  const std::int32_t version = attributes.schema();
  store(schema, &version, 1);
  for (const AttributeSpec& spec : attributes.specs()) {
    if (!spec.is_build_only()) fields.push_back(written(spec));
  }
  return fields;
}

std::vector<FieldData> write_build_fields(const Attributes& attributes) {
  std::vector<FieldData> fields;
  for (const AttributeSpec& spec : attributes.specs()) fields.push_back(written(spec));
  return fields;
}

}  // namespace v1
}  // namespace plugsmith
