// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine_support.hpp"

namespace plugsmith::graph {
namespace {

using host::DimValues;
using testing::fake_creator;
using testing::FakeHost;
using testing::FakeOp;
using ::testing::HasSubstr;
using testing::Outcome;
using testing::run;
using testing::values;
using testing::volume;

/// Copies its input, element for element, whatever the type.
FakeOp copying(std::vector<std::vector<std::byte>>& seen) {
  FakeOp op;
  op.creator = fake_creator("Copy_PS");
  op.compute = [&seen](const auto& inputs, const auto&, auto& outputs) {
    // Both types of 2 bytes in these tests; the test says how wide its type is through `seen`.
    const std::size_t bytes = static_cast<std::size_t>(volume(inputs[0].dims)) * seen[0].size();
    const auto* x = static_cast<const std::byte*>(inputs[0].data);
    seen.emplace_back(x, x + bytes);
    std::memcpy(outputs[0].data, x, bytes);
    return Status::ok();
  };
  return op;
}

struct TypeCase {
  const char* onnx;
  DataType type;
  std::vector<std::uint64_t> x;      ///< bits of two elements
  std::vector<std::uint64_t> twice;  ///< bits of 2 x
};

class CpuEngineTypes : public ::testing::TestWithParam<TypeCase> {};

std::vector<std::byte> packed(const std::vector<std::uint64_t>& bits, std::size_t width) {
  std::vector<std::byte> bytes(bits.size() * width);
  for (std::size_t i = 0; i < bits.size(); ++i) {
    std::memcpy(bytes.data() + i * width, &bits[i], width);
  }
  return bytes;
}

TEST_P(CpuEngineTypes, ShowThePluginOnnxsTypeWhereverOpenVinoComputesInAnother) {
  const TypeCase& c = GetParam();
  const auto width = static_cast<std::size_t>(bytes_of(c.type, 1));
  std::vector<std::vector<std::byte>> seen = {std::vector<std::byte>(width)};
  FakeHost host({copying(seen)});
  const std::string text = fmt::format(
      "<ir_version: 8, opset_import: [\"\": 17, \"plugsmith\": 1]> g ({0}[N] x) => ({0}[N] y, "
      "{0}[N] "
      "z) {{ a = Add (x, x) y = plugsmith.Copy_PS (a) z = Sub (y, x) }}",
      c.onnx);
  const auto x = packed(c.x, width);
  const Outcome result = run(host, text, {{"x", c.type, {2}, x.data()}});
  ASSERT_TRUE(result.status.is_ok()) << result.status.message();
  EXPECT_EQ(host.record().layers.at(0).inputs.at(0).type, c.type);
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_EQ(seen[1], packed(c.twice, width));
  ASSERT_EQ(result.outputs.size(), 2U);
  EXPECT_EQ(result.outputs[0].type, c.type);
  EXPECT_EQ(values<std::byte>(result.outputs[0]), packed(c.twice, width));
  EXPECT_EQ(result.outputs[1].type, c.type);
  EXPECT_EQ(values<std::byte>(result.outputs[1]), x);
}

// float16 1.5 is 0x3E00, 3 is 0x4200; -0.25 is 0xB400, -0.5 is 0xB800. bfloat16: the top of
// float32.
INSTANTIATE_TEST_SUITE_P(
    All, CpuEngineTypes,
    ::testing::Values(
        TypeCase{"float", DataType::kFloat, {0x3FC00000, 0xBE800000}, {0x40400000, 0xBF000000}},
        TypeCase{"float16", DataType::kHalf, {0x3E00, 0xB400}, {0x4200, 0xB800}},
        TypeCase{"bfloat16", DataType::kBf16, {0x3FC0, 0xBE80}, {0x4040, 0xBF00}},
        TypeCase{"int64", DataType::kInt64, {5, ~std::uint64_t{6}}, {10, ~std::uint64_t{13}}},
        TypeCase{"int32", DataType::kInt32, {5, 0xFFFFFFF9}, {10, 0xFFFFFFF2}},
        TypeCase{"int8", DataType::kInt8, {5, 0xF9}, {10, 0xF2}}),
    [](const auto& param) { return std::string(param.param.onnx); });

TEST(CpuEngineTypes, AcceptAPluginThatChangesTheType) {
  FakeOp op;
  op.creator = fake_creator("Round_PS");
  op.types = [](const auto&) { return std::vector{DataType::kInt64}; };
  op.compute = [](const auto& inputs, const auto&, auto& outputs) {
    for (int i = 0; i < 3; ++i) {
      static_cast<std::int64_t*>(outputs[0].data)[i] =
          static_cast<std::int64_t>(static_cast<const float*>(inputs[0].data)[i]);
    }
    return Status::ok();
  };
  FakeHost host({op});
  const std::vector<float> x = {1.5F, -2.5F, 7};
  const Outcome result = run(host, R"(<ir_version: 8, opset_import: ["": 17, "plugsmith": 1]>
g (float[3] x) => (int64[3] y) { a = plugsmith.Round_PS (x)  y = Add (a, a) })",
                             {{"x", DataType::kFloat, {3}, x.data()}});
  ASSERT_TRUE(result.status.is_ok()) << result.status.message();
  EXPECT_EQ(values<std::int64_t>(result.outputs[0]), (std::vector<std::int64_t>{2, -4, 14}));
}

TEST(CpuEngineTypes, RefuseBoolAndUint8AtAPlugin) {
  for (const char* type : {"bool", "uint8"}) {
    FakeHost host({testing::doubling()});
    const std::vector<std::uint8_t> x(2);
    const DataType data_type = type == std::string("bool") ? DataType::kBool : DataType::kUint8;
    const Outcome result = run(
        host,
        fmt::format("<ir_version: 8, opset_import: [\"\": 17, \"plugsmith\": 1]> g ({0}[2] x) => "
                    "({0}[2] y) {{ y = plugsmith.Double_PS (x) }}",
                    type),
        {{"x", data_type, {2}, x.data()}});
    EXPECT_EQ(result.status.code(), StatusCode::kUnsupported);
    EXPECT_EQ(
        result.status.message(),
        fmt::format("node \"node_of_y\" (Double_PS): \"x\" is {}; TensorRT takes neither bool "
                    "nor uint8 as input or output of a plugin: cast it in the model",
                    type));
  }
}

/// The values above zero, and how many they are: K is data dependent.
FakeOp positives() {
  FakeOp op;
  op.creator = fake_creator("Positives_PS");
  op.types = [](const auto&) { return std::vector{DataType::kFloat, DataType::kInt64}; };
  op.infer = [](const auto&) { return std::vector<DimValues>{{-1}, {}}; };
  op.capacity = [](const auto& inputs, const auto&) {
    return std::vector<DimValues>{{volume(inputs[0])}, {}};
  };
  op.compute = [](const auto& inputs, const auto&, auto& outputs) {
    const auto* x = static_cast<const float*>(inputs[0].data);
    std::int64_t count = 0;
    for (std::int64_t i = 0; i < volume(inputs[0].dims); ++i) {
      if (x[i] > 0) static_cast<float*>(outputs[0].data)[count++] = x[i];
    }
    *static_cast<std::int64_t*>(outputs[1].data) = count;
    outputs[0].dims = {count};
    return Status::ok();
  };
  return op;
}

TEST(CpuEngineShapes, MayDependOnTheData) {
  constexpr char kText[] = R"(<ir_version: 8, opset_import: ["": 17, "plugsmith": 1]>
g (float[N] x) => (float[K] y, int64 n) { a, n = plugsmith.Positives_PS (x)  y = Add (a, a) })";
  FakeHost host({positives()});
  for (const bool fix_shape : {false, true}) {
    EngineOptions options;
    if (fix_shape) options.input_shapes["x"] = {4};
    const std::vector<float> x = {1, -2, 3, -4};
    const Outcome result = run(host, kText, {{"x", DataType::kFloat, {4}, x.data()}}, options);
    ASSERT_TRUE(result.status.is_ok()) << result.status.message();
    EXPECT_EQ(result.outputs[0].dims, (DimValues{2}));
    EXPECT_EQ(values<float>(result.outputs[0]), (std::vector<float>{2, 6}));
    EXPECT_EQ(result.outputs[1].dims, DimValues{});
    EXPECT_EQ(values<std::int64_t>(result.outputs[1]), (std::vector<std::int64_t>{2}));
    const std::vector<float> none = {-1, -2, -3, -4};
    auto outputs = result.engine->run({{"x", DataType::kFloat, {4}, none.data()}});
    ASSERT_TRUE(outputs.is_ok()) << outputs.status().message();
    EXPECT_EQ((*outputs)[0].dims, (DimValues{0}));
    const std::vector<float> all = {1, 2, 3, 4};
    outputs = result.engine->run({{"x", DataType::kFloat, {4}, all.data()}});
    ASSERT_TRUE(outputs.is_ok()) << outputs.status().message();
    EXPECT_EQ(values<float>((*outputs)[0]), (std::vector<float>{2, 4, 6, 8}));
  }
}

