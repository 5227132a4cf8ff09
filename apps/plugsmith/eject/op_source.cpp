// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/eject/op_source.hpp"

#include <algorithm>
#include <map>
#include <regex>
#include <sstream>

#include "apps/plugsmith/eject/source_text.hpp"

namespace plugsmith::cli::eject {
namespace {

Status refuse(const std::string& op, const std::string& what) {
  return unsupported("eject " + op + ": " + what + ", which ejected sources do not carry");
}

Result<std::vector<Port>> parse_ports(const std::string& op, const std::string& text) {
  std::vector<Port> ports;
  std::map<std::string, int> next;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string first, second, third, fourth;
    words >> first >> second >> third >> fourth;
    if (std::count(line.begin(), line.end(), ' ') == 3 && first == "row") {
      for (Port& port : ports) {
        if (port.name == third) port.rows.push_back(fourth);
      }
      continue;
    }
    Port port{first, second, "", 0, 0, 0, {}};
    if (port.kind != "in" && port.kind != "host_input" && !port.is_output()) {
      return refuse(op, "port \"" + port.name + "\" is " + port.kind);
    }
    const std::size_t dots = third.find("..");
    port.min_rank = std::stoi(third);
    port.max_rank = dots == std::string::npos ? port.min_rank : std::stoi(third.substr(dots + 2));
    port.index = next[port.is_output() ? "out" : port.kind]++;
    ports.push_back(std::move(port));
  }
  return ports;
}

using Refusals = std::initializer_list<std::pair<const char*, const char*>>;

Status find_refused(const std::string& op, const std::string& text, Refusals refusals) {
  for (const auto& [pattern, what] : refusals) {
    if (std::regex_search(text, std::regex(pattern))) return refuse(op, what);
  }
  return Status::ok();
}

Status check_sources(const std::string& op, const std::string& text) {
  return find_refused(
      op, text,
      {{"\\bc\\.(log|has|tactic|range)\\(", "it asks its context for more than tensors"},
       {"\\bdispatch(_floating)?\\(", "it dispatches over types by Plugsmith's helper"}});
}

std::vector<Attribute> parse_attributes(const std::string& body) {
  static const std::regex kVisit(
      "visit\\(\"(\\w+)\",\\s*(\\w+)\\)((?:\\s*\\.\\w+\\([^;]*\\))?)\\s*;");
  std::vector<Attribute> attributes;
  for (std::sregex_iterator hit(body.begin(), body.end(), kVisit), end; hit != end; ++hit) {
    Attribute attribute;
    attribute.name = (*hit)[1];
    attribute.member = (*hit)[2];
    const std::string chain = (*hit)[3];
    std::smatch bound;
    if (std::regex_search(chain, bound, std::regex("at_least\\(([^()]*)\\)"))) {
      attribute.low = bound[1];
    }
    if (std::regex_search(chain, bound, std::regex("at_most\\(([^()]*)\\)"))) {
      attribute.high = bound[1];
    }
    if (std::regex_search(chain, bound, std::regex("names\\(\\{([^}]*)\\}\\)"))) {
      const std::string list = bound[1];
      const std::regex quoted("\"([^\"]*)\"");
      for (std::sregex_iterator name(list.begin(), list.end(), quoted), none; name != none;
           ++name) {
        attribute.value_names.push_back((*name)[1]);
      }
    }
    attribute.is_read =
        (chain.find("at_least") != std::string::npos) == !attribute.low.empty() &&
        (chain.find("at_most") != std::string::npos) == !attribute.high.empty() &&
        (chain.find("names") != std::string::npos) == !attribute.value_names.empty();
    attributes.push_back(std::move(attribute));
  }
  return attributes;
}

// "std::int32_t height = 32, width = 32;" gives both their type.
void find_types(const std::string& member, std::vector<Attribute>& attributes) {
  static const std::regex kVariables("\\s*([\\w:]+) ((?:\\w+(?: = [^,;]+)?(?:, )?)+);");
  std::smatch hit;
  if (!std::regex_match(member, hit, kVariables)) return;
  const std::string names = hit[2];
  for (Attribute& attribute : attributes) {
    if (std::regex_search(names, std::regex("\\b" + attribute.member + "\\b"))) {
      attribute.type = hit[1];
    }
  }
}

std::string port_lines(const std::string& member, std::vector<Port>& ports) {
  static const std::regex kPort("(\\w+)\\{\"([^\"]*)\"");
  std::string text = member.rfind("\n\n", 0) == 0 ? "\n" : "";
  for (std::sregex_iterator hit(member.begin(), member.end(), kPort), end; hit != end; ++hit) {
    for (Port& port : ports) {
      if (port.name != (*hit)[2]) continue;
      port.member = (*hit)[1];
      const char* type = port.kind == "in"           ? "In"
                         : port.kind == "out"        ? "Out"
                         : port.kind == "host_input" ? "HostInput"
                                                     : "SizeOut";
      text += std::string("\n  static constexpr ") + type + " " + port.member + "{" +
              std::to_string(port.index) + "};";
    }
  }
  return text;
}

// The member as the ejected struct has it; empty where it has none.
std::string convert(const std::string& member, OpSource& op) {
  static const std::regex kDropped(
      "\\b(kIdentity|kFormats|kPatterns|FormatSet|void attributes|Status reference)\\b");
  static const std::regex kPort("static constexpr (In|Out|SizeOut|HostInput) ");
  const std::string code = without_comments(member);
  find_types(code, op.attributes);
  op.has_scratch = op.has_scratch || code.find("Status scratch(") != std::string::npos;
  op.has_validate = op.has_validate || code.find("Status validate(") != std::string::npos;
  op.has_takes_row = op.has_takes_row || code.find("bool takes_row(") != std::string::npos;
  if (std::regex_search(code, kDropped)) return "";
  return std::regex_search(code, kPort) ? port_lines(code, op.ports) : member;
}

// What the header says of the attributes must be all that the library says.
Status check_attributes(const std::string& op, const std::vector<Attribute>& attributes,
                        const std::vector<std::string>& fields) {
  std::vector<std::string> names;
  for (const Attribute& attribute : attributes) names.push_back(attribute.name);
  if (names != fields) {
    return invalid_argument("eject " + op +
                            ": the header and the library have other attributes; give the folder "
                            "that the library was built from");
  }
  for (const Attribute& attribute : attributes) {
    if (!attribute.is_read) {
      return refuse(op, "attribute \"" + attribute.name + "\" has a bound that is no plain number");
    }
    if (attribute.type.empty()) {
      return refuse(op,
                    "attribute \"" + attribute.name + "\" is not declared as TYPE NAME = VALUE");
    }
  }
  return Status::ok();
}

}  // namespace

