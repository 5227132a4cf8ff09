// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/graph/node_mapping.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <onnx/onnx_pb.h>

#include "model_support.hpp"

namespace plugsmith::graph {
namespace {

using host::CreatorInfo;
using host::InterfaceKind;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::model_of;

CreatorInfo creator(const std::string& name, const std::string& version = "1",
                    const std::string& name_space = "",
                    InterfaceKind kind = InterfaceKind::kV3One) {
  CreatorInfo result;
  result.name = name;
  result.version = version;
  result.name_space = name_space;
  result.kind = kind;
  result.library = "libops.so";
  return result;
}

std::vector<NodeMapping> map_text(const std::string& text, const std::vector<CreatorInfo>& creators,
                                  const ParserVersion& version) {
  return map_nodes(model_of(text), creators, version);
}

/// Maps one node of one input and one output, e.g. "plugsmith.PadTo_PS <height = 4>".
NodeMapping map_one(const std::string& node, const std::vector<CreatorInfo>& creators,
                    const ParserVersion& version = {}) {
  const auto mappings = map_text(
      fmt::format("<ir_version: 8, opset_import: [\"\": 17, \"plugsmith\": 1]> g (float[2] x) => "
                  "(float[2] y) {{ y = {} (x) }}",
                  node),
      creators, version);
  EXPECT_EQ(mappings.size(), 1U);
  return mappings.at(0);
}

TEST(ParserVersionText, IsReadInThreeForms) {
  const auto read = [](const char* text) {
    const auto version = parse_parser_version(text);
    return version.is_ok() ? to_string(*version) : version.status().message();
  };
  EXPECT_EQ(read("10.16"), "10.16");
  EXPECT_EQ(read("8.6.1"), "8.6");
  EXPECT_EQ(read("11"), "11.0");
  for (const char* text : {"", "ten", "10.", "10.x", "10.16.1.2", "6.0", "-10.1", "10.-1", "10 ",
                           "99999999999999999999"}) {
    EXPECT_EQ(read(text),
              fmt::format("\"{}\" is no TensorRT version; give major.minor, 7.0 or later, "
                          "e.g. 10.16",
                          text));
  }
}

TEST(BuiltinImporters, ComeWithTheirVersions) {
  EXPECT_TRUE(has_builtin_importer("Gemm", {7, 0}));
  EXPECT_FALSE(has_builtin_importer("Round", {8, 0}));
  EXPECT_TRUE(has_builtin_importer("Round", {8, 2}));
  EXPECT_FALSE(has_builtin_importer("Gelu", {9, 2}));
  EXPECT_TRUE(has_builtin_importer("HardSwish", {10, 6}));
  EXPECT_TRUE(has_builtin_importer("Gelu", {10, 6}));
  EXPECT_TRUE(has_builtin_importer("NonZero", {10, 6}));
  EXPECT_TRUE(has_builtin_importer("RoiAlign", {10, 6}));
  EXPECT_FALSE(has_builtin_importer("Attention", {10, 13}));
  EXPECT_TRUE(has_builtin_importer("Attention", {10, 14}));
  EXPECT_FALSE(has_builtin_importer("Unique", {11, 4}));
  EXPECT_FALSE(has_builtin_importer("gemm", {10, 16}));
  const auto all = builtin_importers({10, 16});
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
  EXPECT_EQ(builtin_importers({10, 6}).size(), 175U);  // as the real parser of 10.6 answered
}

TEST(NodeMapping, FindsTheCreatorByTypeVersionAndNamespace) {
  const std::vector<CreatorInfo> creators = {creator("PadTo_PS", "2", "plugsmith"),
                                             creator("PadTo_PS", "1", "plugsmith"),
                                             creator("PadTo_PS", "1", "")};
  NodeMapping mapping = map_one("PadTo_PS", creators);
  EXPECT_EQ(mapping.served_by, ServedBy::kPlugin);
  EXPECT_EQ(mapping.creator, 2U);  // version "1" and namespace "" are the defaults
  EXPECT_TRUE(mapping.status.is_ok());
  mapping = map_one("PadTo_PS <plugin_namespace = \"plugsmith\">", creators);
  EXPECT_EQ(mapping.creator, 1U);
  mapping =
      map_one("PadTo_PS <plugin_version = \"2\", plugin_namespace = \"plugsmith\">", creators);
  EXPECT_EQ(mapping.creator, 0U);
  EXPECT_EQ(mapping.layer.creator_name, "PadTo_PS");
  EXPECT_EQ(mapping.layer.creator_version, "2");
  EXPECT_EQ(mapping.layer.creator_namespace, "plugsmith");
  EXPECT_THAT(mapping.device_inputs, ElementsAre(0U));
  EXPECT_THAT(mapping.shape_inputs, IsEmpty());
}

TEST(NodeMapping, TakesTheDomainAsNamespaceFrom1010On) {
  const std::vector<CreatorInfo> creators = {creator("PadTo_PS", "1", "plugsmith")};
  EXPECT_EQ(map_one("plugsmith.PadTo_PS", creators, {10, 10}).served_by, ServedBy::kPlugin);
  const NodeMapping before = map_one("plugsmith.PadTo_PS", creators, {10, 9});
  EXPECT_EQ(before.served_by, ServedBy::kNobody);
  EXPECT_EQ(before.status.message(),
            "node \"node_of_y\": unknown op \"PadTo_PS\" of domain \"plugsmith\": neither TensorRT "
            "10.9 nor a plugin (version \"1\" in namespace \"\") has it; libops.so offers it as "
            "version \"1\" in namespace \"plugsmith\": set the node's plugin_namespace to "
            "\"plugsmith\"");
}

TEST(NodeMapping, PrefersAnImporterToAPluginAndSaysSo) {
  const std::vector<CreatorInfo> creators = {creator("Gemm")};
  for (const ParserVersion version : {ParserVersion{10, 6}, ParserVersion{10, 16}}) {
    const NodeMapping mapping = map_one("Gemm", creators, version);
    EXPECT_EQ(mapping.served_by, ServedBy::kBuiltIn);
    ASSERT_EQ(mapping.warnings.size(), 1U);
    EXPECT_THAT(
        mapping.warnings[0],
        HasSubstr(fmt::format("plugin \"Gemm\" is not used: TensorRT {} imports this op type "
                              "itself; ",
                              to_string(version))));
  }
}

TEST(NodeMapping, PrefersAPluginThatTheNodeAsksForFrom1015On) {
  const std::vector<CreatorInfo> creators = {creator("Gemm", "1", "mine")};
  const char* node = "Gemm <plugin_namespace = \"mine\">";
  EXPECT_EQ(map_one(node, creators, {10, 15}).served_by, ServedBy::kPlugin);
  EXPECT_EQ(map_one(node, creators, {10, 14}).served_by, ServedBy::kBuiltIn);
  const NodeMapping missing = map_one(node, {}, {10, 15});
  EXPECT_EQ(missing.served_by, ServedBy::kBuiltIn);
  EXPECT_THAT(
      missing.warnings,
      ElementsAre("the node asks for a plugin \"Gemm\" (version \"1\" in namespace "
                  "\"mine\"), but none is registered: TensorRT 10.15 imports the op itself"));
}

TEST(NodeMapping, OrdersPluginsAndLocalFunctionsByVersion) {
  const std::vector<CreatorInfo> creators = {creator("Twice", "1", "plugsmith")};
  constexpr char kText[] = R"(<ir_version: 8, opset_import: ["": 17, "plugsmith": 1]>
g (float[2] x) => (float[2] y) { y = plugsmith.Twice <plugin_namespace = "plugsmith"> (x) }
<domain: "plugsmith", opset_import: ["": 17]> Twice (p) => (q) { q = Add (p, p) })";
  EXPECT_EQ(map_text(kText, creators, {10, 7})[0].served_by, ServedBy::kPlugin);
  EXPECT_EQ(map_text(kText, creators, {10, 6})[0].served_by, ServedBy::kLocalFunction);
  EXPECT_EQ(map_text(kText, {}, {10, 16})[0].served_by, ServedBy::kLocalFunction);
  // 8.6 knows no local functions, and V3 creators no less.
  EXPECT_EQ(map_text(kText, {creator("Twice", "1", "plugsmith", InterfaceKind::kV1)}, {8, 6})[0]
                .served_by,
            ServedBy::kPlugin);
  EXPECT_EQ(map_text(kText, {}, {8, 6})[0].served_by, ServedBy::kNobody);
}

TEST(NodeMapping, KnowsWhichInterfacesAVersionHas) {
  const NodeMapping mapping = map_one("Own", {creator("Own")}, {8, 6});
  EXPECT_EQ(mapping.served_by, ServedBy::kNobody);
  EXPECT_THAT(mapping.status.message(),
              HasSubstr("but through IPluginV3, which TensorRT 8.6 does not know"));
  EXPECT_EQ(map_one("Own", {creator("Own", "1", "", InterfaceKind::kV1)}, {8, 6}).served_by,
            ServedBy::kPlugin);
}

TEST(NodeMapping, TellsAStandardOpWithoutImporterFromAMissingPlugin) {
  const NodeMapping mapping = map_one("Round", {}, {8, 0});
  EXPECT_EQ(mapping.served_by, ServedBy::kStandardOp);
  EXPECT_EQ(mapping.status.code(), StatusCode::kUnsupported);
  EXPECT_EQ(
      mapping.status.message(),
      "node \"node_of_y\": Round is an ONNX operator for which the parser of TensorRT 8.0 has no "
      "importer, and no plugin has that name");
  EXPECT_THAT(mapping.warnings, ElementsAre(mapping.status.message()));
  EXPECT_TRUE(first_error({mapping}).is_ok());  // it can still be computed here
  EXPECT_EQ(map_one("Col2Im", {}).served_by, ServedBy::kStandardOp);
}

TEST(NodeMapping, NamesTheNearestKnownOps) {
  const std::vector<CreatorInfo> creators = {creator("HardSwish_PS")};
  EXPECT_THAT(map_one("HardSwsh_PS", creators).status.message(),
              HasSubstr("did you mean \"HardSwish_PS\"?"));
  EXPECT_THAT(map_one("Sigmod", creators).status.message(), HasSubstr("did you mean \"Sigmoid\""));
  EXPECT_THAT(map_one("Qqqqqqqqq", creators).status.message(),
              HasSubstr("no loaded library has a plugin of that name"));
  EXPECT_THAT(map_one("HardSwish_PS", {}).status.message(),
              HasSubstr("no plugin library is loaded, give it with --plugins; or did you mean "
                        "\"HardSwish\"?"));
  EXPECT_THAT(map_one("Qqqqqqqqq", {}).status.message(),
              HasSubstr("no plugin library is loaded, give it with --plugins"));
}

TEST(NodeMapping, NamesTheNearestMissInVersionAndNamespace) {
  const std::vector<CreatorInfo> creators = {creator("PadTo_PS", "3", "plugsmith")};
  EXPECT_THAT(
      map_one("PadTo_PS", creators).status.message(),
      HasSubstr("libops.so offers it as version \"3\" in namespace \"plugsmith\": set the node's "
                "plugin_version to \"3\" and plugin_namespace to \"plugsmith\""));
  EXPECT_THAT(map_one("plugsmith.PadTo_PS", creators).status.message(),
              HasSubstr(": set the node's plugin_version to \"3\""));
}

TEST(NodeMapping, MakesUpANameForANodeWithoutOne) {
  const std::vector<CreatorInfo> creators = {creator("Own")};
  EXPECT_EQ(map_one("Own", creators).layer.layer_name, "node_of_y");
  const std::vector<CreatorInfo> old = {creator("Own", "1", "", InterfaceKind::kV1)};
  EXPECT_EQ(map_one("Own", old, {8, 0}).layer.layer_name, "node_of_y");
  EXPECT_EQ(map_one("Own", old, {7, 2}).layer.layer_name, "");
}

TEST(NodeMapping, CarriesFieldsAndTheirErrors) {
  CreatorInfo own = creator("Own");
  own.fields = {{"k", FieldType::kInt32, 1}};
  const NodeMapping good = map_one("Own <k = 7>", {own});
  ASSERT_EQ(good.layer.fields.size(), 1U);
  EXPECT_EQ(good.layer.fields[0].data[0], std::byte{7});
  const NodeMapping bad = map_one("Own <k = int64[1] {7}>", {own});
  EXPECT_EQ(bad.served_by, ServedBy::kPlugin);
  EXPECT_EQ(bad.status.code(), StatusCode::kUnsupported);
  EXPECT_THAT(bad.status.message(),
              HasSubstr("node \"node_of_y\" (Own): attribute \"k\" is a tensor of int64"));
  EXPECT_EQ(first_error({good, bad}).message(), bad.status.message());
  EXPECT_EQ(first_error({bad, bad, bad}).message(),
            bad.status.message() + " (and 2 more nodes that cannot be served)");
}

std::vector<NodeMapping> map_three(const std::string& indices, const CreatorInfo& own,
                                   const ParserVersion& version = {}) {
  return map_text(
      fmt::format(
          "<ir_version: 8, opset_import: [\"\": 17]> g (float[2] x, int64[2] s, int64[1] t) "
          "=> (float[2] y) {{ y = Own <tensorrt_plugin_shape_input_indices = {}> (x, s, t) "
          "}}",
          indices),
      {own}, version);
}

TEST(ShapeInputIndices, SplitTheInputs) {
  const auto mapping = map_three("[1, -1]", creator("Own"))[0];
  EXPECT_TRUE(mapping.status.is_ok()) << mapping.status.message();
  EXPECT_THAT(mapping.device_inputs, ElementsAre(0U));
  EXPECT_THAT(mapping.shape_inputs, ElementsAre(1U, 2U));
  EXPECT_THAT(map_three("[2, 1]", creator("Own"))[0].shape_inputs, ElementsAre(2U, 1U));
}

TEST(ShapeInputIndices, AreUnknownBefore101) {
  EXPECT_THAT(map_three("[1]", creator("Own"), {10, 0})[0].device_inputs, ElementsAre(0U, 1U, 2U));
}

TEST(ShapeInputIndices, AreIgnoredForV2PluginsWithAWarning) {
  const auto mapping = map_three("[1]", creator("Own", "1", "", InterfaceKind::kV1))[0];
  EXPECT_THAT(mapping.device_inputs, ElementsAre(0U, 1U, 2U));
  EXPECT_THAT(mapping.warnings,
              ElementsAre("tensorrt_plugin_shape_input_indices is ignored: \"Own\" is an IPluginV2 "
                          "plugin, only IPluginV3 has shape inputs"));
}

TEST(ShapeInputIndices, WarnOfADoubleAndRefuseWhatIsOutOfRange) {
  const auto twice = map_three("[1, 1]", creator("Own"))[0];
  EXPECT_THAT(twice.shape_inputs, ElementsAre(1U));
  EXPECT_THAT(twice.warnings,
              ElementsAre("tensorrt_plugin_shape_input_indices names input 1 twice"));
  for (const char* index : {"[3]", "[-4]"}) {
    const auto mapping = map_three(index, creator("Own"))[0];
    EXPECT_EQ(mapping.status.code(), StatusCode::kInvalidArgument);
    EXPECT_THAT(mapping.status.message(), HasSubstr("; the node has 3 inputs"));
  }
  EXPECT_THAT(map_three("1", creator("Own"))[0].status.message(),
              HasSubstr("tensorrt_plugin_shape_input_indices must be a list of integers"));
}

TEST(NodeMapping, RefusesAnInputThatIsLeftOut) {
  Model model = model_of(
      "<ir_version: 8, opset_import: [\"\": 17]> g (float[2] x) => (float[2] y) { y = Own (x, x) "
      "}");
  model.mutable_proto().mutable_graph()->mutable_node(0)->set_input(0, "");
  const auto mappings = map_nodes(model, {creator("Own")}, {});
  EXPECT_EQ(mappings[0].status.code(), StatusCode::kUnsupported);
  EXPECT_THAT(mappings[0].status.message(), HasSubstr("input 0 is left out"));
}

TEST(NodeMapping, GoesIntoSubgraphsInOrder) {
  const auto mappings = map_text(R"(<ir_version: 8, opset_import: ["": 17]>
g (bool c, float[2] x) => (float[2] z) {
  y = If <then_branch = a () => (float[2] p) { p = Own (x) },
          else_branch = b () => (float[2] q) { q = Neg (x) }> (c)
  z = Abs (y) })",
                                 {creator("Own")}, {});
  std::vector<std::string> ops;
  for (const auto& mapping : mappings) ops.push_back(mapping.op_type);
  EXPECT_THAT(ops, ElementsAre("If", "Own", "Neg", "Abs"));
  EXPECT_EQ(mappings[1].served_by, ServedBy::kPlugin);
}

}  // namespace
}  // namespace plugsmith::graph
