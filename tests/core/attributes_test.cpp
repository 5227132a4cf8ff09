// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "plugsmith/attributes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace plugsmith {
namespace {

enum class Mode : std::int32_t { kNearest, kLinear };

// One attribute of every kind.
struct Everything {
  std::int32_t small = 1;
  std::int64_t big = 2;
  float real = 0.5F;
  bool flag = false;
  std::string text = "abc";
  Mode mode = Mode::kNearest;
  std::vector<std::int32_t> smalls{1, 2};
  std::vector<std::int64_t> bigs{3};
  std::vector<float> reals{0.5F};
  std::vector<std::string> texts{"a", "bc"};

  void attributes(Attributes& visit) {
    visit("small", small).at_least(0).at_most(9);
    visit("big", big);
    visit("real", real).at_least(0.0).at_most(1.0);
    visit("flag", flag);
    visit("text", text);
    visit("mode", mode).names({"nearest", "linear"});
    visit("smalls", smalls).size_between(1, 3).at_least(0);
    visit("bigs", bigs);
    visit("reals", reals);
    visit("texts", texts);
  }
};

template <class T>
FieldView field(const char* name, FieldType type, const std::vector<T>& values) {
  return {name, values.data(), type, static_cast<std::int32_t>(values.size())};
}

template <class Op>
Attributes attributes_of(Op& op) {
  Attributes attributes;
  op.attributes(attributes);
  return attributes;
}

Status read(Everything& op, const FieldView& view) {
  const Attributes attributes = attributes_of(op);
  PLUGSMITH_RETURN_IF_ERROR(read_build_fields("Op", attributes, {view}));
  for (const AttributeSpec& spec : attributes.specs()) PLUGSMITH_RETURN_IF_ERROR(spec.check("Op"));
  return Status::ok();
}

TEST(Attributes, TakeTheirValuesFromFieldsOfTheirType) {
  Everything op;
  EXPECT_TRUE(read(op, field<std::int32_t>("small", FieldType::kInt32, {7})).is_ok());
  EXPECT_TRUE(read(op, field<std::int32_t>("big", FieldType::kInt32, {8})).is_ok());
  EXPECT_TRUE(read(op, field<float>("real", FieldType::kFloat32, {0.25F})).is_ok());
  EXPECT_TRUE(read(op, field<std::int32_t>("flag", FieldType::kInt32, {1})).is_ok());
  EXPECT_TRUE(read(op, field<char>("text", FieldType::kChar, {'x', 'y', '\0'})).is_ok());
  EXPECT_TRUE(
      read(op, field<char>("mode", FieldType::kChar, {'l', 'i', 'n', 'e', 'a', 'r'})).is_ok());
  EXPECT_TRUE(read(op, field<std::int64_t>("smalls", FieldType::kInt64, {4, 5, 6})).is_ok());
  EXPECT_TRUE(read(op, field<std::int32_t>("bigs", FieldType::kInt32, {})).is_ok());
  EXPECT_TRUE(read(op, field<double>("reals", FieldType::kFloat64, {1.5, 2.5})).is_ok());
  EXPECT_TRUE(read(op, field<char>("texts", FieldType::kChar, {'p', '\0', 'q', '\0'})).is_ok());
  EXPECT_EQ(op.small, 7);
  EXPECT_EQ(op.big, 8);
  EXPECT_EQ(op.real, 0.25F);
  EXPECT_TRUE(op.flag);
  EXPECT_EQ(op.text, "xy");
  EXPECT_EQ(op.mode, Mode::kLinear);
  EXPECT_EQ(op.smalls, (std::vector<std::int32_t>{4, 5, 6}));
  EXPECT_TRUE(op.bigs.empty());
  EXPECT_EQ(op.reals, (std::vector<float>{1.5F, 2.5F}));
  EXPECT_EQ(op.texts, (std::vector<std::string>{"p", "q"}));
}

TEST(Attributes, TakeAnEnumerationByItsNumberToo) {
  Everything op;
  ASSERT_TRUE(read(op, field<std::int32_t>("mode", FieldType::kInt32, {1})).is_ok());
  EXPECT_EQ(op.mode, Mode::kLinear);
}

TEST(Attributes, TakeAnEnumerationByItsNumberInWords) {
  Everything op;
  ASSERT_TRUE(read(op, field<char>("mode", FieldType::kChar, {'1', '\0'})).is_ok());
  EXPECT_EQ(op.mode, Mode::kLinear);
  const Status status = read(op, field<char>("mode", FieldType::kChar, {'7', '\0'}));
  EXPECT_EQ(status.message(),
            "Op: attribute \"mode\" is 7; must be one of [\"nearest\", \"linear\"]");
}

TEST(Attributes, AdvertiseAnEnumerationWithNamesAsText) {
  Everything op;
  const Attributes attributes = attributes_of(op);
  EXPECT_EQ(attributes.specs()[5].name(), "mode");
  EXPECT_EQ(attributes.specs()[5].advertised_type(), FieldType::kChar);
  EXPECT_EQ(attributes.specs()[5].field_type(), FieldType::kInt32);
  EXPECT_EQ(attributes.specs()[0].advertised_type(), FieldType::kInt32);
}

TEST(Attributes, RefuseWhatDoesNotFitAndSayHowToMendIt) {
  const std::vector<std::int32_t> one{1}, two{1, 2}, many{1, 2, 3, 4}, negative{-4}, five{5};
  const std::vector<std::int64_t> huge{std::int64_t{1} << 40};
  const std::vector<float> real{1.5F}, nan{std::nanf("")};
  const std::vector<char> cubic{'c', 'u', 'b', 'i', 'c'};
  const struct {
    FieldView view;
    StatusCode code;
    const char* message;
  } cases[] = {
      {field("small", FieldType::kInt32, negative), StatusCode::kInvalidArgument,
       "Op: attribute \"small\" is -4; must be at least 0"},
      {field("small", FieldType::kInt64, huge), StatusCode::kOutOfRange,
       "Op: attribute \"small\" is 1099511627776; must fit 32 bits"},
      {field("small", FieldType::kFloat32, real), StatusCode::kInvalidArgument,
       "Op: attribute \"small\" is kFLOAT32 of length 1; must be kINT32 or kINT64"},
      {field("small", FieldType::kInt32, two), StatusCode::kInvalidArgument,
       "Op: attribute \"small\" is kINT32 of length 2; must be kINT32 of length 1"},
      {field("real", FieldType::kInt32, one), StatusCode::kInvalidArgument,
       "Op: attribute \"real\" is kINT32 of length 1; must be kFLOAT32"},
      {field("real", FieldType::kFloat32, real), StatusCode::kInvalidArgument,
       "Op: attribute \"real\" is 1.5; must be at most 1"},
      {field("real", FieldType::kFloat32, nan), StatusCode::kInvalidArgument,
       "Op: attribute \"real\" is nan; must be at least 0"},
      {field("flag", FieldType::kInt32, five), StatusCode::kInvalidArgument,
       "Op: attribute \"flag\" is 5; must be 0 or 1"},
      {field("text", FieldType::kInt32, one), StatusCode::kInvalidArgument,
       "Op: attribute \"text\" is kINT32 of length 1; must be kCHAR"},
      {field("mode", FieldType::kChar, cubic), StatusCode::kInvalidArgument,
       "Op: attribute \"mode\" is \"cubic\"; must be one of \"nearest\", \"linear\""},
      {field("mode", FieldType::kInt32, five), StatusCode::kInvalidArgument,
       "Op: attribute \"mode\" is 5; must be one of [\"nearest\", \"linear\"]"},
      {field("smalls", FieldType::kInt32, many), StatusCode::kInvalidArgument,
       "Op: attribute \"smalls\" has 4 elements; must have 1 to 3"},
      {field("smalls", FieldType::kInt32, negative), StatusCode::kInvalidArgument,
       "Op: attribute \"smalls\" is -4; must be at least 0"},
      {{"small", nullptr, FieldType::kInt32, 1},
       StatusCode::kInvalidArgument,
       "Op: attribute \"small\" has length 1 and null data; must point to that many elements"},
      {{"small", one.data(), FieldType::kInt32, -1},
       StatusCode::kInvalidArgument,
       "Op: attribute \"small\" has length -1; must point to that many elements"},
      {field("smal", FieldType::kInt32, one), StatusCode::kInvalidArgument,
       "Op: no attribute \"smal\"; it has: small, big, real, flag, text, mode, smalls, bigs, "
       "reals, "
       "texts"},
      {{nullptr, one.data(), FieldType::kInt32, 1},
       StatusCode::kInvalidArgument,
       "Op: a field has no name (null pointer); give each field a name"},
  };
  for (const auto& bad : cases) {
    Everything op;
    const Status status = read(op, bad.view);
    EXPECT_EQ(status.message(), bad.message);
    EXPECT_EQ(status.code(), bad.code) << bad.message;
  }
}

TEST(Attributes, AdvertiseTheFieldTypeThatTheOnnxParserDelivers) {
  Everything op;
  const Attributes attributes = attributes_of(op);
  std::vector<FieldType> types;
  for (const AttributeSpec& spec : attributes.specs()) types.push_back(spec.field_type());
  EXPECT_EQ(types, (std::vector<FieldType>{FieldType::kInt32, FieldType::kInt64,
                                           FieldType::kFloat32, FieldType::kInt32, FieldType::kChar,
                                           FieldType::kInt32, FieldType::kInt32, FieldType::kInt64,
                                           FieldType::kFloat32, FieldType::kChar}));
}

std::vector<FieldView> views(const std::vector<FieldData>& fields) {
  std::vector<FieldView> result;
  for (const FieldData& f : fields) {
    result.push_back({f.name.c_str(), f.bytes.data(), f.type, f.length});
  }
  return result;
}

TEST(EngineFields, BringEveryAttributeBackToTheLastBit) {
  Everything op;
  op.small = 9;
  op.big = std::numeric_limits<std::int64_t>::min();
  op.real = 0.1F;
  op.flag = true;
  op.text = "";
  op.mode = Mode::kLinear;
  op.smalls = {};
  op.bigs = {std::int64_t{1} << 50, -1};
  op.reals = {-0.0F, 1e-40F};
  op.texts = {"", "x", ""};
  const std::vector<FieldData> stored = write_engine_fields(attributes_of(op));
  Everything back;
  const Status status = read_engine_fields("Op", attributes_of(back), views(stored));
  ASSERT_TRUE(status.is_ok()) << status.message();
  EXPECT_EQ(back.small, op.small);
  EXPECT_EQ(back.big, op.big);
  EXPECT_EQ(back.real, op.real);
  EXPECT_EQ(back.flag, op.flag);
  EXPECT_EQ(back.text, op.text);
  EXPECT_EQ(back.mode, op.mode);
  EXPECT_EQ(back.smalls, op.smalls);
  EXPECT_EQ(back.bigs, op.bigs);
  EXPECT_EQ(std::memcmp(back.reals.data(), op.reals.data(), 2 * sizeof(float)), 0);
  EXPECT_EQ(back.texts, op.texts);
}

struct VersionOne {
  float slope = 0.5F;
  void attributes(Attributes& visit) { visit("slope", slope); }
};
struct VersionTwo {
  float alpha = 0.1F;
  std::int32_t axis = -1;
  void attributes(Attributes& visit) {
    visit("alpha", alpha).renamed_from("slope");
    visit("axis", axis).since(2);
  }
};

TEST(EngineFields, OfAnOlderSchemaAreMigrated) {
  VersionOne old{0.75F};
  const std::vector<FieldData> stored = write_engine_fields(attributes_of(old));
  VersionTwo present;
  ASSERT_TRUE(read_engine_fields("Op", attributes_of(present), views(stored)).is_ok());
  EXPECT_EQ(present.alpha, 0.75F);
  EXPECT_EQ(present.axis, -1);
}

TEST(EngineFields, OfANewerSchemaAreRefusedWithAdvice) {
  VersionTwo present;
  const std::vector<FieldData> stored = write_engine_fields(attributes_of(present));
  VersionOne old;
  const Status status = read_engine_fields("Op", attributes_of(old), views(stored));
  EXPECT_EQ(status.code(), StatusCode::kUnsupported);
  EXPECT_EQ(status.message(),
            "Op: the engine was built with schema 2 of this op, this library knows up to 1; load "
            "the library that the engine was built with, or a newer one");
}

TEST(EngineFields, WithoutANameAreRefusedWhereverTheyStand) {
  Everything op;
  const std::vector<FieldData> stored = write_engine_fields(attributes_of(op));
  for (std::size_t place = 0; place <= stored.size(); ++place) {
    std::vector<FieldView> fields = views(stored);
    fields.insert(fields.begin() + static_cast<std::ptrdiff_t>(place), FieldView{});
    EXPECT_EQ(read_engine_fields("Op", attributes_of(op), fields).message(),
              "Op: a field has no name (null pointer); give each field a name");
  }
}

TEST(EngineFields, ThatLackAnAttributeAreRefused) {
  VersionOne op;
  const Status status = read_engine_fields("Op", attributes_of(op), {});
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(status.message(),
            "Op: attribute \"slope\" is missing from the engine; it was not written by this op");
}

}  // namespace
}  // namespace plugsmith
