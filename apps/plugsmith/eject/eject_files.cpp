// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/eject/eject.hpp"

#include <regex>
#include <set>

#include "apps/plugsmith/eject/generate.hpp"
#include "apps/plugsmith/eject/source_text.hpp"
#include "apps/plugsmith/eject/templates.hpp"
#include "src/io/file.hpp"

namespace plugsmith::cli::eject {
namespace {

namespace fs = std::filesystem;

Result<std::string> read_text(const fs::path& path) {
  constexpr std::int64_t kLimitBytes = std::int64_t{1} << 24;
  auto bytes = io::read_file(path, kLimitBytes);
  if (!bytes.is_ok()) return bytes.status();
  return std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size());
}

// The comment lines that a file begins with.
std::string license_of(const std::string& text) {
  std::smatch hit;
  std::regex_search(text, hit, std::regex("^(// SPDX[^\\n]*\\n)*"));
  return hit[0];
}

class Ejection {
 public:
  explicit Ejection(const Request& request) : request_(request), space_(request.name + "_plugin") {}

  Result<Files> run() {
    for (const char* part : {".hpp", ".cpp", "_kernel.hpp", ".cu"}) {
      auto text = read_text(request_.folder / (request_.name + part));
      if (!text.is_ok()) {
        return Status(text.status().code(),
                      "eject " + request_.identity.name +
                          ": its sources are needed: " + text.status().message());
      }
      sources_[part] = std::move(text).value();
      use_ += without_comments(sources_[part]);
      if (sources_.size() == 1) {  // the declaration comes first
        PLUGSMITH_RETURN_IF_ERROR(check_declaration(request_.identity.name, sources_[part]));
      }
    }
    auto op = read_op(request_.identity, sources_[".hpp"], use_);
    if (!op.is_ok()) return op.status();
    PLUGSMITH_RETURN_IF_ERROR(add_other_sources());
    PLUGSMITH_RETURN_IF_ERROR(add_plugin(*op));
    for (const char* part : {"_kernel.hpp", ".cu"})
      add_kernel(request_.name + part, sources_[part]);
    PLUGSMITH_RETURN_IF_ERROR(add_carried());
    files_["kernel_support.hpp"] = choose_sections(kKernelSupport, use_);
    files_["plugin_support.hpp"] = choose_sections(kPluginSupport, use_);
    if (!op->attributes.empty()) files_["plugin_fields.hpp"] = choose_sections(kPluginFields, use_);
    return std::move(files_);
  }

 private:
  // Further sources of the folder, apart from tests and the CPU reference.
  Status add_other_sources() {
    for (const auto& entry : fs::directory_iterator(request_.folder)) {
      const std::string file = entry.path().filename().string();
      const bool source = std::regex_search(file, std::regex("\\.(cpp|cu|cuh|hpp)$"));
      if (!source || std::regex_search(file, std::regex("_(test|reference)\\.[ch]pp$"))) continue;
      if (sources_.count(file.substr(std::min(request_.name.size(), file.size()))) != 0 &&
          file.rfind(request_.name, 0) == 0) {
        continue;
      }
      auto text = read_text(entry.path());
      if (!text.is_ok()) return text.status();
      use_ += without_comments(*text);
      others_[file] = std::move(text).value();
    }
    for (const auto& [file, text] : others_) add_kernel(file, text);
    return Status::ok();
  }

