// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/eject/source_text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <regex>
#include <sstream>

namespace plugsmith::cli::eject {
namespace {

// Position behind the comment, string or character at `at`; `at` itself where there is none.
std::size_t skip_opaque(const std::string& text, std::size_t at) {
  if (text.compare(at, 2, "//") == 0) return std::min(text.find('\n', at), text.size());
  if (text.compare(at, 2, "/*") == 0) return std::min(text.find("*/", at) + 2, text.size());
  if (text.compare(at, 3, "R\"(") == 0) return std::min(text.find(")\"", at) + 2, text.size());
  if (text[at] != '"' && text[at] != '\'') return at;
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != text[at]) end += text[end] == '\\' ? 2U : 1U;
  return std::min(end + 1, text.size());
}

bool is_digit_separator(const std::string& text, std::size_t at) {
  return text[at] == '\'' && at > 0 && std::isalnum(static_cast<unsigned char>(text[at - 1])) != 0;
}

char next_visible(const std::string& text, std::size_t at) {
  while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at])) != 0) ++at;
  return at < text.size() ? text[at] : '\0';
}

void replace_all(std::string& text, const char* pattern, const std::string& by) {
  text = std::regex_replace(text, std::regex(pattern), by);
}

// kChw32 -> kCHW32.
void raise_enumerators(std::string& text, const char* pattern) {
  std::string result;
  const std::regex enumerator(pattern);
  auto at = text.cbegin();
  for (std::sregex_iterator hit(text.begin(), text.end(), enumerator), end; hit != end; ++hit) {
    result.append(at, (*hit)[2].first);
    for (const char c : (*hit)[2].str()) {
      result += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    }
    at = (*hit)[2].second;
  }
  text = result.append(at, text.cend());
}

}  // namespace

std::string between_braces(const std::string& text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    const std::size_t skipped = is_digit_separator(text, i) ? i : skip_opaque(text, i);
    if (skipped != i) {
      i = skipped - 1;
      continue;
    }
    if (text[i] == '{') ++depth;
    if (text[i] == '}' && --depth == 0) return text.substr(open + 1, i - open - 1);
  }
  return "";
}

std::vector<std::string> split_members(const std::string& body) {
  std::vector<std::string> members;
  std::size_t start = 0;
  int depth = 0;
  bool parameters = false;
  for (std::size_t i = 0; i < body.size(); ++i) {
    const std::size_t skipped = is_digit_separator(body, i) ? i : skip_opaque(body, i);
    if (skipped != i) {
      i = skipped - 1;
      continue;
    }
    const char c = body[i];
    if (c == '(' && depth == 0) parameters = true;
    if (c == '=' && depth == 0) parameters = false;
    if (c == '(' || c == '{') ++depth;
    if (c == ')' || c == '}') --depth;
    const bool function_ends = c == '}' && parameters && next_visible(body, i + 1) != ';';
    if (depth != 0 || (c != ';' && !function_ends)) continue;
    members.push_back(body.substr(start, i + 1 - start));
    start = i + 1;
    parameters = false;
  }
  return members;
}

std::string without_comments(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t skipped = is_digit_separator(text, i) ? i : skip_opaque(text, i);
    const bool comment = skipped != i && text[i] == '/';
    if (!comment) result.append(text, i, std::max<std::size_t>(skipped - i, 1));
    if (skipped != i) i = skipped - 1;
  }
  return result;
}

std::string rename(std::string text, const std::string& space) {
  replace_all(text, "PLUGSMITH_(RETURN_IF_ERROR|CUDA_STATUS|LAUNCH_STATUS)\\b", "$1");
  replace_all(text, "\\bPLUGSMITH_HD\\b", "HOST_DEVICE");
  replace_all(text, "namespace plugsmith \\{\\s*inline namespace v1 \\{",
              "namespace plugin_support {");
  replace_all(text, "\\}  // namespace v1\\s*\\}  // namespace plugsmith",
              "}  // namespace plugin_support");
  replace_all(text, "plugsmith::ops\\b", space);
  replace_all(text, "(::)?\\bplugsmith::", "");
  replace_all(text, "\\bStream\\b", "cudaStream_t");
  raise_enumerators(
      text, "\\b(DataType::k)(Float|Half|Int8|Int32|Bool|Uint8|Fp8|Bf16|Int64|Int4|Fp4)\\b");
  raise_enumerators(text,
                    "\\b(TensorFormat::k)(Linear|Chw2|Hwc8|Chw4|Chw16|Chw32|Dhwc8|Cdhw32|"
                    "Hwc16|Hwc|Dhwc)\\b");
  return text;
}

std::string replace_includes(const std::string& text, std::set<std::string>& carried) {
  static const std::set<std::string> kKernel = {"contexts", "cuda_status", "dispatch",    "half",
                                                "shape",    "status",      "tensor_view", "types"};
  static const std::set<std::string> kPlugin = {"dim", "infer_context", "plugsmith", "scratch"};
  static const std::regex kInclude("#include \"plugsmith/(\\w+)\\.hpp\"");
  std::istringstream lines(text);
  std::string result, line;
  std::set<std::string> included;
  while (std::getline(lines, line)) {
    std::smatch hit;
    if (std::regex_match(line, hit, kInclude)) {
      std::string header = hit[1].str() + ".hpp";
      if (kKernel.count(hit[1]) != 0) {
        header = "kernel_support.hpp";
      } else if (kPlugin.count(hit[1]) != 0) {
        header = "plugin_support.hpp";
      } else {
        carried.insert(header);
      }
      if (!included.insert(header).second) continue;
      line = "#include \"" + header + "\"";
    }
    result += line + "\n";
  }
  return result;
}

std::string fill(const std::string& text, const std::map<std::string, std::string>& values) {
  std::string result = text;
  for (const auto& [key, value] : values) {
    const std::string mark = "@" + key + "@";
    for (std::size_t at = 0; (at = result.find(mark, at)) != std::string::npos;
         at += value.size()) {
      result.replace(at, mark.size(), value);
    }
  }
  return result;
}

std::string choose_sections(const std::string& text, const std::string& use) {
  static const std::regex kBegin("\\s*//([?!]) (.*)");
  static const std::regex kEnd("\\s*//\\.");
  std::istringstream lines(text);
  std::string result, line;
  std::vector<bool> left_out;
  while (std::getline(lines, line)) {
    std::smatch hit;
    if (std::regex_match(line, hit, kBegin)) {
      const bool used = std::regex_search(use, std::regex(hit[2].str()));
      left_out.push_back(used == (hit[1] == "!"));
    } else if (std::regex_match(line, kEnd)) {
      left_out.pop_back();
    } else if (std::find(left_out.begin(), left_out.end(), true) == left_out.end()) {
      result += line + "\n";
    }
  }
  return result;
}

}  // namespace plugsmith::cli::eject
