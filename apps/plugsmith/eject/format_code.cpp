// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/eject/format_code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>

namespace plugsmith::cli::eject {
namespace {

constexpr std::size_t kWidth = 100;

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

std::string type_constant(const std::string& name) {
  static const std::map<std::string, std::string> kTypes = {
      {"float32", "kFLOAT"}, {"float16", "kHALF"},    {"int8", "kINT8"},
      {"int32", "kINT32"},   {"float8_e4m3", "kFP8"}, {"bfloat16", "kBF16"},
      {"int64", "kINT64"},   {"int4", "kINT4"},       {"float4_e2m1", "kFP4"}};
  const auto found = kTypes.find(name);
  return "DataType::" + (found == kTypes.end() ? "kUNKNOWN_" + name : found->second);
}

struct Position {
  const Port* port;
  int index;  // among inputs and outputs
};

std::vector<Position> positions(const OpSource& op) {
  std::vector<Position> result;
  for (const bool outputs : {false, true}) {
    for (const Port& port : op.ports) {
      if (port.kind == "host_input" || port.is_output() != outputs) continue;
      result.push_back({&port, static_cast<int>(result.size())});
    }
  }
  return result;
}

int position_of(const OpSource& op, const std::string& name) {
  for (const Position& at : positions(op)) {
    if (at.port->name == name) return at.index;
  }
  return -1;
}

std::vector<std::string> types_in(const std::string& rule) {
  std::vector<std::string> types;
  for (const auto& pair : split(rule, ',')) {
    const std::string type = type_constant(split(pair, ':')[0]);
    if (std::find(types.begin(), types.end(), type) == types.end()) types.push_back(type);
  }
  return types;
}

std::string condition(const OpSource& op, std::size_t row) {
  return op.has_takes_row ? fmt::format("op_.takes_row({}) && ", row) : std::string();
}

}  // namespace

std::string list_of(const std::vector<std::string>& items, std::size_t indent) {
  std::string text = "{";
  std::size_t column = indent + 1;
  for (std::size_t i = 0; i < items.size(); ++i) {
    std::string item = items[i];
    item += i + 1 < items.size() ? "," : "}";
    if (i > 0 && column + 1 + item.size() + 4 > kWidth) {
      text += '\n';
      text.append(indent + 1, ' ');
      column = indent + 1;
    } else if (i > 0) {
      text += " ";
      ++column;
    }
    text += item;
    column += item.size();
  }
  return text;
}

std::size_t rows_of(const OpSource& op) { return op.ports.front().rows.size(); }

std::string row_function(const OpSource& op, std::size_t row) {
  std::string text = fmt::format(
      "bool row_{}_takes(nvinfer1::DynamicPluginTensorDesc const* in_out, std::int32_t pos) {{\n"
      "  nvinfer1::PluginTensorDesc const& desc = in_out[pos].desc;\n  switch (pos) {{\n",
      row);
  for (const Position& at : positions(op)) {
    const std::string& rule = at.port->rows[row];
    text += fmt::format("    case {}:  // {}\n      return ", at.index, at.port->name);
    if (rule[0] == '=') {
      const auto parts = split(rule.substr(1), ':');
      const int other = position_of(op, parts[0]);
      text += fmt::format("desc.type == in_out[{}].desc.type", other);
      if (parts.size() == 1) {
        text += fmt::format(" && desc.format == in_out[{}].desc.format;\n", other);
        continue;
      }
      std::vector<std::string> formats;
      for (const auto& format : split(parts[1], ',')) formats.push_back("TensorFormat::" + format);
      text += " &&\n             is_one_of(desc.format, " + list_of(formats, 36) + ");\n";
      continue;
    }
    std::vector<std::string> pairs;
    for (const auto& pair : split(rule, ',')) {
      const auto parts = split(pair, ':');
      pairs.push_back(fmt::format("{{{}, TensorFormat::{}}}", type_constant(parts[0]), parts[1]));
    }
    text += "is_one_of({desc.type, desc.format},\n                       " + list_of(pairs, 23) +
            ");\n";
  }
  return text + "    default: return false;\n  }\n}\n";
}

std::string format_rows(const OpSource& op) {
  std::string text =
      "  const auto holds = [&](auto row_takes) {\n"
      "    for (std::int32_t i = 0; i <= pos; ++i) {\n"
      "      if (!row_takes(in_out, i)) return false;\n    }\n    return true;\n  };\n";
  for (std::size_t row = 0; row < rows_of(op); ++row) {
    text += fmt::format("  if ({}holds(row_{}_takes)) return true;\n", condition(op, row), row);
  }
  return text + "  return false;\n";
}

std::string type_rows(const OpSource& op) {
  const int inputs = op.count(false);
  std::string text;
  for (std::size_t row = 0; row < rows_of(op); ++row) {
    std::string wanted, made;
    for (const Position& at : positions(op)) {
      const std::string& rule = at.port->rows[row];
      std::string source = type_constant("");
      if (rule[0] == '=') {
        const int other = position_of(op, split(rule.substr(1), ':')[0]);
        source =
            other < inputs ? fmt::format("in[{}]", other) : fmt::format("out[{}]", other - inputs);
      }
      if (at.index < inputs) {
        wanted += wanted.empty() ? "" : " &&\n      ";
        wanted += rule[0] == '=' ? fmt::format("in[{}] == {}", at.index, source)
                                 : fmt::format("is_one_of(in[{}],\n                {})", at.index,
                                               list_of(types_in(rule), 16));
      } else {
        made += fmt::format("    out[{}] = {};\n", at.index - inputs,
                            rule[0] == '=' ? source : types_in(rule).front());
      }
    }
    text +=
        fmt::format("  if ({}{}) {{\n{}    return 0;\n  }}\n", condition(op, row), wanted, made);
  }
  return text;
}

}  // namespace plugsmith::cli::eject
