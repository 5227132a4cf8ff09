// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0

// plugsmith-op-tables check|write PLUGINS_DIR: the contract table in each op's README, between the
// lines <!-- contract --> and <!-- /contract -->, is what the op's struct says.

#include <cctype>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "plugsmith/op.hpp"

namespace plugsmith {
namespace {

constexpr char kBegin[] = "<!-- contract -->\n";
constexpr char kEnd[] = "<!-- /contract -->";

// PadTo_PS -> pad_to: the folder of an op.
std::string folder_of(const std::string& name) {
  std::string folder;
  for (const char letter : name.substr(0, name.rfind("_PS"))) {
    const auto byte = static_cast<unsigned char>(letter);
    if (std::isupper(byte) != 0 && !folder.empty()) folder += '_';
    folder += static_cast<char>(std::tolower(byte));
  }
  return folder;
}

std::string pairs_text(const PortRule& rule) {
  if (rule.same_type_as != nullptr && rule.own_formats == 0) {
    return std::string("as `") + rule.same_type_as + "`";
  }
  std::string text;
  for (int format = 0; format < kTensorFormatCount; ++format) {
    std::string types;
    for (int type = 0; type < kDataTypeCount && rule.same_type_as == nullptr; ++type) {
      const auto element = static_cast<DataType>(type);
      if (!rule.set.contains(element, static_cast<TensorFormat>(format))) continue;
      types += (types.empty() ? "" : ", ") + std::string(to_string(element));
    }
    if (rule.same_type_as != nullptr && (rule.own_formats >> format & 1U) != 0) {
      types = std::string("type of `") + rule.same_type_as + "`";
    }
    if (types.empty()) continue;
    text +=
        (text.empty() ? "" : "; ") + types + " in " + to_string(static_cast<TensorFormat>(format));
  }
  return text;
}

std::string rank_text(const RankRule& rule) {
  if (rule.min == rule.max) return std::to_string(rule.min);
  if (rule.min == 0 && rule.max == kMaxRank) return "any";
  return std::to_string(rule.min) + " to " + std::to_string(rule.max);
}

std::string kind_text(const PortInfo& info) {
  switch (info.kind) {
    case PortKind::kIn: return "input";
    case PortKind::kOptionalIn: return "optional input";
    case PortKind::kInOut:
      return info.alias == Alias::kRequired ? "input and output, aliased"
                                            : "input and output, aliased with `in_place`";
    case PortKind::kHostInput: return "shape input";
    case PortKind::kOut: return "output";
    case PortKind::kSizeOut: return "size tensor output";
  }
  return "";
}

std::string table_of(const OpEntry& entry) {
  const OpTraits& traits = *entry.traits;
  std::string text = std::string("`") + traits.identity.name + "`, version `" +
                     traits.identity.version + "`, namespace `" + traits.identity.name_space +
                     "`\n\n";
  const std::unique_ptr<AnyOp> op = entry.make();
  Attributes attributes;
  op->attributes(attributes);
  if (!attributes.specs().empty()) text += "| attribute | takes | default |\n| --- | --- | --- |\n";
  for (const AttributeSpec& spec : attributes.specs()) {
    text += "| `" + spec.name() + "` | " + spec.describe() + " | " + spec.value_text() + " |\n";
  }
  text += attributes.specs().empty() ? "No attributes.\n\n" : "\n";
  text += "| port | kind | dimensions | types and formats |\n| --- | --- | --- | --- |\n";
  for (int row = 0; row < traits.table.rows(); ++row) {
    for (int port = 0; port < traits.table.ports(); ++port) {
      const PortInfo& info = traits.table.port(port);
      text += std::string("| `") + info.name + "` | " + kind_text(info) + " | " +
              rank_text(info.rank) + " | " + pairs_text(traits.table.rule(row, port)) + " |\n";
    }
  }
  return text;
}

// 0: the README agrees (or was written); 1: it does not.
int handle(const OpEntry& entry, const std::string& plugins, bool write) {
  const std::string path = plugins + "/" + folder_of(entry.traits->identity.name) + "/README.md";
  std::ifstream in(path, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  const std::size_t begin = text.find(kBegin);
  const std::size_t end = text.find(kEnd);
  if (begin == std::string::npos || end == std::string::npos || end < begin) {
    std::fprintf(stderr, "%s: no lines %s and %s around the contract table; add them\n",
                 path.c_str(), "<!-- contract -->", kEnd);
    return 1;
  }
  const std::size_t from = begin + sizeof kBegin - 1;
  const std::string table = table_of(entry);
  if (text.compare(from, end - from, table) == 0) return 0;
  if (!write) {
    std::fprintf(stderr,
                 "%s: the contract table differs from the op's declaration; run "
                 "`plugsmith-op-tables write %s`. It must read:\n%s",
                 path.c_str(), plugins.c_str(), table.c_str());
    return 1;
  }
  in.close();
  std::ofstream(path, std::ios::binary) << text.replace(from, end - from, table);
  return 0;
}

}  // namespace
}  // namespace plugsmith

int main(int argc, char** argv) {
  const std::string mode = argc == 3 ? argv[1] : "";
  if (mode != "check" && mode != "write") {
    std::fputs("usage: plugsmith-op-tables check|write PLUGINS_DIR\n", stderr);
    return 2;
  }
  int failures = 0;
  for (const plugsmith::OpEntry& entry : plugsmith::library_ops()) {
    failures += plugsmith::handle(entry, argv[2], mode == "write");
  }
  return failures == 0 ? 0 : 1;
}