  Status add_plugin(const OpSource& op) {
    auto parts = generate_parts(op);
    const std::string body =
        own_includes(rename(replace_includes(sources_[".cpp"], carried_), space_));
    std::smatch hit;
    const std::regex kNamespace("namespace " + space_ + " \\{\\n");
    if (!std::regex_search(body, hit, kNamespace)) {
      return invalid_argument("eject " + request_.identity.name + ": " + request_.name +
                              ".cpp has no namespace plugsmith::ops");
    }
    const auto begin = static_cast<std::size_t>(hit.position() + hit.length());
    const std::size_t end = body.rfind("}  // namespace " + space_);
    const std::string license = license_of(sources_[".hpp"]);
    parts["BODIES"] = trim(body.substr(begin, end - begin));
    parts["INCLUDES"] = includes_of(body.substr(0, begin), !op.attributes.empty());
    parts["STRUCT"] = rename(parts["STRUCT"], space_);
    parts["LICENSE"] = license;
    parts["NS"] = space_;
    parts["FILE"] = request_.name;
    parts["NAME"] = request_.identity.name;
    parts["VERSION"] = request_.identity.version;
    parts["NAMESPACE"] = request_.identity.name_space;
    parts["RUNTIME"] = fill(op.has_scratch ? kRuntimeScratch : kRuntimePlain, parts);
    parts["WORKSPACE"] = fill(op.has_scratch ? kWorkspaceScratch : kWorkspacePlain, parts);
    files_[request_.name + "_plugin.hpp"] = fill(kPluginHeader, parts);
    files_[request_.name + "_plugin.cpp"] = fill(kPluginSource, parts);
    files_["CMakeLists.txt"] = fill(kCMakeLists, parts);
    files_["README.md"] = fill(kReadme, parts);
    return Status::ok();
  }

  void add_kernel(const std::string& file, const std::string& text) {
    std::string converted = own_includes(rename(replace_includes(text, carried_), space_));
    // The op's own names come first, so this stands inside its namespace.
    const std::regex kOpened("(namespace " + space_ + "[\\w:]* \\{\\n)");
    converted = std::regex_replace(converted, kOpened, "$1using namespace plugin_support;\n",
                                   std::regex_constants::format_first_only);
    files_[file] = std::move(converted);
  }

  // Plugsmith's headers that the kernel needs as they are, and those that they need.
  Status add_carried() {
    std::set<std::string> done;
    while (done != carried_) {
      const std::set<std::string> now = carried_;
      for (const std::string& file : now) {
        if (!done.insert(file).second) continue;
        auto text = read_text(request_.headers / file);
        if (!text.is_ok()) return text.status();
        use_ += without_comments(*text);
        files_[file] = rename(replace_includes(*text, carried_), space_);
      }
    }
    return Status::ok();
  }

  std::string own_includes(const std::string& text) const {
    return std::regex_replace(text, std::regex("#include \"" + request_.name + "\\.hpp\""),
                              "#include \"" + request_.name + "_plugin.hpp\"");
  }

  static std::string trim(const std::string& text) {
    const std::size_t begin = text.find_first_not_of('\n');
    return text.substr(begin, text.find_last_not_of('\n') + 1 - begin);
  }

  std::string includes_of(const std::string& head, bool has_attributes) const {
    std::string standard = "#include <algorithm>\n#include <utility>\n", own;
    const std::regex kInclude("#include ([<\"])[^\\n]*\\n");
    for (std::sregex_iterator hit(head.begin(), head.end(), kInclude), end; hit != end; ++hit) {
      const std::string line = (*hit)[0];
      const bool is_there = line.find(request_.name + "_plugin.hpp") != std::string::npos ||
                            line.find("plugin_support.hpp") != std::string::npos;
      if (is_there) continue;
      if ((*hit)[1] == "\"") {
        own += line;
      } else if (standard.find(line) == std::string::npos) {
        standard += line;
      }
    }
    if (has_attributes) own += "#include \"plugin_fields.hpp\"\n";
    return standard + "\n" + own;
  }

  const Request& request_;
  std::string space_, use_;
  std::map<std::string, std::string> sources_;  // by what follows the op's name
  std::map<std::string, std::string> others_;   // by file name
  std::set<std::string> carried_;
  Files files_;
};

}  // namespace

Result<Files> eject(const Request& request) { return Ejection(request).run(); }

}  // namespace plugsmith::cli::eject
