// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/graph/node_fields.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <onnx/onnx_pb.h>

#include <cstring>

namespace plugsmith::graph {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Attribute = onnx::AttributeProto;
using Tensor = onnx::TensorProto;

constexpr ParserVersion k1016 = {10, 16};

Attribute attribute_of(Attribute::AttributeType type) {
  Attribute attribute;
  attribute.set_name("a");
  attribute.set_type(type);
  return attribute;
}

Attribute tensor_of(int type, std::int64_t count) {
  Attribute attribute = attribute_of(Attribute::TENSOR);
  attribute.mutable_t()->set_data_type(type);
  attribute.mutable_t()->add_dims(count);
  return attribute;
}

host::FieldValue accepted(const Attribute& attribute, const ParserVersion& version = k1016) {
  std::vector<std::string> warnings;
  auto field = field_from(attribute, version, warnings);
  EXPECT_TRUE(field.is_ok()) << field.status().message();
  EXPECT_THAT(warnings, IsEmpty());
  return field.is_ok() ? *field : host::FieldValue();
}

std::string refused(const Attribute& attribute, const ParserVersion& version = k1016) {
  std::vector<std::string> warnings;
  auto field = field_from(attribute, version, warnings);
  EXPECT_FALSE(field.is_ok());
  if (field.is_ok()) return "accepted";
  EXPECT_EQ(field.status().code(), StatusCode::kUnsupported);
  return field.status().message();
}

template <class T>
std::vector<T> values(const host::FieldValue& field) {
  EXPECT_EQ(field.data.size() % sizeof(T), 0U);
  std::vector<T> result(field.data.size() / sizeof(T));
  if (!result.empty()) std::memcpy(result.data(), field.data.data(), field.data.size());
  return result;
}

std::string text(const host::FieldValue& field) {
  return {reinterpret_cast<const char*>(field.data.data()), field.data.size()};
}

TEST(NodeFields, FloatIsOneFloat32) {
  Attribute attribute = attribute_of(Attribute::FLOAT);
  attribute.set_f(1.5F);
  const auto field = accepted(attribute);
  EXPECT_EQ(field.name, "a");
  EXPECT_EQ(field.type, FieldType::kFloat32);
  EXPECT_EQ(field.length, 1);
  EXPECT_THAT(values<float>(field), ElementsAre(1.5F));
  EXPECT_EQ(accepted(attribute, {7, 1}).length, 4);  // bytes, in that version
}

TEST(NodeFields, IntIsOneInt32) {
  Attribute attribute = attribute_of(Attribute::INT);
  attribute.set_i(-7);
  const auto field = accepted(attribute);
  EXPECT_EQ(field.type, FieldType::kInt32);
  EXPECT_EQ(field.length, 1);
  EXPECT_THAT(values<std::int32_t>(field), ElementsAre(-7));
}

TEST(NodeFields, AnIntThatDoesNotFitIsCutWithAWarning) {
  Attribute attribute = attribute_of(Attribute::INT);
  attribute.set_i(5'000'000'000);
  std::vector<std::string> warnings;
  const auto field = field_from(attribute, k1016, warnings);
  ASSERT_TRUE(field.is_ok());
  EXPECT_THAT(values<std::int32_t>(*field), ElementsAre(705032704));
  EXPECT_THAT(warnings,
              ElementsAre("attribute \"a\" is 5000000000; TensorRT's parser cuts it to 32 "
                          "bits: the plugin gets 705032704"));
}

TEST(NodeFields, StringIsCharsWithTheirNulFrom85On) {
  Attribute attribute = attribute_of(Attribute::STRING);
  attribute.set_s("abc");
  auto field = accepted(attribute);
  EXPECT_EQ(field.type, FieldType::kChar);
  EXPECT_EQ(field.length, 4);
  EXPECT_EQ(text(field), std::string("abc\0", 4));
  EXPECT_EQ(accepted(attribute, {8, 5}).length, 4);
  field = accepted(attribute, {8, 4});
  EXPECT_EQ(field.length, 3);
  EXPECT_EQ(text(field), "abc");
  attribute.set_s("");
  EXPECT_EQ(accepted(attribute).length, 1);
  EXPECT_TRUE(accepted(attribute, {8, 4}).data.empty());
}

TEST(NodeFields, ListsHaveOneElementEach) {
  Attribute floats = attribute_of(Attribute::FLOATS);
  floats.add_floats(1);
  floats.add_floats(2);
  const auto field = accepted(floats);
  EXPECT_EQ(field.type, FieldType::kFloat32);
  EXPECT_EQ(field.length, 2);
  EXPECT_THAT(values<float>(field), ElementsAre(1, 2));
  Attribute ints = attribute_of(Attribute::INTS);
  for (const int value : {3, -4, 5}) ints.add_ints(value);
  EXPECT_EQ(accepted(ints).type, FieldType::kInt32);
  EXPECT_EQ(accepted(ints).length, 3);
  EXPECT_THAT(values<std::int32_t>(accepted(ints)), ElementsAre(3, -4, 5));
  const auto empty = accepted(attribute_of(Attribute::INTS));
  EXPECT_EQ(empty.length, 0);
  EXPECT_TRUE(empty.data.empty());
}

TEST(NodeFields, StringsStandOneAfterTheOther) {
  Attribute attribute = attribute_of(Attribute::STRINGS);
  attribute.add_strings("ab");
  attribute.add_strings("c");
  EXPECT_EQ(accepted(attribute).type, FieldType::kChar);
  EXPECT_EQ(accepted(attribute).length, 5);
  EXPECT_EQ(text(accepted(attribute)), std::string("ab\0c\0", 5));
  EXPECT_EQ(text(accepted(attribute, {8, 4})), "abc");
}

TEST(NodeFields, TensorsKeepTheTypesThatThePluginCanHave) {
  Attribute floats = tensor_of(Tensor::FLOAT, 2);
  floats.mutable_t()->add_float_data(1);
  floats.mutable_t()->add_float_data(2);
  EXPECT_EQ(accepted(floats).type, FieldType::kFloat32);
  EXPECT_EQ(accepted(floats).length, 2);
  EXPECT_THAT(values<float>(accepted(floats)), ElementsAre(1, 2));
  struct Row {
    int onnx;
    FieldType field;
  };
  for (const Row& row :
       {Row{Tensor::INT8, FieldType::kInt8}, Row{Tensor::INT16, FieldType::kInt16},
        Row{Tensor::INT32, FieldType::kInt32}, Row{Tensor::FLOAT16, FieldType::kFloat16},
        Row{Tensor::BFLOAT16, FieldType::kBf16}}) {
    Attribute typed = tensor_of(row.onnx, 2);
    typed.mutable_t()->add_int32_data(1);
    typed.mutable_t()->add_int32_data(2);
    const auto field = accepted(typed);
    EXPECT_EQ(field.type, row.field);
    EXPECT_EQ(field.length, 2);
    const auto width = static_cast<std::size_t>(bytes_of(row.field));
    ASSERT_EQ(field.data.size(), 2 * width);
    EXPECT_EQ(field.data[0], std::byte{1});
    EXPECT_EQ(field.data[width], std::byte{2});
    Attribute raw = tensor_of(row.onnx, 2);
    raw.mutable_t()->set_raw_data(text(field));
    EXPECT_EQ(accepted(raw).data, field.data);
    EXPECT_EQ(accepted(raw).type, row.field);
  }
}

TEST(NodeFields, ATensorOfDoublesIsNarrowedToFloat32) {
  Attribute attribute = tensor_of(Tensor::DOUBLE, 2);
  attribute.mutable_t()->add_double_data(0.5);
  attribute.mutable_t()->add_double_data(-3);
  EXPECT_EQ(accepted(attribute).type, FieldType::kFloat32);
  EXPECT_EQ(accepted(attribute).length, 2);
  EXPECT_THAT(values<float>(accepted(attribute)), ElementsAre(0.5F, -3));
}

TEST(NodeFields, ATensorOfUint8IsWidenedToInt32From80On) {
  Attribute attribute = tensor_of(Tensor::UINT8, 2);
  attribute.mutable_t()->set_raw_data(std::string("\xFF\x01", 2));
  EXPECT_EQ(accepted(attribute).type, FieldType::kInt32);
  EXPECT_THAT(values<std::int32_t>(accepted(attribute)), ElementsAre(255, 1));
  EXPECT_THAT(refused(attribute, {7, 2}), HasSubstr("is a tensor of uint8"));
}

TEST(NodeFields, ATensorOfInt64IsRefusedFrom90On) {
  Attribute attribute = tensor_of(Tensor::INT64, 1);
  attribute.mutable_t()->add_int64_data(9);
  EXPECT_EQ(refused(attribute),
            "attribute \"a\" is a tensor of int64, which the ONNX parser of TensorRT 10.16 cannot "
            "hand to a plugin; use float32, float16, int8, int16 or int32, or make it an input");
  EXPECT_EQ(accepted(attribute, {8, 6}).type, FieldType::kInt32);
  EXPECT_THAT(values<std::int32_t>(accepted(attribute, {8, 6})), ElementsAre(9));
}

TEST(NodeFields, ATensorOfBfloat16IsRefusedBefore90) {
  Attribute attribute = tensor_of(Tensor::BFLOAT16, 1);
  attribute.mutable_t()->add_int32_data(1);
  EXPECT_THAT(refused(attribute, {8, 6}), HasSubstr("is a tensor of bfloat16"));
}

TEST(NodeFields, OtherTensorsAreRefused) {
  for (const int type :
       {int{Tensor::BOOL}, int{Tensor::UINT16}, int{Tensor::UINT32}, int{Tensor::UINT64},
        int{Tensor::COMPLEX64}, int{Tensor::STRING}, 17, 22}) {
    EXPECT_THAT(refused(tensor_of(type, 0)), HasSubstr("attribute \"a\" is a tensor of ")) << type;
  }
}

TEST(NodeFields, OtherAttributeTypesAreRefused) {
  for (const auto type : {Attribute::GRAPH, Attribute::GRAPHS, Attribute::TENSORS,
                          Attribute::SPARSE_TENSOR, Attribute::SPARSE_TENSORS,
                          Attribute::TYPE_PROTO, Attribute::TYPE_PROTOS, Attribute::UNDEFINED}) {
    EXPECT_EQ(refused(attribute_of(type)),
              "attribute \"a\" is of type " + Attribute::AttributeType_Name(type) +
                  ", which TensorRT's ONNX parser cannot hand to a plugin");
  }
}

onnx::NodeProto node_with(std::initializer_list<const char*> names) {
  onnx::NodeProto node;
  for (const char* name : names) {
    auto* attribute = node.add_attribute();
    attribute->set_name(name);
    attribute->set_type(Attribute::INT);
    attribute->set_i(1);
  }
  return node;
}

host::CreatorInfo creator_with(std::initializer_list<const char*> names) {
  host::CreatorInfo creator;
  creator.name = "PadTo_PS";
  // The advertised type says nothing: ONNX's decides.
  for (const char* name : names) creator.fields.push_back({name, FieldType::kFloat64, 3});
  return creator;
}

TEST(NodeFields, AreTheAdvertisedOnesInTheCreatorsOrder) {
  const auto fields = node_fields(node_with({"width", "height"}),
                                  creator_with({"height", "value", "width"}), k1016);
  ASSERT_TRUE(fields.is_ok());
  ASSERT_EQ(fields->fields.size(), 2U);
  EXPECT_EQ(fields->fields[0].name, "height");
  EXPECT_EQ(fields->fields[0].type, FieldType::kInt32);
  EXPECT_EQ(fields->fields[1].name, "width");
  EXPECT_THAT(fields->warnings, IsEmpty());
}

TEST(NodeFields, MustAllBeThereIn71) {
  const auto fields = node_fields(node_with({}), creator_with({"height"}), {7, 1});
  ASSERT_FALSE(fields.is_ok());
  EXPECT_EQ(fields.status().message(),
            "attribute \"height\" is missing, and the parser of TensorRT 7.1 demands all that the "
            "creator advertises");
}

TEST(NodeFields, WarnOfAnAttributeThatNobodyWillSee) {
  const auto fields =
      node_fields(node_with({"heigth", "colour", "plugin_version", "plugin_namespace",
                             "tensorrt_plugin_shape_input_indices"}),
                  creator_with({"height", "width"}), k1016);
  ASSERT_TRUE(fields.is_ok());
  EXPECT_THAT(fields->fields, IsEmpty());
  EXPECT_THAT(
      fields->warnings,
      ElementsAre("attribute \"heigth\" never reaches the plugin: creator \"PadTo_PS\" does "
                  "not advertise it, and TensorRT drops it without a word; did you mean "
                  "\"height\"?",
                  "attribute \"colour\" never reaches the plugin: creator \"PadTo_PS\" does "
                  "not advertise it, and TensorRT drops it without a word"));
}

}  // namespace
}  // namespace plugsmith::graph