/// Fills a tensor whose size the shape input gives with the first element of x.
FakeOp filling() {
  FakeOp op;
  op.creator = fake_creator("Fill_PS");
  op.infer = [](const auto&) { return std::vector<DimValues>{{-1, -1}}; };
  op.capacity = [](const auto&, const auto& shapes) { return std::vector<DimValues>{shapes[0]}; };
  op.compute = [](const auto& inputs, const auto& shapes, auto& outputs) {
    auto* y = static_cast<float*>(outputs[0].data);
    std::fill_n(y, volume(shapes[0]), *static_cast<const float*>(inputs[0].data));
    return Status::ok();
  };
  return op;
}

TEST(CpuEngineShapes, MayComeFromAShapeInputConstantOrComputed) {
  const std::vector<float> x = {7};
  for (const char* size : {"s = Constant <value = int64[2] {2, 3}> ()",
                           "one = Constant <value = int64[1] {1}> () two = Add (one, one) "
                           "three = Add (two, one) s = Concat <axis = 0> (two, three)"}) {
    FakeHost host({filling()});
    const Outcome result = run(
        host,
        fmt::format("<ir_version: 8, opset_import: [\"\": 17, \"plugsmith\": 1]> g (float[1] x) => "
                    "(float[A, B] y) {{ {} f = plugsmith.Fill_PS "
                    "<tensorrt_plugin_shape_input_indices = [1]> (x, s) y = Neg (f) }}",
                    size),
        {{"x", DataType::kFloat, {1}, x.data()}});
    ASSERT_TRUE(result.status.is_ok()) << result.status.message();
    ASSERT_EQ(host.record().layers[0].inputs.size(), 1U);
    ASSERT_EQ(host.record().layers[0].shape_inputs.size(), 1U);
    EXPECT_EQ(host.record().layers[0].shape_inputs[0].type, DataType::kInt64);
    ASSERT_EQ(host.record().builds.size(), 1U);
    EXPECT_EQ(host.record().builds[0].shape_input_profile.at(0).max, (DimValues{2, 3}));
    EXPECT_EQ(result.outputs[0].dims, (DimValues{2, 3}));
    EXPECT_EQ(values<float>(result.outputs[0]), std::vector<float>(6, -7.0F));
  }
}

