// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/eject/generate.hpp"

#include <fmt/format.h>

#include "apps/plugsmith/eject/format_code.hpp"

namespace plugsmith::cli::eject {
namespace {

std::string ranks(const OpSource& op) {
  std::string text;
  for (const Port& port : op.ports) {
    if (port.kind != "in") continue;
    const std::string dims = fmt::format("in[{}].nbDims", port.index);
    const bool fixed = port.min_rank == port.max_rank;
    const std::string wrong =
        fixed ? fmt::format("{} != {}", dims, port.min_rank)
              : fmt::format("{0} < {1} || {0} > {2}", dims, port.min_rank, port.max_rank);
    const std::string wanted = fixed ? std::to_string(port.min_rank)
                                     : fmt::format("{} to {}", port.min_rank, port.max_rank);
    text += fmt::format(
        "    if ({}) {{\n      return invalid_argument(std::string(kName) +\n"
        "                              \": input \\\"{}\\\" must have {} dimensions\");\n    }}\n",
        wrong, port.name, wanted);
  }
  return text;
}

std::string field_type(const Attribute& attribute) {
  if (attribute.type == "float") return "kFLOAT32";
  return attribute.type == "std::int64_t" ? "kINT64" : "kINT32";
}

std::string value_of(const Attribute& attribute) {
  const std::string member = "op." + attribute.member;
  return attribute.is_copied() ? "static_cast<std::int32_t>(" + member + ")" : member;
}

std::string set_attribute(const OpSource& op) {
  std::string text = fmt::format(
      "Status set_attribute([[maybe_unused]] {}& op, const nvinfer1::PluginField& field,\n"
      "                     nvinfer1::TensorRTPhase phase) {{\n"
      "  const std::string name = field.name == nullptr ? \"\" : field.name;\n",
      op.struct_name);
  for (const Attribute& attribute : op.attributes) {
    std::vector<std::string> names;
    for (const auto& name : attribute.value_names) names.push_back(fmt::format("\"{}\"", name));
    text += fmt::format("  if (name == \"{}\") return read(field, op.{}{});\n", attribute.name,
                        attribute.member, names.empty() ? "" : ", " + list_of(names, 50));
  }
  return text +
         "  if (phase == nvinfer1::TensorRTPhase::kRUNTIME && name == kSchemaField) {\n"
         "    return Status::ok();\n  }\n"
         "  return invalid_argument(std::string(kName) + \": there is no attribute \\\"\" + name + "
         "\"\\\"\");\n}\n";
}

std::string check_attributes(const OpSource& op) {
  std::string text =
      fmt::format("Status check_attributes([[maybe_unused]] const {}& op) {{\n", op.struct_name);
  for (const Attribute& attribute : op.attributes) {
    std::string low = attribute.low, high = attribute.high;
    if (!attribute.value_names.empty()) {
      low = std::to_string(0);
      high = std::to_string(attribute.value_names.size() - 1);
    }
    for (const bool lower : {true, false}) {
      const std::string& bound = lower ? low : high;
      if (bound.empty()) continue;
      text += fmt::format(
          "  if ({0} {1} {2}) {{\n    return invalid_argument(std::string(kName) + \": attribute "
          "\\\"{3}\\\" must be at {4} {2}\");\n  }}\n",
          value_of(attribute), lower ? "<" : ">", bound, attribute.name, lower ? "least" : "most");
    }
  }
  return text + (op.has_validate ? "  return op.validate();\n}\n" : "  return Status::ok();\n}\n");
}

constexpr char kIsOneOf[] = R"(template <class T>
bool is_one_of(const T& value, std::initializer_list<T> list) {
  return std::find(list.begin(), list.end(), value) != list.end();
}
bool is_one_of(const std::pair<DataType, TensorFormat>& value,
               std::initializer_list<std::pair<DataType, TensorFormat>> list) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

)";

std::string helpers(const OpSource& op) {
  std::string text =
      "// Engines hold it beside the attributes, as those built with the op's first library do.\n"
      "constexpr char kSchemaField[] = \"plugsmith_schema\";\n\n";
  text += kIsOneOf;
  text += "// Whether a tensor may have its type and format, given those before it.\n";
  for (std::size_t row = 0; row < rows_of(op); ++row) text += row_function(op, row) + "\n";
  return text + set_attribute(op) + "\n" + check_attributes(op);
}

std::string store(const OpSource& op) {
  std::string text =
      "    fields_ = {{kSchemaField, &schema_, nvinfer1::PluginFieldType::kINT32, 1}};\n";
  for (const Attribute& attribute : op.attributes) {
    if (attribute.is_copied()) {
      text += fmt::format("    stored_{0}_ = static_cast<std::int32_t>(op_.{1});\n", attribute.name,
                          attribute.member);
    }
    text += fmt::format(
        "    fields_.emplace_back(\"{}\", {}, nvinfer1::PluginFieldType::{}, 1);\n", attribute.name,
        attribute.is_copied() ? "&stored_" + attribute.name + "_" : "&op_." + attribute.member,
        field_type(attribute));
  }
  return text;
}

std::string members(const OpSource& op) {
  std::string text = fmt::format(
      "  {} op_;\n  std::string namespace_;\n  std::string timing_cache_id_;\n", op.struct_name);
  if (op.has_scratch) text += "  ScratchLayout scratch_;\n";
  text += "  std::int32_t schema_ = 1;\n";
  for (const Attribute& attribute : op.attributes) {
    if (attribute.is_copied())
      text += fmt::format("  std::int32_t stored_{}_ = 0;\n", attribute.name);
  }
  return text +
         "  std::vector<nvinfer1::PluginField> fields_;\n"
         "  nvinfer1::PluginFieldCollection collection_{};\n";
}

}  // namespace

std::map<std::string, std::string> generate_parts(const OpSource& op) {
  std::string timing = "  timing_cache_id_ = \"schema=1\";\n", names;
  for (const Attribute& attribute : op.attributes) {
    timing += fmt::format("  timing_cache_id_ += \";{}=\" + std::to_string({});\n", attribute.name,
                          value_of(attribute));
    names += fmt::format(
        "  fields_.emplace_back(\"{}\", nullptr, nvinfer1::PluginFieldType::{}, 1);\n",
        attribute.name, attribute.value_names.empty() ? field_type(attribute) : "kCHAR");
  }
  return {{"OP", op.struct_name},
          {"STRUCT", op.declaration},
          {"OP_MEMBERS", members(op)},
          {"INPUTS", std::to_string(op.count(false))},
          {"OUTPUTS", std::to_string(op.count(true))},
          {"SHAPE_INPUTS", std::to_string(op.shape_inputs())},
          {"HELPERS", helpers(op)},
          {"TIMING", timing},
          {"TYPE_ROWS", type_rows(op)},
          {"RANKS", ranks(op)},
          {"FORMAT_ROWS", format_rows(op)},
          {"STORE", store(op)},
          {"FIELD_NAMES", names}};
}

}  // namespace plugsmith::cli::eject