Status check_declaration(const std::string& op, const std::string& header) {
  std::smatch identity;
  if (std::regex_search(header, identity, std::regex("kIdentity\\{\"([^\"]*)\"")) &&
      identity[1] != op) {
    return invalid_argument("eject " + op + ": the folder declares " + identity[1].str() +
                            "; give the op's own with --source");
  }
  return find_refused(
      op, without_comments(header),
      {{"\\bElementwise<", "it is an element-wise op, whose kernel is derived"},
       {"\\bstruct State\\b", "it keeps a State"},
       {"\\bkTactics\\b", "it has tactics"},
       {"\\bmay_alias\\b", "an output may alias an input"},
       {"\\bWeight\\b", "it has weights"},
       {"\\bStatus configure\\(", "it overrides configure"},
       {"\\bread_foreign\\b", "it reads the fields of another plugin"},
       {"\\bkFormatLimit\\b", "it raises the format limit"},
       {"\\.(since|renamed_from|build_only|size_between)\\(",
        "an attribute has a history or a size"},
       {"\\bstd::(vector<[^>]*>|string) \\w+( =|;|\\{)", "an attribute is a string or a list"}});
}

bool Attribute::is_enumeration() const {
  return type != "bool" && type != "float" && type != "std::int32_t" && type != "std::int64_t";
}

int OpSource::count(bool outputs) const {
  return static_cast<int>(std::count_if(ports.begin(), ports.end(), [&](const Port& port) {
    return port.is_output() == outputs && port.kind != "host_input";
  }));
}

int OpSource::shape_inputs() const {
  return static_cast<int>(std::count_if(
      ports.begin(), ports.end(), [](const Port& port) { return port.kind == "host_input"; }));
}

Result<OpSource> read_op(const LibraryOp& library, const std::string& header,
                         const std::string& use) {
  const std::string& op = library.name;
  PLUGSMITH_RETURN_IF_ERROR(check_sources(op, use));
  OpSource source;
  auto parsed = parse_ports(op, library.ports);
  if (!parsed.is_ok()) return parsed.status();
  source.ports = std::move(parsed).value();
  std::smatch hit;
  static const std::regex kStruct("(?:^///[^\\n]*\\n)*^struct (\\w+) \\{", std::regex::multiline);
  if (!std::regex_search(header, hit, kStruct)) {
    return invalid_argument("eject " + op + ": its header declares no struct");
  }
  source.struct_name = hit[1];
  const auto begin = static_cast<std::size_t>(hit.position());
  const std::size_t open = begin + static_cast<std::size_t>(hit.length()) - 1;
  const std::string body = between_braces(header, open);
  source.attributes = parse_attributes(without_comments(body));
  source.declaration = header.substr(begin, open + 1 - begin);
  for (const std::string& member : split_members(body)) {
    source.declaration += convert(member, source);
  }
  source.declaration += "\n};";
  PLUGSMITH_RETURN_IF_ERROR(check_attributes(op, source.attributes, library.fields));
  for (const Port& port : source.ports) {
    if (port.member.empty() || port.rows.empty()) {
      return invalid_argument("eject " + op + ": the header does not declare port \"" + port.name +
                              "\" of the library; give the folder that the library was built from");
    }
  }
  return source;
}

}  // namespace plugsmith::cli::eject