TEST(CpuEngineShapes, OfAShapeInputMayComeFromTheRun) {
  FakeHost host({filling()});
  const std::vector<float> x = {7};
  const std::vector<std::int64_t> size = {4, 1};
  const Outcome result =
      run(host, R"(<ir_version: 8, opset_import: ["": 17, "plugsmith": 1]>
g (float[1] x, int64[2] s) => (float[A, B] y) {
  y = plugsmith.Fill_PS <tensorrt_plugin_shape_input_indices = [-1]> (x, s) })",
          {{"x", DataType::kFloat, {1}, x.data()}, {"s", DataType::kInt64, {2}, size.data()}});
  ASSERT_TRUE(result.status.is_ok()) << result.status.message();
  EXPECT_EQ(result.outputs[0].dims, (DimValues{4, 1}));
  const std::vector<std::int64_t> other = {1, 6};
  const auto outputs = result.engine->run(
      {{"x", DataType::kFloat, {1}, x.data()}, {"s", DataType::kInt64, {2}, other.data()}});
  ASSERT_TRUE(outputs.is_ok()) << outputs.status().message();
  EXPECT_EQ(outputs.value()[0].dims, (DimValues{1, 6}));
  ASSERT_EQ(host.record().builds.size(), 2U);
  EXPECT_EQ(host.record().builds[1].shape_input_profile.at(0).min, (DimValues{1, 1}));
  EXPECT_EQ(host.record().builds[1].shape_input_profile.at(0).max, (DimValues{4, 6}));
}

TEST(CpuEngineShapes, RefuseAShapeInputThatIsNoInteger) {
  FakeHost host({filling()});
  const std::vector<float> x = {7};
  const Outcome result = run(host, R"(<ir_version: 8, opset_import: ["": 17, "plugsmith": 1]>
g (float[1] x) => (float[A, B] y) {
  y = plugsmith.Fill_PS <tensorrt_plugin_shape_input_indices = [1]> (x, x) })",
                             {{"x", DataType::kFloat, {1}, x.data()}});
  EXPECT_EQ(result.status.code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(result.status.message(),
            "node \"node_of_y\" (Fill_PS): shape input \"x\" is float32; it "
            "must be int32 or int64");
}

}  // namespace
}  // namespace plugsmith::graph
